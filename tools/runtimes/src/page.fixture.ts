/** Says what it is called with, and fails when it is told to. */
export async function show(subject: string, print: (line: string) => void): Promise<void> {
  print(`Shown: ${subject}`);
  if (subject === "fail") throw new Error("as it was told to");
}

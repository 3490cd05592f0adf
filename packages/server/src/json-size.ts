/**
 * The size of a JSON value without serialising it, in bytes where every character is one: to count those that take more, each
 * text would have to be looked at.
 */
export function jsonSize(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += jsonSize(item) + 1;
    return size;
  }
  // What is measured is JSON, which inherits nothing; a list of its keys would be made only to be walked.
  for (const key in value) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined) size += key.length + 4 + jsonSize(member);
  }
  return size;
}

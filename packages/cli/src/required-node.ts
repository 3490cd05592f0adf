import manifest from "../package.json" with { type: "json" };

/** The oldest Node that this package runs on. */
export const requiredNode = manifest.engines.node.replace(/^>=/, "");

/** Whether a version of Node, such as 20.19.0, is older than that. */
export function isTooOld(version: string): boolean {
  const [major, minor, patch] = numbersOf(version);
  const [oldMajor, oldMinor, oldPatch] = numbersOf(requiredNode);
  return (major - oldMajor || minor - oldMinor || patch - oldPatch) < 0;
}

function numbersOf(version: string): readonly [major: number, minor: number, patch: number] {
  const [major, minor, patch] = version.split(".", 3).map((part) => Number.parseInt(part, 10));
  return [major ?? 0, minor ?? 0, patch ?? 0];
}

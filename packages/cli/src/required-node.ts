import manifest from "../package.json" with { type: "json" };

/** The oldest Node that this package runs on. */
export const requiredNode = manifest.engines.node.replace(/^>=/, "");

/** Whether a version of Node, such as 20.19.0, is older than that. */
export function isTooOld(version: string): boolean {
  return version.localeCompare(requiredNode, "en", { numeric: true }) < 0;
}

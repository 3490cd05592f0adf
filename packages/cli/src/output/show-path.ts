import { isAbsolute, relative, resolve, sep } from "node:path";

/** How messages name files: one that was given as it was typed, another one from the working folder where it is below that, else in full. */
export function showPaths(cwd: string, ...typed: readonly (string | undefined)[]): (path: string) => string {
  const given = new Map(typed.flatMap((text) => (text === undefined ? [] : [[resolve(cwd, text), text] as const])));
  return (path) => {
    const way = relative(cwd, path);
    const isBelow = way !== "" && way.split(sep)[0] !== ".." && !isAbsolute(way);
    return given.get(path) ?? (isBelow ? way : path);
  };
}

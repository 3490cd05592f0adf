import { stat } from "node:fs/promises";
import { join, parse } from "node:path";

/** The overlay beside an OpenAPI file, `<name>.overlay.*` or `overlay.*` in YAML or JSON; undefined when there is none. */
export async function findOverlay(file: string): Promise<string | undefined> {
  const { name, dir } = parse(file);
  for (const stem of [`${name}.overlay`, "overlay"]) {
    for (const extension of [".yaml", ".yml", ".json"]) {
      const path = join(dir, stem + extension);
      if ((await stat(path).catch(() => undefined))?.isFile()) return path;
    }
  }
  return undefined;
}

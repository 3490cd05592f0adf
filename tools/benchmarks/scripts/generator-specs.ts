import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface BigSpec {
  readonly name: string;
  /** The npm package that has it, with its version; and the file in it. */
  readonly from: string;
  readonly file: string;
  /** A component that is one object without references. */
  readonly one: string;
}

export const specs: readonly BigSpec[] = [
  {
    name: "webhooks",
    from: "@octokit/openapi-webhooks@12.1.0",
    file: "generated/api.github.com.json",
    one: "simple-user",
  },
  { name: "api", from: "@octokit/openapi@23.0.2", file: "generated/api.github.com.json", one: "team-simple" },
];

export function inputOf({ name }: BigSpec, folder: string): string {
  return join(folder, `${name}.json`);
}

/** Writes the components of a spec, without its operations: what the others make of those is not compared. */
export function fetchSpec(spec: BigSpec, folder: string): void {
  if (existsSync(inputOf(spec, folder))) return;
  const place = join(folder, "specs", spec.name);
  mkdirSync(place, { recursive: true });
  const quiet = { cwd: place, encoding: "utf8" } as const;
  // One file of an archive that unpacked has half a gigabyte.
  const archive = execFileSync("npm", ["pack", spec.from, "--silent"], quiet).trim();
  execFileSync("tar", ["-xzf", archive, `package/${spec.file}`], quiet);
  const { openapi, info, components } = JSON.parse(readFileSync(join(place, "package", spec.file), "utf8"));
  const document = { openapi, info, paths: {}, components: { schemas: components.schemas } };
  writeFileSync(inputOf(spec, folder), JSON.stringify(document));
}

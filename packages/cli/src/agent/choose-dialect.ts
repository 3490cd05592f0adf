import type { Dialect } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { findingText } from "../output/finding-text.ts";
import { showPaths } from "../output/show-path.ts";
import { recordOf } from "./dialect-record.ts";
import { pathOf } from "./open-card.ts";

export interface DialectChoice {
  readonly dialects: readonly Dialect[];
  /** The one that `--dialect` names; absent where the card decides. */
  readonly dialect?: string;
}

/**
 * What `--dialect` says: the name of a dialect that is known, or an OpenAPI file that describes one.
 *
 * @throws CliError A2ACLI_ERR_USAGE for any other value, and for a file without an A2A endpoint, with place and rule.
 */
export async function chooseDialect({ invocation: { values }, io: { cwd } }: Context): Promise<DialectChoice> {
  const { dialect } = values;
  if (dialect === undefined) return { dialects };
  if (dialects.some(({ name }) => name === dialect)) return { dialects, dialect };
  const file = pathOf(dialect, cwd);
  if (file === undefined) {
    const known = dialects.map(({ name }) => name).join(", ");
    throw usageError(`--dialect: ${JSON.stringify(dialect)} is none of ${known}, and no OpenAPI file`);
  }
  const { findOverlay, readSpec } = await import("@a2akit/generator");
  const overlay = await findOverlay(file);
  const spec = await readSpec(file, overlay === undefined ? {} : { overlay });
  if (!spec.dialect) {
    const show = showPaths(cwd, dialect);
    const errors = spec.findings.filter(({ severity }) => severity === "error");
    const said = errors.map((finding) => findingText({ ...finding, file: show(finding.file) }));
    throw usageError(`--dialect: ${said.join("; ")}`, "a2a help generate");
  }
  const own = recordOf(spec.dialect);
  return { dialects: [own, ...dialects.filter(({ name }) => name !== own.name)], dialect: own.name };
}

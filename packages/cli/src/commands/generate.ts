import { resolve } from "node:path";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { requireFolder } from "../files/output-place.ts";
import { messageOf } from "../message-of.ts";
import { document } from "../output/output.ts";
import { showPaths } from "../output/show-path.ts";

/**
 * `a2a generate`: a folder of types, schemas and a dialect. Resolves with 2 when nothing could be made, with 1 when with `--check` something differs.
 */
export async function generate({ invocation, io }: Context): Promise<number> {
  const { values, args } = invocation;
  const [reference = ""] = args;
  const { out, name, formats, imports, emit, check } = values;
  if (out === undefined) throw usageError("--out is missing: the folder to write", "a2a help generate");
  if (!check) requireFolder("--out", resolve(io.cwd, out));
  // The generator brings the TypeScript compiler, which no other command pays for.
  const { DIALECT_NAME, exitStatusOf, findOverlay, generateInto, parseKinds, renderInto } = await import(
    "@a2akit/generator"
  );
  if (name !== undefined && !DIALECT_NAME.test(name))
    throw usageError(`--name: ${JSON.stringify(name)} is not lower-case letters, digits and hyphens`);
  const kinds = emit === undefined ? undefined : orUsageError(() => parseKinds(emit));
  const file = resolve(io.cwd, reference);
  const overlay = values.overlay === undefined ? await findOverlay(file) : resolve(io.cwd, values.overlay);
  const made = await generateInto(file, {
    out: resolve(io.cwd, out),
    ...(name !== undefined && { name }),
    ...(overlay !== undefined && { overlay }),
    ...(formats && { formats }),
    ...(imports && { imports }),
    ...(kinds && { emit: kinds }),
    ...(check && { check }),
  });
  const show = showPaths(io.cwd, reference, values.overlay);
  const findings = made.findings.map((finding) => ({ ...finding, file: show(finding.file) }));
  const report = { ...made, out, findings };
  const differences = report.differences.map(({ path, kind }) => ({ path, kind }));
  if (values.output === "json") io.stdout.write(document({ ...report, differences }));
  else (report.ok ? io.stdout : io.stderr).write(renderInto(report));
  return exitStatusOf(made);
}

/** @throws CliError A2ACLI_ERR_USAGE with what is wrong with the value. */
function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw usageError(messageOf(error), "a2a help generate");
  }
}

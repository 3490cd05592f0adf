import { relative, resolve } from "node:path";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { document } from "../output.ts";

/** `a2a generate`: a folder of types, schemas and a dialect. Resolves with 1 when nothing was written, or with `--check` something differs. */
export async function generate({ invocation, io }: Context): Promise<number> {
  const { values, args } = invocation;
  const [reference = ""] = args;
  const { out, name, formats, imports, check } = values;
  if (out === undefined) throw usageError("--out is missing: the folder to write", "a2a help generate");
  // The generator brings the TypeScript compiler, which no other command pays for.
  const { DIALECT_NAME, findOverlay, generateInto, renderInto } = await import("@a2akit/generator");
  if (name !== undefined && !DIALECT_NAME.test(name))
    throw usageError(`--name: ${JSON.stringify(name)} is not lower-case letters, digits and hyphens`);
  const file = resolve(io.cwd, reference);
  const overlay = values.overlay === undefined ? await findOverlay(file) : resolve(io.cwd, values.overlay);
  const made = await generateInto(file, {
    out: resolve(io.cwd, out),
    ...(name !== undefined && { name }),
    ...(overlay !== undefined && { overlay }),
    ...(formats && { formats }),
    ...(imports && { imports }),
    ...(check && { check }),
  });
  const findings = made.findings.map((finding) => ({ ...finding, file: relative(io.cwd, finding.file) }));
  const report = { ...made, out, findings };
  const differences = report.differences.map(({ path, kind }) => ({ path, kind }));
  if (values.output === "json") io.stdout.write(document({ ...report, differences }));
  else (report.ok ? io.stdout : io.stderr).write(renderInto(report));
  return report.ok ? 0 : 1;
}

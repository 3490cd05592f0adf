import { basename, dirname, resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { document } from "../output.ts";

/** `a2a diff`: what has changed between two OpenAPI files. With `--check`, resolves with 1 when something breaks. */
export async function diff({ invocation, io }: Context): Promise<number> {
  const { values, args } = invocation;
  const { diffSpecs, findOverlay, formatFinding, isReadable, readSpec, renderReport } = await import(
    "@a2akit/generator"
  );
  const [old = "", fresh = ""] = args.map((reference) => resolve(io.cwd, reference));
  const name = basename(dirname(fresh));
  const read = async (file: string) => {
    const overlay = values.overlay === undefined ? await findOverlay(file) : resolve(io.cwd, values.overlay);
    const spec = await readSpec(file, { name, lenient: true, ...(overlay !== undefined && { overlay }) });
    if (isReadable(spec)) return spec;
    throw new CliError(
      "A2ACLI_ERR_USAGE",
      spec.findings
        .map(formatFinding)
        .join("; ")
        .replace(/\s*\n\s*/g, " "),
    );
  };
  const found = await diffSpecs(await read(old), await read(fresh), values.formats && { formats: values.formats });
  io.stdout.write(values.output === "json" ? document(found) : renderReport(found));
  const breaks = Object.values(found.packages).includes("major");
  return values.check && breaks ? 1 : 0;
}

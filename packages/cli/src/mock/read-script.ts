import { formatPath } from "@a2akit/protocol";
import { parseDocument } from "yaml";
import type { ZodError } from "zod";
import { usageError } from "../cli-error.ts";
import { readNamed } from "../files/read-named.ts";
import type { Script } from "./script.ts";
import { scriptSchema } from "./script-schema.ts";

/** Bytes that a script may have. */
export const MAX_SCRIPT_BYTES = 1_048_576;
/** Findings that one error names. */
const MAX_FINDINGS = 5;

/**
 * Reads a script in YAML or JSON.
 *
 * @throws CliError A2ACLI_ERR_USAGE that names the file, the place and the rule.
 */
export async function readScript(path: string, signal?: AbortSignal): Promise<Script> {
  const file = await readNamed(path, { limit: MAX_SCRIPT_BYTES, option: "script", ...(signal && { signal }) });
  const document = parseDocument(file.bytes.toString("utf8"), { prettyErrors: true });
  const [fault] = document.errors;
  if (fault) throw usageError(`${path} is not YAML: ${fault.message.replace(/:?\s*\n[\s\S]*/, "")}`);
  const parsed = scriptSchema.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {});
  if (parsed.success) return parsed.data;
  throw usageError(`${path}: ${describe(parsed.error)}`, "a2a help mock");
}

type Issue = ZodError["issues"][number];

function describe({ issues }: ZodError): string {
  const all = issues.flatMap(innermost);
  const shown = all
    .slice(0, MAX_FINDINGS)
    .map(({ path, message }) => `${formatPath(path) || "the script"}: ${message}`);
  return [...shown, ...(all.length > MAX_FINDINGS ? [`${all.length - MAX_FINDINGS} more`] : [])].join("; ");
}

/** Of a union, the findings of the branch that was meant: not one of another type, and the one that was understood the furthest. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const isOfType = (branch: Issue[]) =>
    branch.some(({ code, path }) => code !== "invalid_type" || path.length > issue.path.length);
  const depth = (branch: Issue[]) => Math.max(...branch.map(({ path }) => path.length));
  const [meant] = branches.filter(isOfType).toSorted((a, b) => depth(b) - depth(a));
  return meant ?? [issue];
}

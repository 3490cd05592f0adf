import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "@a2akit/protocol";
import { CliError, usageError } from "../cli-error.ts";
import { readFileLimited } from "../files/read-limited.ts";
import type { Sink } from "../io.ts";
import { messageOf } from "../message-of.ts";
import { parseJson } from "../parse-json.ts";
import type { RequirementRef, Result } from "./result.ts";

const SCRIPT = "run_tck.py";
const REPORT = join("reports", "compatibility.json");
/** Bytes that the report of the TCK may have. */
const MAX_REPORT_BYTES = 16_777_216;

interface TckOptions {
  /** A checkout of the public TCK, installed as its README says. */
  readonly folder: string;
  /** Base URL of the agent, below which its card is. */
  readonly base: string;
  readonly stderr: Sink;
  readonly signal: AbortSignal;
}

/**
 * Runs the public A2A TCK (a2aproject/a2a-tck) against an agent, over JSON-RPC; what it says goes to standard error (CONFORM_001).
 *
 * @throws CliError USAGE where the folder is no such checkout, INTERNAL where it left no report.
 */
export async function runTck({ folder, base, stderr, signal }: TckOptions): Promise<Result[]> {
  if (!existsSync(join(folder, SCRIPT)))
    throw usageError(`--tck: ${folder} has no ${SCRIPT}: it is no checkout of the A2A TCK`);
  const report = join(folder, REPORT);
  const before = statSync(report, { throwIfNoEntry: false })?.mtimeMs;
  const status = await run(folder, [SCRIPT, "--sut-host", base, "--transport", "jsonrpc"], { stderr, signal });
  const after = statSync(report, { throwIfNoEntry: false });
  // It ends with 1 where a requirement is not met, too; only a fresh report tells.
  if (!after || after.mtimeMs === before)
    throw new CliError("A2ACLI_ERR_INTERNAL", `The TCK ended with status ${status} and left no report in ${report}`);
  const { bytes } = readFileLimited(report, { limit: MAX_REPORT_BYTES });
  return readReport(parseJson(bytes.toString("utf8"), report), report);
}

/** The environment that its README makes, else whatever Python there is. */
function pythonOf(folder: string): string {
  const own = [join(folder, ".venv", "bin", "python"), join(folder, ".venv", "Scripts", "python.exe")];
  return own.find((path) => existsSync(path)) ?? (process.platform === "win32" ? "python" : "python3");
}

async function run(
  folder: string,
  args: readonly string[],
  { stderr, signal }: Pick<TckOptions, "stderr" | "signal">,
): Promise<number | null> {
  const python = pythonOf(folder);
  const child = spawn(python, args, { cwd: folder, signal, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => stderr.write(text));
  try {
    const [status] = await once(child, "close");
    return status;
  } catch (error) {
    signal.throwIfAborted();
    throw usageError(`Cannot run ${python}: ${messageOf(error)}`);
  }
}

const OUTCOMES: Readonly<Record<string, Result["outcome"]>> = {
  PASS: "pass",
  FAIL: "fail",
  SKIPPED: "skip",
  "NOT TESTED": "skip",
};

function readReport(report: unknown, path: string): Result[] {
  const rows = isObject(report) ? report.per_requirement : undefined;
  if (!isObject(rows))
    throw new CliError("A2ACLI_ERR_INTERNAL", `${path} is no report of the TCK: it has no per_requirement`);
  return Object.entries(rows).map(([id, row]) => {
    const { level, status, description, errors } = isObject(row) ? row : {};
    const told = Array.isArray(errors) ? errors.map(String).join("; ") : "";
    const outcome = OUTCOMES[String(status)] ?? "skip";
    const known = (["MUST", "SHOULD", "MAY"] as const).find((name) => name === level) ?? "MUST";
    const ref: RequirementRef = { id, section: id.split("-")[0] ?? id, level: known };
    return {
      topic: ref.section,
      title: String(description ?? id),
      requirements: [ref],
      outcome: outcome === "fail" && known !== "MUST" ? "warn" : outcome,
      ...(outcome !== "pass" && { message: told || String(status) }),
      milliseconds: 0,
    };
  });
}

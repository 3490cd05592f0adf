import { readFile, stat } from "node:fs/promises";
import { type Finding, finding, type Rule } from "./findings.ts";
import { parseSource, type Source } from "./source.ts";

/** The longest OpenAPI file, overlay or manifest that is read, in bytes. */
export const MAX_SPEC_BYTES = 16 * 1024 * 1024;

/** A fault of one file. */
export class FileFault extends Error {
  readonly rule: Rule;
  constructor(rule: Rule, message: string) {
    super(message);
    this.rule = rule;
  }
}

/** Reads and parses a file; what is wrong with it is added to `findings`. */
export async function readSource(
  file: string,
  limit: number | undefined,
  findings: Finding[],
): Promise<Source | undefined> {
  try {
    const source = parseSource(file, await readLimited(file, limit));
    findings.push(
      ...source.syntaxErrors.map(({ message, ...place }) => finding("syntax-error", source, "", message, place)),
    );
    return source;
  } catch (error) {
    const { rule, message } = asFault(error, "file-unreadable");
    findings.push(finding(rule, { file }, "", message));
    return undefined;
  }
}

/** @throws FileFault when the file has more than `limit` bytes. */
export async function readLimited(file: string, limit = MAX_SPEC_BYTES): Promise<string> {
  const { size } = await stat(file);
  if (size > limit) throw new FileFault("input-too-large", `${size} bytes; the limit is ${limit}`);
  return readFile(file, "utf8");
}

/** The rule and the words for an error; `rule` where the error names none itself. */
export function asFault(error: unknown, rule: Rule): { rule: Rule; message: string } {
  if (error instanceof FileFault) return error;
  return { rule, message: error instanceof Error ? error.message : String(error) };
}

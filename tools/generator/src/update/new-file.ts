import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { type Finding, finding } from "../findings.ts";
import { FileFault, MAX_SPEC_BYTES } from "../read-source.ts";
import { parseSource } from "../source.ts";

export interface NewFile {
  readonly text: string;
  readonly sha256: string;
}

/** The new file as it will lie there; what is wrong with it is added to `findings`. */
export async function readNewFile(
  file: string,
  limit = MAX_SPEC_BYTES,
  findings: Finding[] = [],
): Promise<NewFile | undefined> {
  const tell = (rule: Finding["rule"], message: string) => findings.push(finding(rule, { file }, "", message));
  try {
    const { size } = await stat(file);
    if (size > limit) throw new FileFault("input-too-large", `${size} bytes; the limit is ${limit}`);
    const bytes = await readFile(file);
    // A byte order mark is part of the file, which stays as it was published.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const source = parseSource(file, text);
    for (const { message, ...place } of source.syntaxErrors)
      findings.push(finding("syntax-error", source, "", message, place));
    return findings.length > 0 ? undefined : { text, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    if (error instanceof FileFault) tell(error.rule, error.message);
    else if (error instanceof TypeError) tell("syntax-error", "the file is not UTF-8");
    else tell("file-unreadable", error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** JSON is YAML, but YAML is no JSON: a file that moves from one to the other needs another name. */
export function isYamlName(file: string): boolean {
  return extname(file) !== ".json";
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}

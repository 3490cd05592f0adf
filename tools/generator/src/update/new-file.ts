import { createHash } from "node:crypto";
import { extname } from "node:path";
import { type Finding, finding } from "../findings.ts";
import { isObject } from "../json.ts";
import { asFault, decodeUtf8, MAX_SPEC_BYTES, readBytes } from "../load/read-source.ts";
import { parseSource } from "../load/source.ts";

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
    const bytes = await readBytes(file, limit);
    const text = decodeUtf8(bytes);
    const source = parseSource(file, text);
    for (const { message, ...place } of source.syntaxErrors)
      findings.push(finding("syntax-error", source, "", message, place));
    // A page to log in, say: it would pass for YAML.
    if (findings.length === 0 && !isObject(source.value)) tell("not-openapi", "the file holds no object");
    return findings.length > 0 ? undefined : { text, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    const { rule, message } = asFault(error, "file-unreadable");
    tell(rule, message);
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

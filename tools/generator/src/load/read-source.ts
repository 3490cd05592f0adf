import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type Finding, finding, type Rule } from "../findings.ts";
import { messageOf } from "../message-of.ts";
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

/** @throws FileFault when the file has more than `limit` bytes, or is not UTF-8. */
export async function readLimited(file: string, limit = MAX_SPEC_BYTES): Promise<string> {
  return decodeUtf8(await readBytes(file, limit));
}

/**
 * Devices and pipes have no size that could be looked at before: of them, too, no more than `limit` bytes are taken.
 *
 * @throws FileFault when there are more.
 */
export async function readBytes(file: string, limit: number): Promise<Buffer> {
  const stats = await stat(file);
  if (stats.isDirectory()) throw new FileFault("file-unreadable", "it is a folder");
  // It would be waited for until somebody writes to it; one that a shell made, as by `<(…)`, has its writer.
  if (stats.isFIFO() && !/^\/(dev|proc)\//.test(file))
    throw new FileFault("file-unreadable", "it is a named pipe: give a file");
  const { size } = stats;
  if (size > limit) throw new FileFault("input-too-large", `${size} bytes; the limit is ${limit}`);
  const chunks: Buffer[] = [];
  // `end` is the last byte that is read: one beyond the limit tells that there is more.
  for await (const chunk of createReadStream(file, { end: limit })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength > limit) throw new FileFault("input-too-large", `it goes on; the limit is ${limit} bytes`);
  return bytes;
}

/**
 * A byte order mark is part of the text: a file stays as it was published.
 *
 * @throws FileFault
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileFault("syntax-error", "the file is not UTF-8");
  }
}

/** What the codes of a file system mean. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "it may not be read",
  ELOOP: "it is a link that leads to itself",
};

/** The rule and the words for an error; `rule` where the error names none itself. */
export function asFault(error: unknown, rule: Rule): { rule: Rule; message: string } {
  if (error instanceof FileFault) return error;
  const reason = error instanceof Error && "code" in error ? reasons[String(error.code)] : undefined;
  if (reason !== undefined) return { rule, message: reason };
  return { rule, message: messageOf(error) };
}

import { basename, extname, resolve } from "node:path";
import type { Part } from "@a2akit/client";
import { usageError } from "./cli-error.ts";
import type { PartToken } from "./command-line/parse.ts";
import type { Context } from "./context.ts";
import { readNamed } from "./files/read-named.ts";
import { messageOf } from "./message-of.ts";
import { parseJson } from "./parse-json.ts";
import { untilAborted } from "./waiting/until-aborted.ts";

/** Bytes that a file part or the JSON of a data part may have. */
export const MAX_FILE_BYTES = 67_108_864;

/** Media types by file name extension, for files that come without one. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wav": "audio/wav",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".zip": "application/zip",
};

type Reader = (value: string, context: Context) => Promise<Part>;

const readers: Readonly<Record<Exclude<PartToken["kind"], "media-type">, Reader>> = {
  text: async (text) => ({ text }),
  file: async (value, context) => {
    if (/^https?:\/\//i.test(value)) return { url: value, ...describe(new URL(value).pathname) };
    return { raw: (await readPart("file", value, context)).toString("base64"), ...describe(value) };
  },
  data: async (value, context) => {
    const bytes = value === "-" ? await readStandardInput(context) : await readPart("data", value, context);
    return { data: parseData(bytes.toString("utf8"), value), mediaType: "application/json" };
  },
};

/** The parts of the message, in the order of the command line (SEND_005, SEND_006). */
export async function readParts(context: Context): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { kind, value } of context.invocation.parts) {
    if (kind !== "media-type") {
      parts.push(await readers[kind](value, context));
      continue;
    }
    const last = parts.pop();
    if (!last) throw usageError(`--media-type ${value} follows no part`, "a2a help send");
    parts.push({ ...last, mediaType: value });
  }
  if (parts.length === 0)
    throw usageError("There is nothing to send: give a text, --text, --file or --data", "a2a help send");
  return parts;
}

function describe(path: string): { filename?: string; mediaType?: string } {
  const filename = basename(path);
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()];
  return { ...(filename !== "" && { filename }), ...(mediaType !== undefined && { mediaType }) };
}

async function readPart(option: string, value: string, { io, signal }: Context): Promise<Buffer> {
  return (await readNamed(resolve(io.cwd, value), { limit: MAX_FILE_BYTES, name: value, option, signal })).bytes;
}

async function readStandardInput({ io, signal }: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of untilAborted(io.stdin(), signal)) {
    size += chunk.byteLength;
    if (size > MAX_FILE_BYTES) throw usageError(`Standard input is larger than ${MAX_FILE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseData(text: string, value: string): unknown {
  try {
    return parseJson(text, `--data ${value}`);
  } catch (error) {
    throw usageError(messageOf(error));
  }
}

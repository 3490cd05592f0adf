import { lstatSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Fetch, type Task, TransportError } from "@a2akit/client";
import { openClient } from "../agent/open-client.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { type ArtifactFile, artifactFiles } from "../files/artifact-files.ts";
import { requireFolder, writeError } from "../files/output-place.ts";
import { writeFileSafely } from "../files/write-file.ts";
import { formatSize, line, warn } from "../output/output.ts";
import { print } from "../output/print.ts";

/** Bytes that a file behind a URL may have. */
export const MAX_DOWNLOAD_BYTES = 4_294_967_296;

interface Downloaded {
  readonly artifactId: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly size: number;
}

/** `a2a task download`: the artifacts as files below one folder, never outside it, never over what is there (DOWNLOAD_001). */
export async function taskDownload(context: Context): Promise<void> {
  const { invocation, io } = context;
  const { dir = ".", artifact, force = false } = invocation.values;
  const [id = ""] = invocation.args;
  const folder = resolve(io.cwd, dir);
  requireFolder("--dir", folder);
  const client = await openClient(context);
  const task = await client.getTask({ id });
  const files = artifactFiles(task, artifact);
  if (files.length === 0) return printNothing(context, task);
  if (!force) refuseExisting(files, folder, dir);
  const fetch = await openFetch(context);
  const downloaded: Downloaded[] = [];
  for (const file of files) {
    const path = join(folder, file.name);
    const size = await save(context, { file, path, force, fetch });
    const { artifactId, mediaType } = file;
    downloaded.push({
      artifactId,
      path: relative(io.cwd, path) || path,
      ...(mediaType !== undefined && { mediaType }),
      size,
    });
  }
  print(context, { files: downloaded }, () => downloaded.map(fileLine).join(""));
}

function fileLine({ path, mediaType, size }: Downloaded): string {
  return line("File", [path, mediaType, formatSize(size)].filter(Boolean).join(", "));
}

function printNothing(context: Context, { artifacts = [] }: Task): void {
  const { artifact } = context.invocation.values;
  if (artifact !== undefined && artifacts.length > 0)
    throw usageError(
      `The task has no artifact ${artifact}; it has ${artifacts.map(({ artifactId }) => artifactId).join(", ")}`,
    );
  warn(context.io, "the task has no artifacts");
  print(context, { files: [] }, () => line("Files", 0));
}

/** Before anything is written. */
function refuseExisting(files: readonly ArtifactFile[], folder: string, dir: string): void {
  const existing = files.filter(({ name }) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
  if (existing.length === 0) return;
  const names = existing.map(({ name }) => join(dir, name)).join(", ");
  const said =
    existing.length === 1
      ? `There is ${names} already; --force replaces it`
      : `There are ${names} already; --force replaces them`;
  throw usageError(`${said}, --dir names another folder`);
}

interface Saving {
  readonly file: ArtifactFile;
  readonly path: string;
  readonly force: boolean;
  readonly fetch: Fetch;
}

async function save(context: Context, { file, path, force, fetch }: Saving): Promise<number> {
  const { content } = file;
  try {
    const bytes = content instanceof URL ? fetched(content, fetch, context.signal) : [content];
    return await writeFileSafely(path, bytes, { force });
  } catch (error) {
    context.signal.throwIfAborted();
    throw error instanceof TransportError || error instanceof CliError ? error : writeError("--dir", path, error);
  }
}

/** The bytes behind a URL. It is any server's: no credentials of the agent go there. */
async function* fetched(url: URL, fetch: Fetch, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (!/^https?:$/.test(url.protocol)) throw new TransportError(`${url.href} is no http or https URL`);
  const response = await fetch(new Request(url, { signal })).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new TransportError(`Cannot reach ${url.origin}`, { cause });
  });
  if (!response.ok) throw new TransportError(`${url.href}: HTTP ${response.status}`, { status: response.status });
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_DOWNLOAD_BYTES)
        throw new TransportError(`${url.href} is larger than ${formatSize(MAX_DOWNLOAD_BYTES)}`);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof TransportError
      ? cause
      : new TransportError(`Lost the connection to ${url.origin}`, { cause });
  }
}

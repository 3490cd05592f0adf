import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { reasonOfSystem } from "../message-of.ts";

/** Milliseconds that a named pipe is given for somebody to write to it. */
const WRITER_WAIT = 2_000;
/** Milliseconds between two looks into a pipe or a device that has nothing for now. */
const POLL_INTERVAL = 20;
const CHUNK_BYTES = 65_536;

/** Why something was not read; the message begins with its name. */
export class FileError extends Error {
  override readonly name = "FileError";
  /** As the file system says it: ENOENT where there is none, EFBIG where it is too large. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface ReadOptions {
  /** Bytes that it may have. */
  readonly limit: number;
  /** What messages call it; its path by default. */
  readonly name?: string;
}

export interface WaitOptions extends ReadOptions {
  /** Ends the wait for a pipe or a device. */
  readonly signal?: AbortSignal;
  /** WRITER_WAIT by default. */
  readonly writerWait?: number;
}

export interface FileContent {
  readonly bytes: Buffer;
  /** Its permissions, among others. */
  readonly mode: number;
}

/**
 * What a file, a device or a pipe holds. No more than the limit is taken of it: only files have a size that could be looked at before. What is
 * slow is waited for until the signal aborts, a pipe that nobody has open to write for no longer than WRITER_WAIT.
 *
 * Rejects with FileError, and with the signal's reason.
 */
export async function readLimited(path: string, options: WaitOptions): Promise<FileContent> {
  const { name = path, signal, writerWait = WRITER_WAIT } = options;
  const file = openFile(path, options);
  try {
    for (let waited = 0; ; waited += POLL_INTERVAL) {
      const isPending = take(file);
      // The end of a pipe that has given nothing: its writer is still to come.
      const isAwaited = !isPending && file.size === 0 && file.stats.isFIFO() && !isInherited(path);
      if (!isPending && !isAwaited) return contentOf(file);
      if (isAwaited && waited >= writerWait) throw new FileError("EPIPE", `${name} is a pipe that nobody writes to`);
      signal?.throwIfAborted();
      await pause(POLL_INTERVAL, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  } finally {
    closeSync(file.descriptor);
  }
}

/**
 * The same of what can only be a file: nothing is waited for.
 *
 * @throws FileError for anything else, too.
 */
export function readFileLimited(path: string, options: ReadOptions): FileContent {
  const file = openFile(path, options);
  try {
    if (!file.stats.isFile()) throw new FileError("EINVAL", `${file.name} is no file`);
    take(file);
    return contentOf(file);
  } finally {
    closeSync(file.descriptor);
  }
}

/** Something that is open, and what was read of it. */
interface OpenFile {
  readonly descriptor: number;
  readonly name: string;
  readonly limit: number;
  readonly stats: Stats;
  readonly chunks: Buffer[];
  size: number;
}

function openFile(path: string, { limit, name = path }: ReadOptions): OpenFile {
  // A pipe that nobody writes to would not even open. Windows has none, and no such flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const descriptor = attempt(name, () => openSync(path, flags));
  const stats = fstatSync(descriptor);
  const file = { descriptor, name, limit, stats, chunks: [], size: 0 };
  if (!stats.isDirectory() && stats.size <= limit) return file;
  closeSync(descriptor);
  throw stats.isDirectory() ? new FileError("EISDIR", `${name} is a folder`) : tooLarge(file);
}

/** Takes what is there, and tells whether more may come. */
function take(file: OpenFile): boolean {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = attempt(file.name, () => readSome(file.descriptor, chunk));
    if (count === undefined) return true;
    if (count === 0) return false;
    file.chunks.push(chunk.subarray(0, count));
    file.size += count;
    if (file.size > file.limit) throw tooLarge(file);
  }
}

/** Undefined where there is nothing for now. */
function readSome(descriptor: number, chunk: Buffer): number | undefined {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return undefined;
    throw error;
  }
}

function contentOf({ chunks, stats }: OpenFile): FileContent {
  return { bytes: Buffer.concat(chunks), mode: stats.mode };
}

function tooLarge({ name, limit }: Pick<OpenFile, "name" | "limit">): FileError {
  return new FileError("EFBIG", `${name} is larger than ${limit} bytes`);
}

/** A pipe that this process was given, as by `<(…)`: its writer was there from the start. */
function isInherited(path: string): boolean {
  return /^\/(dev\/(fd\/|stdin$)|proc\/)/.test(path);
}

function attempt<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new FileError(codeOf(cause) ?? "EIO", `${name} cannot be read: ${reasonOfSystem(cause)}`, { cause });
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

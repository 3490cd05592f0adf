import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readFileLimited, readLimited } from "./read-limited.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const text = async (...given: Parameters<typeof readLimited>) => (await readLimited(...given)).bytes.toString("utf8");

function write(name: string, content: string): string {
  writeFileSync(path(name), content, { mode: 0o640 });
  return path(name);
}

describe.each<[string, (path: string, options: { limit: number; name?: string }) => Promise<unknown> | unknown]>([
  ["readLimited", readLimited],
  ["readFileLimited", readFileLimited],
])("%s", (title, read) => {
  const reading = async (name: string, limit = 10) => read(path(name), { limit, name });

  test("a file up to the limit, with its permissions", async () => {
    write(`${title}.txt`, "0123456789");
    const { bytes, mode } = (await reading(`${title}.txt`)) as { bytes: Buffer; mode: number };
    expect([bytes.toString(), mode & 0o777]).toEqual(["0123456789", 0o640]);
  });

  test("a file beyond it is not read, however large", async () => {
    truncateSync(write("huge.bin", ""), 2 ** 40);
    await expect(reading("huge.bin")).rejects.toMatchObject({
      code: "EFBIG",
      message: "huge.bin is larger than 10 bytes",
    });
  });

  test("what is not there, and a folder", async () => {
    await expect(reading("none.txt")).rejects.toMatchObject({
      code: "ENOENT",
      message: expect.stringMatching(/^none\.txt cannot be read: no such file/),
    });
    mkdirSync(path("folder"), { recursive: true });
    await expect(reading("folder")).rejects.toMatchObject({ code: "EISDIR", message: "folder is a folder" });
  });
});

// A file of the system that says it has no bytes.
test.runIf(existsSync("/proc/self/status"))("a file that does not know its size", async () => {
  expect(await text("/proc/self/status", { limit: 100_000 })).toContain("Pid:");
  await expect(readLimited("/proc/self/status", { limit: 10 })).rejects.toMatchObject({ code: "EFBIG" });
});

describe.skipIf(process.platform === "win32")("devices and pipes", () => {
  function pipe(name: string): string {
    execFileSync("mkfifo", [path(name)]);
    return path(name);
  }

  /** A shell script that has the pipe as its `$1`, and when it is over. */
  function shell(script: string, fifo: string) {
    const child = spawn("sh", ["-c", script, "sh", fifo]);
    return { child, closed: once(child, "close") };
  }

  test("no more than the limit is taken of a device that never ends", async () => {
    await expect(readLimited("/dev/zero", { limit: 1_000_000 })).rejects.toThrow(
      "/dev/zero is larger than 1000000 bytes",
    );
    expect(await text("/dev/null", { limit: 10 })).toBe("");
  });

  test("what can only be a file is neither", () => {
    expect(() => readFileLimited("/dev/zero", { limit: 10 })).toThrow("/dev/zero is no file");
    expect(() => readFileLimited(pipe("token"), { limit: 10, name: "token" })).toThrow("token is no file");
  });

  test("a pipe that nobody writes to", async () => {
    await expect(readLimited(pipe("idle"), { limit: 10, name: "idle", writerWait: 0 })).rejects.toThrow(
      "idle is a pipe that nobody writes to",
    );
  });

  test("a pipe whose writer comes after its reader, writes in parts, and too much", async () => {
    const fifo = pipe("slow");
    const reading = text(fifo, { limit: 100, writerWait: Number.POSITIVE_INFINITY });
    const writer = shell('exec > "$1"; echo one; sleep 0.1; echo two', fifo);
    expect(await reading).toBe("one\ntwo\n");
    await writer.closed;
    const beyond = readLimited(fifo, { limit: 10, writerWait: Number.POSITIVE_INFINITY });
    const flood = shell('yes > "$1" 2> /dev/null', fifo);
    await expect(beyond).rejects.toMatchObject({ code: "EFBIG" });
    // What is read no more ends its writer.
    await flood.closed;
  });

  test("a pipe that stays silent is waited for until the signal aborts", async () => {
    const fifo = pipe("silent");
    const writer = shell('exec 3<> "$1"; echo open; cat', fifo);
    await once(writer.child.stdout, "data");
    const controller = new AbortController();
    const reading = readLimited(fifo, { limit: 10, writerWait: 0, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    writer.child.stdin.end();
    await writer.closed;
  });
});

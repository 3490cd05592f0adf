import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { a2a, BIN, field, json, lines, start, temporaryFolder } from "../harness/a2a.ts";
import { liveAgent, playedAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";
import { serve } from "../harness/serve.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** An agent whose one task has these artifacts. */
const withArtifacts = (artifacts: object[]) =>
  playedAgent(() => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" }, artifacts }));

covers(["DOWNLOAD_001"], "each part of each artifact becomes a file, by name or by type", async () => {
  const files = await serve(() => new Response("from a URL"));
  const { url } = await withArtifacts([
    {
      artifactId: "a",
      name: "Report",
      parts: [{ raw: base64("raw bytes"), filename: "report.bin" }, { text: "one " }, { text: "text" }],
    },
    { artifactId: "b", name: "Numbers", parts: [{ data: { n: 1 } }, { url: `${files.url}x/linked.txt` }] },
  ]);
  const cwd = temporaryFolder();
  const { files: saved } = await json(["task", "download", "t", "-a", url, "--dir", "out"], { cwd });
  const content = Object.fromEntries(
    readdirSync(join(cwd, "out")).map((name) => [name, readFileSync(join(cwd, "out", name), "utf8")]),
  );
  expect(content).toEqual({
    "report.bin": "raw bytes",
    "Report.txt": "one text",
    "Numbers.json": '{\n  "n": 1\n}\n',
    "linked.txt": "from a URL",
  });
  expect(saved).toContainEqual({ artifactId: "a", path: join("out", "report.bin"), size: 9 });
  expect(files.seen[0]?.headers.authorization).toBeUndefined();
});

covers(["DOWNLOAD_001"], "no name leads out of the folder, hides the file, or takes another's place", async () => {
  const names = [
    "../../escape.txt",
    "/etc/absolute.txt",
    "..",
    ".bashrc",
    "a\u0000b.txt",
    "sub/dir/deep.txt",
    "C:\\x\\win.txt",
    "same.txt",
    "SAME.txt",
  ];
  const { url } = await withArtifacts(
    names.map((filename, index) => ({ artifactId: `a${index}`, parts: [{ raw: base64(filename), filename }] })),
  );
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "deep/out"), { recursive: true });
  const { status } = await a2a(["task", "download", "t", "-a", url, "--dir", "deep/out"], { cwd });
  expect(status).toBe(0);
  expect(readdirSync(cwd)).toEqual(["deep"]);
  expect(readdirSync(join(cwd, "deep"))).toEqual(["out"]);
  const saved = readdirSync(join(cwd, "deep/out"));
  expect(saved).toHaveLength(names.length);
  expect(saved.filter((name) => name.startsWith("."))).toEqual([]);
});

covers(["DOWNLOAD_001"], "what is there stays, unless --force; a link is not followed", async () => {
  const { url } = await withArtifacts([
    {
      artifactId: "a",
      parts: [
        { raw: base64("new"), filename: "x.txt" },
        { raw: base64("y"), filename: "y.txt" },
      ],
    },
  ]);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "victim.txt"), "old");
  symlinkSync("victim.txt", join(cwd, "x.txt"));
  const refused = await a2a(["task", "download", "t", "-a", url, "-o", "json"], { cwd });
  expect(refused.status).toBe(2);
  expect(JSON.parse(refused.stdout).error.message).toContain("There is x.txt already; --force replaces it");
  expect(readdirSync(cwd).sort()).toEqual(["victim.txt", "x.txt"]);
  expect((await a2a(["task", "download", "t", "-a", url, "--force"], { cwd })).status).toBe(0);
  expect(readFileSync(join(cwd, "victim.txt"), "utf8")).toBe("old");
  expect(lstatSync(join(cwd, "x.txt")).isFile()).toBe(true);
  expect(readFileSync(join(cwd, "x.txt"), "utf8")).toBe("new");
});

covers(["DOWNLOAD_001"], "a disk that is full leaves nothing behind", async () => {
  const { url } = await withArtifacts([
    { artifactId: "a", parts: [{ raw: base64("x".repeat(100_000)), filename: "large.bin" }] },
  ]);
  const cwd = temporaryFolder();
  // A limit on the size of files is as near to a full disk as a test gets without one.
  const command = `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`;
  const args = ["-c", command, process.execPath, BIN, "task", "download", "t", "-a", url, "-o", "json"];
  const failed = await promisify(execFile)("bash", args, { cwd, env: { PATH: process.env.PATH, HOME: cwd } }).catch(
    (error) => error,
  );
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout).error).toMatchObject({
    code: "A2ACLI_ERR_INTERNAL",
    message: expect.stringContaining("large.bin cannot be written: file too large"),
  });
  expect(readdirSync(cwd)).toEqual([]);
});

covers(["PUSH_001"], "push-config create, get, list, delete", async () => {
  const { url } = await liveAgent({ card: { capabilities: { pushNotifications: true } } });
  const { id: taskId } = (await json(["send", "-a", url, "task:input:?"])).task;
  const hook = ["--webhook-url", "http://127.0.0.1:9/hook", "--webhook-token", "t0ken-123"];
  const created = await json(["task", "push-config", "create", taskId, "-a", url, ...hook]);
  expect(created).toMatchObject({ taskId, url: "http://127.0.0.1:9/hook", id: expect.stringMatching(/./) });
  expect((await json(["task", "push-config", "get", taskId, created.id, "-a", url])).url).toBe(created.url);
  expect((await json(["task", "push-config", "list", taskId, "-a", url])).configs).toHaveLength(1);
  const text = await a2a(["task", "push-config", "list", taskId, "-a", url]);
  expect(field(text.stdout, "Push config")).toBe(created.id);
  expect(text.stdout).not.toContain("t0ken-123");
  for (const _ of ["once", "again"])
    expect((await a2a(["task", "push-config", "delete", taskId, created.id, "-a", url])).status).toBe(0);
  expect((await json(["task", "push-config", "list", taskId, "-a", url])).configs ?? []).toEqual([]);
  expect((await json(["task", "push-config", "create", "no-such", "-a", url, ...hook])).error.code).toBe(
    "TaskNotFoundError",
  );
  expect((await json(["task", "push-config", "create", taskId, "-a", url])).error.code).toBe("A2ACLI_ERR_USAGE");
});

covers(
  ["PUSH_002"],
  "webhook receives, verifies and shows what an agent pushes, until the task has ended",
  async () => {
    const { url, gates } = await liveAgent({ card: { capabilities: { pushNotifications: true } } });
    const { id: taskId } = (await json(["send", "-a", url, "--async", "task:work;gate:g;art:a:hi;done"])).task;
    const receiver = start(["webhook", "--task-id", taskId, "-o", "json"]);
    await receiver.until(/^Push to it: /m);
    const hook = field(receiver.stderr(), "Listening") ?? "";
    const token = field(receiver.stderr(), "Token") ?? "";
    expect(
      (await fetch(hook, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status,
    ).toBe(401);
    const words = (field(receiver.stderr(), "Push to it") ?? "").replace("TASK-ID", taskId).split(" ").slice(1);
    expect((await a2a([...words, "-a", url])).status).toBe(0);
    gates.open("g");
    const { status, stdout, stderr } = await receiver.done;
    expect(status).toBe(0);
    const events = lines(stdout);
    expect(events.at(-1).statusUpdate).toMatchObject({ taskId, status: { state: "TASK_STATE_COMPLETED" } });
    expect(events.some(({ artifactUpdate }) => artifactUpdate)).toBe(true);
    expect(stderr).toContain("Warning: a delivery was refused: HTTP 401");
    expect(token).toMatch(/^[0-9a-f]{32}$/);
  },
);

covers(["PUSH_002"], "send can name the webhook; the receiver stops with SIGINT and status 0", async () => {
  const { url } = await liveAgent({ card: { capabilities: { pushNotifications: true } } });
  const receiver = start(["webhook", "--webhook-token", "t0ken-123"]);
  await receiver.until(/^Listening: /m);
  const hook = field(receiver.stdout(), "Listening") ?? "";
  await a2a(["send", "-a", url, "task:work;art:a:hi;done", "--webhook-url", hook, "--webhook-token", "t0ken-123"]);
  await receiver.until(/^State: TASK_STATE_COMPLETED$/m);
  expect(receiver.stdout()).toMatch(/^Task: \S+\nContext: \S+\n/m);
  receiver.child.kill("SIGINT");
  expect((await receiver.done).status).toBe(0);
  expect(receiver.stdout()).not.toContain("t0ken-123");
});

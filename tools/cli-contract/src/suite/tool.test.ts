import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { a2a, BIN, field, json, lines, start } from "../harness/a2a.ts";
import { events, liveAgent, playedAgent } from "../harness/agents.ts";
import { atTerminal } from "../harness/at-terminal.ts";
import { covers } from "../harness/covers.ts";

const CLI = join(BIN, "../..");
const run = promisify(execFile);

covers(["CLI_001"], "help and --version", async () => {
  for (const args of [[], ["--help"], ["-h"], ["help"], ["task", "--help"], ["help", "task", "push-config"]]) {
    const { status, stdout, stderr } = await a2a(args);
    expect({ status, stderr }, args.join(" ")).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage:\n {2}a2a /m);
  }
  for (const flag of ["--version", "-v"])
    expect(await a2a([flag])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect((await json(["sned", "hi"])).error).toMatchObject({
    message: expect.stringContaining("did you mean send?"),
    hint: "a2a help send",
  });
});

/** The commands that help lists. */
const commands = (await run(process.execPath, [BIN, "help"])).stdout
  .split("\n")
  .flatMap((line) => /^ {2}([a-z-]+(?: [a-z-]+)*?)(?: [<[].*| {2,}.*|$)/.exec(line)?.[1] ?? [])
  .filter((name) => !name.startsWith("a2a"));

test("every command is listed once", () => {
  expect(commands.length).toBeGreaterThan(15);
  expect(new Set(commands).size).toBe(commands.length);
});

test.each(["", ...commands])("the help of %j is as it was", async (name) => {
  const { status, stdout } = await a2a(["help", ...name.split(" ").filter(Boolean)]);
  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`__snapshots__/help/${name.replaceAll(" ", "-") || "a2a"}.txt`);
});

test("each command reads few files: a start costs as much as what it reads", async () => {
  const { url } = await liveAgent();
  const files = async (...args: string[]) => {
    const { stderr } = await a2a(args, { env: { NODE_OPTIONS: `--import data:text/javascript,${COUNT_FILES}` } });
    return Number(/^files: (\d+)$/m.exec(stderr)?.[1]);
  };
  expect(await files("--version")).toBeLessThanOrEqual(3);
  for (const line of ["card get", "send hi", "task get t", "task list"])
    expect(await files(...line.split(" "), "-a", url), line).toBeLessThanOrEqual(9);
});

/** A module, as a part of a URL, that tells at the end how many files were imported. */
const COUNT_FILES = encodeURIComponent(`
  import { registerHooks } from "node:module";
  let files = 0;
  registerHooks({ load(url, context, next) { if (url.startsWith("file:")) files += 1; return next(url, context); } });
  process.on("exit", () => process.stderr.write(\`files: \${files}\\n\`));
`);

covers(["CLI_002"], "completion bash, in a bash", async () => {
  const script = `
    a2a() { '${process.execPath}' '${BIN}' "$@"; }
    source <(a2a completion bash)
    COMP_WORDS=(a2a task push-config ""); COMP_CWORD=3; _a2a; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await run("bash", ["--norc", "-c", script]);
  expect(stdout.trim().split(" ").sort()).toEqual(["create", "delete", "get", "list"]);
  for (const shell of ["zsh", "fish"])
    expect((await a2a(["completion", shell])).stdout).toContain(`completion ${shell} -- `);
  expect((await a2a(["completion", "tcsh"])).status).toBe(2);
});

covers(
  ["SKILL_001", "SKILL_002"],
  "one skill in the package: short, pointing at help, naming no requirement",
  async () => {
    const { files } = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8"));
    const skills = readdirSync(join(CLI, "skills"), { recursive: true }).filter((path) =>
      String(path).endsWith("SKILL.md"),
    );
    expect(skills).toEqual([join("a2a", "SKILL.md")]);
    expect(files).toContain("skills/a2a/SKILL.md");
    const text = readFileSync(join(CLI, "skills/a2a/SKILL.md"), "utf8");
    expect(text).toMatch(/^---\nname: a2a\ndescription: .{40,1024}\ncompatibility: .+\n---\n/);
    expect(text).toContain("`a2a help`");
    expect(text.length).toBeLessThan(3_000);
    expect(text).not.toMatch(/A2ACLI_[A-Z_]+_\d{3}|MUST|SHALL|§/);
  },
);

covers(["DEMO_SERVER_001"], "demo-server is an agent to practise with, until SIGINT", async () => {
  const server = start(["demo-server", "--port", "0"]);
  await server.until(/^Try: .*reject/m);
  const url = field(server.stdout(), "Listening") ?? "";
  expect((await json(["send", "-a", url, "say hi there"])).message.parts).toEqual([{ text: "hi there" }]);
  expect((await json(["send", "-a", url, "anything else"])).task.artifacts[0].parts).toEqual([
    { text: "anything else" },
  ]);
  expect((await json(["send", "-a", url, "files"])).task.artifacts).toHaveLength(3);
  const { task } = await json(["send", "-a", url, "ask"]);
  expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const answered = await json(["send", "-a", url, "--task-id", task.id, "Ada"]);
  expect(answered.task.status.message.parts).toEqual([{ text: "Hello, Ada!" }]);
  const signedIn = await a2a(["send", "-a", url, "sign-in", "--await-auth", "--poll-interval", "200ms"]);
  expect(field(signedIn.stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect((await json(["card", "get", "--extended", "-a", url, "--bearer", "demo-token"])).description).toContain(
    "for those who have shown",
  );
  expect(await a2a(["card", "get", "--validate", "-a", url])).toMatchObject({ status: 0 });
  const taken = await a2a(["demo-server", "--port", new URL(url).port]);
  expect(taken).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("another program listens there; --port 0"),
  });
  server.child.kill("SIGINT");
  expect((await server.done).status).toBe(0);
});

covers(
  ["CHAT_001", "OUT_005"],
  "chat carries context and task; without a terminal each line is a turn, and nothing is asked",
  async () => {
    const { url, calls } = await liveAgent();
    const turns = ["task:input:which?", "task:done", "", "task:done"];
    const { status, stdout } = await a2a(["chat", "-a", url], { stdin: `${turns.join("\n")}\n` });
    expect(status).toBe(0);
    expect(stdout.match(/^State: TASK_STATE_COMPLETED$/gm)).toHaveLength(2);
    expect(stdout).not.toContain("> ");
    const messages = calls("SendStreamingMessage").map(({ call }) => call.params?.message as Record<string, string>);
    const [first, second, third] = messages;
    expect(messages).toHaveLength(3);
    expect(first?.contextId).toBeUndefined();
    expect(second).toMatchObject({ contextId: expect.any(String), taskId: expect.any(String) });
    expect(third?.contextId).toBe(second?.contextId);
    expect(third?.taskId).toBeUndefined();
    const asJson = await a2a(["chat", "-a", url, "-o", "json"], { stdin: "message:one\nmessage:two" });
    expect(lines(asJson.stdout).map(({ message }) => message.parts[0].text)).toEqual(["one", "two"]);
  },
);

covers(["CHAT_001"], "at a terminal, chat prompts and answers, and says how to go on", async () => {
  const { url } = await liveAgent();
  const chat = atTerminal(["chat", "-a", url]);
  chat.type("task:input:which one?\nmessage:that one\n/help\n/quit\n");
  expect(await chat.done).toBe(0);
  const shown = chat.shown();
  expect(shown).toContain("Scripted agent: /new begins a new context");
  expect(shown).toContain("which one?");
  expect(shown).toMatch(/State: TASK_STATE_INPUT_REQUIRED\r?\nanswer> /);
  expect(shown).toContain("that one");
  expect(shown).toMatch(/Resume: a2a chat --context-id \S+/);
});

covers(["CHAT_001"], "Ctrl-D while the agent answers ends the chat after what was typed before it", async () => {
  const { url } = await liveAgent();
  const chat = atTerminal(["chat", "-a", url]);
  await chat.until(/\n> /);
  chat.type("task:input:which one?\nmessage:that one\n\x04");
  expect(await chat.done).toBe(0);
  expect(chat.shown()).toContain("which one?");
  expect(chat.shown()).toMatch(/\nthat one\r?\n/);
  expect(chat.shown()).toMatch(/Resume: a2a chat --context-id \S+/);
});

covers(
  ["CHAT_001"],
  "Ctrl-C stops what was just said, and the chat goes on, also where it comes with its Enter",
  async () => {
    const { url, calls } = await liveAgent();
    const chat = atTerminal(["chat", "-a", url]);
    await chat.until(/\n> /);
    chat.type("task:work:busy;hang\n\x03");
    await chat.until(/Interrupted.*> $/s);
    chat.type("task:work:busy;hang\n");
    await chat.until(/\nbusy/);
    chat.type("\x03");
    await chat.until(/Hint: a2a task get \S+.*> $/s);
    chat.type("message:still here\n");
    await chat.until(/\nstill here.*> $/s);
    chat.type("\x03");
    expect(await chat.done).toBe(0);
    expect(calls("SendStreamingMessage")).toHaveLength(2);
  },
);

covers(
  ["CHAT_001", "TASK_POLL_004"],
  "an answer of a chat is waited for when its stream ends early, and where there is none",
  async () => {
    const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
    const done = {
      ...task,
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ artifactId: "a", parts: [{ text: "in the end" }] }],
    };
    for (const streaming of [true, false]) {
      const { url } = await playedAgent(
        ({ method, id }) => {
          if (method === "SendStreamingMessage") return events(id, [{ task }], { cut: true });
          if (method === "SubscribeToTask") return new Response("", { status: 503 });
          return method === "SendMessage" ? { task } : done;
        },
        { capabilities: { streaming } },
      );
      const chat = atTerminal(["chat", "-a", url, "--poll-interval", "10ms"]);
      await chat.until(/\n> /);
      chat.type("hi\n/quit\n");
      expect(await chat.done).toBe(0);
      expect(chat.shown()).toMatch(/\nin the end\r?\n/);
      expect(chat.shown()).not.toContain("Error");
    }
  },
);

covers(["CHAT_001"], "a chat that is terminated ends, at its prompt or in an answer", async () => {
  const { url } = await liveAgent();
  const atPrompt = atTerminal(["chat", "-a", url]);
  await atPrompt.until(/\n> /);
  process.kill(atPrompt.pid(), "SIGTERM");
  expect(await atPrompt.done).toBe(143);
  const inAnswer = atTerminal(["chat", "-a", url]);
  await inAnswer.until(/\n> /);
  inAnswer.type("task:work:busy;hang\n");
  await inAnswer.until(/\nbusy/);
  process.kill(inAnswer.pid(), "SIGTERM");
  expect(await inAnswer.done).toBe(143);
  expect(inAnswer.shown()).toMatch(/Hint: a2a task get \S+/);
  expect(inAnswer.shown()).toMatch(/Resume: a2a chat --context-id \S+/);
});

covers(["CHAT_001"], "a chat that is hung up ends, and leaves the terminal as it was", async () => {
  const { url } = await liveAgent();
  const chat = atTerminal(["chat", "-a", url], { after: "stty -a" });
  await chat.until(/\n> /);
  process.kill(chat.pid(), "SIGHUP");
  expect(await chat.done).toBe(0);
  expect(chat.shown()).toMatch(/Code: A2AKIT_ERR_TERMINATED.* icanon .* echo /s);
});

covers(["CHAT_001"], "a chat goes on after Ctrl-Z", async () => {
  const { url } = await liveAgent();
  const chat = atTerminal(["chat", "-a", url], { term: "xterm" });
  await chat.until(/> /);
  chat.type("\x1a");
  // What continues it must find it waiting for that, as the job control of a shell does.
  await expect.poll(() => catches(chat.pid(), constants.signals.SIGCONT), { timeout: 20_000 }).toBe(true);
  process.kill(chat.pid(), "SIGCONT");
  await expect.poll(() => catches(chat.pid(), constants.signals.SIGCONT), { timeout: 20_000 }).toBe(false);
  chat.type("message:still here\n/quit\n");
  expect(await chat.done).toBe(0);
  expect(chat.shown()).toMatch(/\nstill here\r?\n/);
});

/** Whether a process listens to a signal, as Linux tells: a mask, in hexadecimal. */
function catches(pid: number, signal: number): boolean {
  const [, mask = "0"] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

covers(
  ["OUT_005", "OUT_001"],
  "a terminal changes nothing of text or JSON; progress is on standard error alone",
  async () => {
    const { url } = await liveAgent();
    const silent = atTerminal(["send", "-a", url, "-o", "json", "task:work;wait:1500;done"], { tail: "2>/dev/null" });
    expect(await silent.done).toBe(0);
    expect(JSON.parse(silent.shown()).task.status.state).toBe("TASK_STATE_COMPLETED");
    const both = atTerminal(["send", "-a", url, "task:work;wait:1500;done"]);
    expect(await both.done).toBe(0);
    expect(both.shown()).toMatch(/Waiting: TASK_STATE_WORKING, \d/);
  },
);

covers(["CONFORM_001"], "conformance checks a live agent and reports each check", async () => {
  const { url } = await liveAgent();
  const { status, stdout } = await a2a(["conformance", url, "--send", "task:work;art:a:hi;done", "-o", "json"]);
  expect(JSON.stringify(JSON.parse(stdout))).toMatch(/pass/);
  expect(status).toBe(0);
});

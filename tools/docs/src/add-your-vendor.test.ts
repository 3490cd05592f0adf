import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Block, fencedBlocks } from "./snippets.ts";

const root = join(import.meta.dirname, "../../..");
/** Empty, and inside this package, so that the packages resolve as if they were installed. */
const folder = join(import.meta.dirname, "../.snippets-vendor/tidewater");
const blocks = fencedBlocks(readFileSync(join(root, "docs/add-your-vendor.md"), "utf8"));
const STEP_TIMEOUT_MS = 60_000;
/** Where the page supposes that the mock listens; here it takes a free port. */
const PORT = "4100";

let mock: ChildProcess | undefined;
let port = PORT;

beforeAll(() => {
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(async () => {
  if (mock && mock.exitCode === null) {
    mock.kill("SIGINT");
    await once(mock, "close");
  }
  rmSync(dirname(folder), { recursive: true, force: true });
});

const steps = blocks.filter(({ info }) => /^(yaml|typescript) \S+$|^console walk$/.test(info));

it("the page has files and commands", () => {
  expect(steps.length).toBeGreaterThan(9);
  expect(blocks.filter((block) => !steps.includes(block))).toEqual([]);
});

// In the order of the page, from an empty folder.
it.each(steps.map((step) => [`${step.line}: ${step.text.split("\n")[0]}`, step] as const))(
  "docs/add-your-vendor.md:%s",
  async (_, step) => {
    const [, path] = step.info.split(" ");
    if (step.info !== "console walk") write(path ?? "", step.text);
    else await check(step);
  },
);

it("what was generated and what calls it compile under strict settings", async () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--verbatimModuleSyntax"];
  const options = [...strict, "--noEmit", "--allowImportingTsExtensions", "--module", "nodenext", "--target", "es2023"];
  const files = ["src/ask.ts", "src/tidewater/mini.ts"];
  const said = await promisify(execFile)(process.execPath, [tsc, ...options, "--types", "node", ...files], {
    cwd: folder,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  expect(said).toBe("");
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text.replaceAll(`:${PORT}`, `:${port}`));
}

/** Runs the command of a block, and compares what it prints with what follows it. */
async function check({ text }: Block): Promise<void> {
  const [, command = "", wanted = ""] = /^\$ ([^\n]*)\n(.*)$/s.exec(text) ?? [];
  const printed = command.startsWith("a2a mock ") ? await startMock(command) : await run(command);
  expect(withoutIds(printed.replaceAll(`:${port}`, `:${PORT}`))).toBe(withoutIds(wanted));
}

const shell = (command: string) =>
  `a2a() { "${process.execPath}" "${join(root, "packages/cli/src/bin.ts")}" "$@"; }; node() { "${process.execPath}" "$@"; }; ${command.replaceAll(`:${PORT}`, `:${port}`)}`;

async function run(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", shell(command)], { cwd: folder, timeout: STEP_TIMEOUT_MS });
  return stdout;
}

async function startMock(command: string): Promise<string> {
  const args = command.replace(`--port ${PORT}`, "--port 0").split(" ").slice(1);
  const child = spawn(process.execPath, [join(root, "packages/cli/src/bin.ts"), ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  mock = child;
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, "close").then(() => Promise.reject(new Error(`${command} has ended: ${text}`)));
  ended.catch(() => {});
  while (!text.includes("Stop: ")) await Promise.race([once(child.stdout, "data"), ended]);
  port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? PORT;
  return text;
}

const withoutIds = (text: string) =>
  text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { type Program, startProgram } from "@a2akit/demo-agent/program";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSnippets, findTranscripts, type Snippet } from "./snippets.ts";

const root = join(import.meta.dirname, "../../..");
/** Inside this package, so that imports resolve the way they do for a user who installed the packages. */
const folder = join(import.meta.dirname, "../.snippets");
const RUN_TIMEOUT_MS = 60_000;
/** Where pages suppose that the demo agent listens; snippets run against one that was started for them, on any free port. */
const AGENT_URL = "http://127.0.0.1:4000";

const pages = globSync(["*.md", "docs/**/*.md", "{packages,apps,tools}/*/README.md", "specs/README.md"], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), "utf8");
const snippets = pages.flatMap((page) => findSnippets(page, read(page)));
const transcripts = pages.flatMap((page) => findTranscripts(page, read(page)));
const place = ({ file, line }: { file: string; line: number }) => `${file}:${line}`;
const pathOf = (snippet: Snippet) => join(folder, `${snippet.file.replaceAll(/[^\w]/g, "-")}-${snippet.line}.ts`);

let agent: Program;
/** Servers that pages start: page and the port that it names → where one listens. */
const started = new Map<string, Program>();

beforeAll(async () => {
  const args = ["--port", "0", "--store", "memory"];
  agent = await startProgram(join(root, "apps/demo-agent/src/main.ts"), args, /http:\/\/127\.0\.0\.1:\d+/);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const snippet of snippets) {
    writeFileSync(pathOf(snippet), snippet.code.replaceAll(AGENT_URL, agent.ready[0]));
  }
});
afterAll(async () => {
  for (const program of started.values()) await program.stop();
  await agent.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("snippets in the documentation", () => {
  it("are there", () => {
    expect(snippets.length).toBeGreaterThan(0);
    expect(transcripts.length).toBeGreaterThan(0);
  });

  it("compile under the project's own strict settings", () => {
    const base = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, root);
    // The declarations of frameworks are theirs to keep; those of a2akit are checked by tools/pack-check.
    const settings = { ...options, types: ["node"], noUnusedLocals: false, skipLibCheck: true };
    const program = ts.createProgram(snippets.map(pathOf), settings);
    const problems = ts.getPreEmitDiagnostics(program).map((problem) => {
      const at = problem.file?.getLineAndCharacterOfPosition(problem.start ?? 0);
      const where = problem.file ? relative(dirname(folder), problem.file.fileName) : "";
      return `${where}:${(at?.line ?? 0) + 1} ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`;
    });
    expect(problems).toEqual([]);
  });

  it.each(snippets.filter((snippet) => snippet.run).map((snippet) => [place(snippet), snippet] as const))(
    "%s runs and prints what the page says",
    async (_, snippet) => {
      const { stdout } = await promisify(execFile)(process.execPath, [pathOf(snippet)], { timeout: RUN_TIMEOUT_MS });
      if (snippet.output !== undefined) expect(stdout).toBe(snippet.output);
    },
  );

  it.each(transcripts.map((transcript) => [place(transcript), transcript] as const))(
    "%s: the command prints what the page says, but for ids and times",
    async (_, { file, command, output, stays }) => {
      const stdout = stays ? await stay(file, command) : await runCommand(file, command);
      expect(withoutIds(asOnPage(file, stdout))).toBe(withoutIds(output));
    },
  );
});

const bin = join(root, "packages/cli/src/bin.ts");

/** The servers that a page may call: as it names them, and where they are. */
function serversOf(file: string): (readonly [named: string, real: string])[] {
  const own = [...started].filter(([key]) => key.startsWith(`${file}:`));
  return [
    [AGENT_URL, agent.ready[0]],
    ...own.map(([key, program]) => [`http://127.0.0.1:${key.slice(file.length + 1)}`, program.ready[0]] as const),
  ];
}

function asOnPage(file: string, text: string): string {
  return serversOf(file).reduce((changed, [named, real]) => changed.replaceAll(real, named), text);
}

async function runCommand(file: string, command: string): Promise<string> {
  const a2a = `a2a() { "${process.execPath}" "${bin}" "$@"; }`;
  const line = serversOf(file).reduce((changed, [named, real]) => changed.replaceAll(named, real), command);
  return (await promisify(execFile)("sh", ["-c", `${a2a}; ${line}`], { timeout: RUN_TIMEOUT_MS, cwd: root })).stdout;
}

/** Starts a server on a free port in place of the one that the page names, and gives what it prints up to "Stop: Ctrl-C". */
async function stay(file: string, command: string): Promise<string> {
  const port = /--port (\d+)/.exec(command)?.[1];
  if (port === undefined) throw new Error(`${command}: a server on a page names its port`);
  const [, ...words] = command.replace(`--port ${port}`, "--port 0").split(" ");
  const args = words.map((word) => (existsSync(join(root, word)) ? join(root, word) : word));
  const program = await startProgram(bin, args, /http:\/\/127\.0\.0\.1:\d+(?=[\s\S]*Stop: Ctrl-C\n)/);
  started.set(`${file}:${port}`, program);
  return program.ready.input ?? "";
}

const withoutIds = (text: string) =>
  text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

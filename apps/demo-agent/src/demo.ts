/**
 * The demonstration: starts the demo agent, sends it the request that a vendor's OpenAPI file gives as its example, once in each dialect, through the
 * command line that users have, shows what came back, and stops everything.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";
import { examples } from "@a2akit/protocol/examples/cdq-genius";
import { DEMO_API_KEY } from "./card.ts";
import { runProgram, startProgram } from "./demo/program.ts";

const CARD_PATH = ".well-known/agent-card.json";
/** Characters of a JSON body that are shown. */
const WIRE_WIDTH = 150;

interface Call {
  readonly title: string;
  readonly about: string;
  readonly path: string;
  readonly options: readonly string[];
}

/** The card tells which dialect is spoken, except where two dialects share one shape of card. */
const CALLS: readonly Call[] = [
  { title: "Canonical A2A 1.0", about: "POST /, result wrapped as {task}", path: "/", options: [] },
  {
    title: "CDQ Genius",
    about: "POST /cdq/, flat card, X-API-KEY, bare result",
    path: "/cdq/",
    options: ["--api-key", DEMO_API_KEY],
  },
  {
    title: "MolTrust",
    about: "POST /a2a, params in snake_case",
    path: "/a2a/",
    options: ["--dialect", "moltrust"],
  },
];

const heading = (line: string) => styleText(["bold", "cyan"], line);
const quiet = (line: string) => styleText("dim", line);
const say = (...lines: string[]) => process.stdout.write(`${lines.join("\n")}\n`);

/** The request of the vendor's own example. */
function exampleText(): string {
  for (const example of examples) {
    if (example.kind === "request" && example.method === "SendMessage")
      return example.value.params.message.parts[0].text;
  }
  throw new Error("The vendor file has no example of a SendMessage request");
}

/** The command as a person would type it. */
function typed(args: readonly string[]): string {
  return ["a2a", ...args].map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `"${word}"`)).join(" ");
}

/** The built command line. Not a dependency: pnpm would look for its binary at every install, before there is one. */
const A2A_BINARY = fileURLToPath(new URL("../../../packages/cli/dist/bin.js", import.meta.url));

/** What went over the wire, as `--debug` logs it: the last request body and the last answer. */
function wire(log: string): string[] {
  const bodies = [...log.matchAll(/^debug .* ([<>]) (\{.*)$/gm)].slice(-2);
  return bodies.map(
    ([, direction = "", body = ""]) =>
      `${direction} ${body.length > WIRE_WIDTH ? `${body.slice(0, WIRE_WIDTH)}…` : body}`,
  );
}

async function show(call: Call, base: string): Promise<boolean> {
  const card = new URL(`${call.path}${CARD_PATH}`, base).href;
  const args = ["send", "--debug", "--agent-card", card, ...call.options, "--text", exampleText()];
  const { code, out, err } = await runProgram(A2A_BINARY, args);
  const complaints = err.split("\n").filter((line) => line !== "" && !line.startsWith("debug "));
  say("", `${heading(`── ${call.title}`)} ${quiet(call.about)}`, `$ ${typed(args)}`, "");
  say(...wire(err).map((line) => quiet(`  ${line}`)), "");
  say(...[...out.trimEnd().split("\n"), ...complaints].map((line) => `  ${line}`.trimEnd()));
  return code === 0;
}

/** The agent's usual store, in a folder that goes with the demo. */
const folder = mkdtempSync(join(tmpdir(), "a2akit-demo-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const agent = await startProgram(
  fileURLToPath(new URL("main.js", import.meta.url)),
  ["--port", "0", "--store", `sqlite:${join(folder, "tasks.db")}`],
  /http:\/\/127\.0\.0\.1:\d+/,
);
let failed = 0;
try {
  const [base] = agent.ready;
  say(
    heading("One agent, three dialects"),
    `The demo agent finds business partners in a small sample register. It listens on ${base}.`,
  );
  for (const call of CALLS) if (!(await show(call, base))) failed++;
} finally {
  const code = await agent.stop();
  say(
    "",
    quiet(
      `The agent has stopped${code === 0 ? "" : ` with exit code ${code}`}. \`npm start\` starts it for as long as you like; a2a is packages/cli/dist/bin.js, for Node 22.13 or newer, such as node_modules/node/bin/node.`,
    ),
  );
  if (code !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;

import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tokenize } from "../command-line/tokenize.ts";
import { runCli } from "../run-cli.test-helper.ts";
import { agentFileNames } from "./agent-file-names.ts";
import { MAX_ENV_FILE_BYTES } from "./env-file.ts";
import { mergeLayers, readLayers, sourceOf } from "./layers.ts";

let root: string;
let env: Record<string, string>;
let cwd: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "a2a-layers-"));
  env = { HOME: join(root, "home") };
  cwd = join(root, "project/deep");
  mkdirSync(cwd, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string, mode = 0o600): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}
const read = (...argv: string[]) => readLayers(tokenize(argv), { env, cwd, signal: new AbortController().signal });
const value = async (name: string, ...argv: string[]) => mergeLayers((await read(...argv)).layers)[name];

describe("precedence (CONFIG_002)", () => {
  test("environment, local file, the agent's file, global file", async () => {
    const files = {
      local: write("project/.env", "A2ACLI_AGENT_CARD=https://agents.example/x/\nA2ACLI_TIMEOUT=1s\nOTHER=ignored\n"),
      own: write("home/.config/a2a-cli/agents/agents.example.env", "A2ACLI_TIMEOUT=2s\nA2ACLI_OUTPUT=json\n"),
      global: write("home/.config/a2a-cli/.env", "A2ACLI_TIMEOUT=3s\nA2ACLI_OUTPUT=text\nA2ACLI_DEBUG=true\n"),
    };
    const { layers, problems, warnings } = await read("task", "list");
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(layers.map(({ source }) => source)).toEqual(["environment", files.local, files.own, files.global]);
    const merged = mergeLayers(layers);
    expect(merged).toMatchObject({ A2ACLI_TIMEOUT: "1s", A2ACLI_OUTPUT: "json", A2ACLI_DEBUG: "true" });
    expect(merged).not.toHaveProperty("OTHER");
    expect(sourceOf("A2ACLI_OUTPUT", layers)).toBe(files.own);
    env.A2ACLI_TIMEOUT = "4s";
    expect(await value("A2ACLI_TIMEOUT")).toBe("4s");
    env.A2ACLI_TIMEOUT = "";
    expect(await value("A2ACLI_TIMEOUT")).toBe("1s");
  });

  test("--config stands in for the nearest file; the flag beats its variable", async () => {
    write("project/.env", "A2ACLI_DIALECT=local\n");
    const other = write("other.env", "A2ACLI_DIALECT=other\n");
    env.A2ACLI_CONFIG = write("third.env", "A2ACLI_DIALECT=third\n");
    expect(await value("A2ACLI_DIALECT")).toBe("third");
    expect(await value("A2ACLI_DIALECT", "task", "list", "--config", other)).toBe("other");
  });

  test("a file for one agent is found by its reference, and cannot say which agent is meant", async () => {
    write(
      "home/.config/a2a-cli/agents/agents.example_a2a.env",
      "A2ACLI_DIALECT=x\nA2ACLI_AGENT_CARD=https://evil.example/\n",
    );
    for (const reference of ["agents.example/a2a/", "https://agents.example/a2a/.well-known/agent-card.json"]) {
      expect(await value("A2ACLI_DIALECT", "send", "-a", reference), reference).toBe("x");
      expect(await value("A2ACLI_AGENT_CARD", "send", "-a", reference)).toBeUndefined();
    }
    expect(await value("A2ACLI_DIALECT", "send", "-a", "agents.example")).toBeUndefined();
    expect(await value("A2ACLI_DIALECT", "send", "-a", "other.example/a2a/")).toBeUndefined();
  });

  test.each([
    [
      "https://Agents.Example:8443/a/b/",
      ["agents.example_8443_a_b.env", "agents.example_8443_a.env", "agents.example_8443.env"],
    ],
    ["127.0.0.1:4000", ["127.0.0.1_4000.env"]],
    [
      "https://h/../../etc/passwd?x=../y",
      ["h_.._.._etc_passwd.env", "h_.._.._etc.env", "h_.._...env", "h_...env", "h.env"],
    ],
  ])("%s has the names %j", (reference, want) => {
    expect(agentFileNames(reference)).toEqual(want);
  });

  test("XDG_CONFIG_HOME is where it says", async () => {
    env.XDG_CONFIG_HOME = join(root, "xdg");
    write("xdg/a2a-cli/.env", "A2ACLI_DIALECT=xdg\n");
    expect(await value("A2ACLI_DIALECT")).toBe("xdg");
  });
});

describe("what is not taken", () => {
  test("settings below a home that is no folder, as service users have, and above a folder that nothing is seen of", async () => {
    env.HOME = write("home", "");
    cwd = join(env.HOME, "x".repeat(1_000));
    expect(await read("task", "list", "-a", "agents.example")).toMatchObject({ problems: [], warnings: [] });
  });

  test.skipIf(process.platform === "win32")("a secret that others can read (CONFIG_001)", async () => {
    const file = write("project/.env", "A2ACLI_BEARER=t0ken\nA2ACLI_AGENT_CARD=http://127.0.0.1:1/\n", 0o644);
    const failed = await runCli(["task", "list"], { env, cwd });
    expect(failed).toMatchObject({ status: 2, stdout: "" });
    expect(failed.stderr).toContain(`${file} holds A2ACLI_BEARER, and others can read it\n`);
    expect(failed.stderr).toContain(`Hint: chmod 600 '${file}'\n`);
    expect((await runCli(["help", "task", "list"], { env, cwd })).status).toBe(0);
    const shown = await runCli(["config", "show"], { env, cwd });
    expect(shown.status).toBe(0);
    expect(shown.stderr).toContain("others can read it");
    chmodSync(file, 0o600);
    expect((await read()).problems).toEqual([]);
    expect(write("project/.env", "A2ACLI_TIMEOUT=1s\n", 0o644)).toBe(file);
    expect((await read()).problems).toEqual([]);
  });

  test("a file beyond the limit", async () => {
    const file = write("project/.env", "");
    truncateSync(file, MAX_ENV_FILE_BYTES + 1);
    expect(String((await read()).problems)).toContain(`larger than ${MAX_ENV_FILE_BYTES} bytes`);
  });

  test.each([
    ["a file that is not there", () => join(root, "none.env"), /^--config: there is no .*none\.env$/],
    ["a folder", () => root, /^--config: .* is a folder$/],
    ["a device that never ends", () => "/dev/zero", /^--config: \/dev\/zero is larger than \d+ bytes$/],
  ])("%s that --config or its variable names: no command runs that uses settings", async (_, path, want) => {
    for (const [args, variables] of [
      [["--config", path()], {}],
      [[], { A2ACLI_CONFIG: path() }],
    ] as const)
      for (const command of [
        ["config", "show"],
        ["task", "list", "-a", "agents.example"],
        ["demo-server", "--port", "0"],
      ]) {
        const failed = await runCli([...command, ...args], {
          env: { ...env, ...variables, A2ACLI_OUTPUT: "json" },
          cwd,
        });
        expect(failed.status, command.join(" ")).toBe(2);
        expect(JSON.parse(failed.stdout).error).toMatchObject({
          code: "A2ACLI_ERR_USAGE",
          message: expect.stringMatching(want),
        });
      }
    const help = await runCli(["help", "send"], { env: { ...env, A2ACLI_CONFIG: path() }, cwd });
    expect(help).toMatchObject({ status: 0, stderr: "" });
  });

  test("--config without a value, as of a variable that is not set", async () => {
    const failed = await runCli(["config", "show", "--config", ""], { env, cwd });
    expect([failed.status, failed.stderr]).toEqual([2, expect.stringContaining("--config needs a value; it is empty")]);
    expect((await runCli(["config", "show"], { env: { ...env, A2ACLI_CONFIG: "" }, cwd })).status).toBe(0);
  });

  test("a name that no option has is reported with the one that was meant", async () => {
    write("project/.env", "A2ACLI_AGENTCARD=x\nA2ACLI_STREAM=1\n");
    const { warnings } = await read();
    expect(warnings).toEqual([
      expect.stringMatching(/\.env: there is no A2ACLI_AGENTCARD; did you mean A2ACLI_AGENT_CARD\?$/),
      expect.stringMatching(/\.env: there is no A2ACLI_STREAM/),
    ]);
  });

  test("a bad value names its file", async () => {
    const file = write("project/.env", "A2ACLI_TIMEOUT=soon\n");
    const { status, stderr } = await runCli(["task", "list"], { env, cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(`A2ACLI_TIMEOUT in ${file}: "soon" is not a duration`);
  });
});

describe("config show", () => {
  test("names each value with its source, and masks secrets", async () => {
    env.A2ACLI_API_KEY = "k3y-secret";
    const file = write("project/.env", "A2ACLI_BEARER=t0ken-secret\nA2ACLI_TIMEOUT=9s\n");
    const { stdout, status } = await runCli(["config", "show", "-a", "agents.example"], { env, cwd });
    expect(status).toBe(0);
    expect(stdout).toContain("agent-card: agents.example (flag)\n");
    expect(stdout).toContain("api-key: [set] (environment)\n");
    expect(stdout).toContain(`bearer: [set] (${file})\n`);
    expect(stdout).toContain(`timeout: 9s (${file})\n`);
    expect(stdout).toContain("output: text (default)\n");
    expect(stdout).toContain(`Possible file: ${join(root, "home/.config/a2a-cli/agents/agents.example.env")}\n`);
    expect(stdout).not.toMatch(/k3y|t0ken/);
    const json = JSON.parse((await runCli(["config", "show", "-o", "json"], { env, cwd })).stdout);
    expect(json.settings.timeout).toEqual({ value: "9s", source: file });
    expect(json.read).toEqual([file]);
  });
});

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { a2a, field, json, temporaryFolder } from "../harness/a2a.ts";
import { guardedAgent, liveAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";

function write(folder: string, path: string, text: string, mode = 0o600): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

covers(
  ["CONFIG_002", "CONFIG_001"],
  "flag, environment, local file, agent's file, global file, default; config show names each",
  async () => {
    const { url } = await guardedAgent("right-token");
    const home = temporaryFolder();
    const name = new URL(url).host.replace(":", "_");
    const local = write(home, "work/.env", `A2ACLI_AGENT_CARD=${url}\nA2ACLI_TIMEOUT=30s\n`);
    const own = write(home, `.config/a2a-cli/agents/${name}.env`, "A2ACLI_BEARER=right-token\nA2ACLI_TIMEOUT=40s\n");
    const global = write(
      home,
      ".config/a2a-cli/.env",
      "A2ACLI_BEARER=wrong-token\nA2ACLI_OUTPUT=json\nA2ACLI_POLL_INTERVAL=3s\n",
    );
    mkdirSync(join(home, "work/deep"));
    const world = { cwd: join(home, "work/deep"), env: { HOME: home, A2ACLI_POLL_INTERVAL: "4s" } };
    const { status, stdout } = await a2a(["send", "message:hi"], world);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty("message");
    const shown = (await a2a(["config", "show", "-o", "text", "--debug"], world)).stdout;
    for (const [label, value] of Object.entries({
      "agent-card": `${url} (${local})`,
      bearer: `[set] (${own})`,
      timeout: `30s (${local})`,
      "poll-interval": "4s (environment)",
      output: "text (flag)",
      debug: "true (flag)",
      "a2a-version": "1.0 (default)",
    }))
      expect(field(shown, label), label).toBe(value);
    expect(shown).toContain(`File: ${global}\n`);
    expect(shown).not.toMatch(/right-token|wrong-token/);
    const other = write(home, "other.env", "A2ACLI_AGENT_CARD=http://127.0.0.1:9/\n");
    expect((await json(["config", "show", "--config", other], world)).settings["agent-card"].source).toBe(other);
  },
);

covers(
  ["CONFIG_001"],
  "secrets in a file that others can read are refused, with the command that mends it",
  async () => {
    const { url } = await guardedAgent("right-token");
    const cwd = temporaryFolder();
    const file = write(cwd, ".env", "A2ACLI_BEARER=right-token\n", 0o640);
    const refused = await a2a(["send", "-a", url, "message:hi", "-o", "json"], { cwd });
    expect(refused.status).toBe(2);
    expect(JSON.parse(refused.stdout).error.hint).toBe(`chmod 600 '${file}'`);
    chmodSync(file, 0o600);
    expect((await a2a(["send", "-a", url, "message:hi"], { cwd })).status).toBe(0);
  },
);

covers(["CONFIG_001", "AUTH_004"], "no password of a URL is shown", async () => {
  const env = {
    A2ACLI_AGENT_CARD: "https://ada:s3cret-pw@agent.example/",
    A2ACLI_WEBHOOK_URL: "http://ada:s3cret-pw@x/",
  };
  const lines = ["config show", "config show -o json", "help send", "send hi", "card get -o json", "task list --debug"];
  const runs = await Promise.all(lines.map((line) => a2a(line.split(" "), { env })));
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain("s3cret-pw");
  expect(runs[0]?.stdout).toContain("agent-card: https://ada:[redacted]@agent.example/ (environment)");
  expect(runs[3]).toMatchObject({ status: 2, stderr: expect.stringMatching(/--agent-card: .*--basic/) });
});

covers(["DEFAULT_001", "CLI_001"], "six defaults, each overridable and shown in help", async () => {
  const { stdout } = await a2a(["send", "--help"]);
  for (const [option, shown] of Object.entries({
    transport: "default: the order of the card",
    async: "default: wait",
    output: "default: text",
    verbose: "default: concise",
    "a2a-version": "default: 1.0",
    insecure: "default: TLS is verified",
  }))
    expect(stdout, option).toMatch(new RegExp(`--${option}[^\\n]*(\\n\\s+[^-\\n]*)?\\([^)]*${shown}`));
  const { url } = await liveAgent();
  const concise = await a2a(["send", "-a", url, "task:echo;done", "--metadata", '{"m":1}']);
  const verbose = await a2a(["send", "-a", url, "task:echo;done", "--metadata", '{"m":1}', "--verbose"]);
  expect(concise.stdout).not.toContain("Sent:");
  expect(verbose.stdout).toMatch(/^Sent:\ntask:echo;done\n\n/);
  expect(verbose.stdout).toMatch(/^Message ID: /m);
  const effective = await a2a(["send", "--help"], { env: { A2ACLI_A2A_VERSION: "1.1", A2ACLI_OUTPUT: "json" } });
  expect(effective.stdout).toContain("A2ACLI_A2A_VERSION: 1.1");
  expect(effective.stdout).toContain("A2ACLI_OUTPUT: json");
});

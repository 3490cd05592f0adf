import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { a2a, BIN, json, temporaryFolder } from "../harness/a2a.ts";
import { cardAt, liveAgent } from "../harness/agents.ts";
import { serve } from "../harness/serve.ts";

const SPEC = fileURLToPath(new URL("../../../../specs/cdq-genius/openapi.json", import.meta.url));

describe("what is no place to write to is refused before anything is done", () => {
  test.each([
    ["--dir", (url: string) => ["task", "download", "t", "-a", url, "--dir", "taken"]],
    ["--dir", (url: string) => ["task", "download", "t", "-a", url, "--dir", "taken/below"]],
    ["--junit", (url: string) => ["conformance", url, "--junit", "none/x.xml"]],
    ["--junit", (url: string) => ["conformance", url, "--junit", "."]],
    ["--out", () => ["generate", SPEC, "--out", "taken"]],
  ])("%s", async (option, argv) => {
    const { url, seen } = await liveAgent();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "taken"), "");
    const { status, stdout } = await a2a([...argv(url), "-o", "json"], { cwd });
    expect(status).toBe(2);
    expect(JSON.parse(stdout).error).toEqual({
      code: "A2ACLI_ERR_USAGE",
      message: expect.stringMatching(`^${option}: (.* is no folder|.* is a folder|there is no folder .*)$`),
    });
    expect(seen).toEqual([]);
    expect(readdirSync(cwd)).toEqual(["taken"]);
  });

  test("auth login asks nobody for a token that could not be kept", async () => {
    const { url, seen } = await liveAgent();
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, ".config/a2a-cli"), { recursive: true });
    writeFileSync(join(cwd, ".config/a2a-cli/tokens"), "");
    const oauth = ["--token-url", `${url}token`, "--device-authorization-url", `${url}device`];
    const { error } = await json(["auth", "login", "-a", url, "--client-id", "c", ...oauth], { cwd });
    expect(error).toEqual({
      code: "A2ACLI_ERR_USAGE",
      message: `No token could be kept: ${join(cwd, ".config/a2a-cli/tokens")} is no folder`,
    });
    expect(seen.map(({ path }) => path)).toEqual(["/.well-known/agent-card.json"]);
  });

  test.runIf(existsSync("/proc/self"))("a file system that takes no folders ends them all", async () => {
    const { url } = await liveAgent();
    const { id } = (await json(["send", "-a", url, "task:art:a:hi;done"])).task;
    const runs = await Promise.all([
      a2a(["task", "download", id, "-a", url, "--dir", "/proc/nowhere/below"]),
      a2a(["generate", SPEC, "--out", "/proc/nowhere/below"]),
    ]);
    expect(runs.map(({ status }) => status)).toEqual([2, 2]);
  });
});

/** Every command line that names a file to be read, and how the error begins; a card goes by its own name. */
const READERS: readonly (readonly [begin: string, argv: (url: string, path: string) => string[]])[] = [
  ["--config: ", (url, path) => ["task", "list", "-a", url, "--config", path]],
  ["--ca: ", (url, path) => ["task", "list", "-a", url, "--ca", path]],
  ["--client-cert: ", (url, path) => ["task", "list", "-a", url, "--client-cert", path]],
  ["--jwks: ", (url, path) => ["card", "get", "-a", url, "--jwks", path]],
  ["--script: ", (_, path) => ["mock", SPEC, "--port", "0", "--script", path]],
  ["--file: ", (url, path) => ["send", "-a", url, "--file", path]],
  ["--data: ", (url, path) => ["send", "-a", url, "--data", path]],
  ["", (_, path) => ["card", "get", "-a", path]],
];

/** An agent whose card is signed, so that keys are looked for. */
async function signedAgent(): Promise<string> {
  const signatures = [{ protected: "e30", signature: "AA" }];
  const { url } = await serve((request) => Response.json(cardAt(new URL("/", request.url).href, { signatures })));
  return url;
}

describe.skipIf(process.platform === "win32")("devices and pipes are read no further than files", () => {
  test("OpenAPI files are no pipes", async () => {
    const cwd = temporaryFolder();
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const runs = await Promise.all([
      a2a(["mock", "./pipe"], { cwd }),
      a2a(["generate", "./pipe", "--out", "out"], { cwd }),
      a2a(["diff", "./pipe", SPEC], { cwd }),
      a2a(["mock", SPEC, "--overlay", "./pipe"], { cwd }),
      a2a(["doctor", "agents.example", "--dialect", "./pipe"], { cwd }),
    ]);
    for (const { status, stderr } of runs)
      expect([status, stderr]).toEqual([2, expect.stringMatching(/pipe.*give a file/s)]);
  });

  test("a card out of a pipe is read once", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "card.json"), JSON.stringify(cardAt("http://127.0.0.1:9/")));
    for (const command of ["card get", "card get --validate", "doctor", "conformance"]) {
      const script = `cat card.json | "$0" "$1" ${command} -a /dev/stdin`;
      const shown = execFileSync("sh", ["-c", script, process.execPath, BIN], { cwd, encoding: "utf8" });
      expect(shown, command).toContain("Played agent");
    }
  });

  test.each(READERS)(
    "%s: a device that never ends and a pipe without a writer are told as such",
    async (begin, argv) => {
      const url = await signedAgent();
      const pipe = join(temporaryFolder(), "pipe");
      execFileSync("mkfifo", [pipe]);
      const [device, silent] = await Promise.all([json(argv(url, "/dev/zero")), json(argv(url, pipe))]);
      expect(device.error.message).toMatch(new RegExp(`^${begin}/dev/zero is larger than \\d+ bytes$`));
      expect(silent.error.message).toBe(`${begin}${pipe} is a pipe that nobody writes to`);
    },
  );
});

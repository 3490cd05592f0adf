import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createScriptedAgent } from "@a2akit/conformance/scripted-agent";
import { optionsOf } from "@a2akit/conformance/variants";
import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FetchServer, serveFetch } from "../fetch/serve-fetch.ts";
import { createMock } from "../mock/create-mock.ts";
import { parseFault } from "../mock/fault.ts";
import { testSource } from "../mock/mock.test-helper.ts";
import { runCli } from "../run-cli.test-helper.ts";
import type { Conformance } from "./result.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "a2a-conformance-"));
const mock = createMock({
  source: testSource,
  faults: ["CancelTask:error=Internal", "remove=/error/data"].map(parseFault),
});
let broken: FetchServer;
let scripted: Serving;

beforeAll(async () => {
  broken = await serveFetch(mock.fetch, { port: 0, host: "127.0.0.1" });
  const handler = createA2AHandler({
    ...optionsOf("A"),
    agent: createScriptedAgent(),
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  scripted = await serve({ handler });
});
afterAll(async () => {
  await broken.close();
  await mock.close();
  await scripted.close();
  rmSync(folder, { recursive: true });
});

test("every rule is reported; what is demanded fails, what is advised warns", async () => {
  const { status, stdout } = await runCli(["conformance", `${broken.url}/`, "-o", "json"]);
  const { counts, results, suite }: Conformance = JSON.parse(stdout);
  expect([status, suite, counts.fail]).toEqual([1, "a2akit", 1]);
  const outcomes = new Map(results.map(({ requirements, outcome }) => [requirements[0]?.id, outcome]));
  expect(["cancel-unknown", "error-info", "get-unknown", "send-blocks"].map((id) => outcomes.get(id))).toEqual([
    "fail",
    "warn",
    "pass",
    "skip",
  ]);
});

test("the binary prints text, and JUnit to a file or to standard output", async () => {
  const junit = join(folder, "results.xml");
  const running = promisify(execFile)(process.execPath, [BIN, "conformance", `${broken.url}/`, "--junit", junit]);
  const { code, stdout } = await running.then(
    () => ({ code: 0, stdout: "" }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^Fail: Methods: CancelTask of a task that does not exist is TaskNotFoundError\. \(cancel-unknown, A2A §3\.1\.5, MUST\) – /m,
  );
  expect(stdout).toMatch(/^Failed: 1$/m);
  expect(readFileSync(junit, "utf8")).toContain('<failure type="MUST"');
  const piped = await runCli(["conformance", `${broken.url}/`, "--junit", "-"]);
  expect(piped.stdout).toMatch(/^<\?xml /);
  const nowhere = await runCli(["conformance", `${broken.url}/`, "--junit", "/no/such/folder/x.xml"]);
  expect([nowhere.status, nowhere.stdout, nowhere.stderr]).toEqual([
    2,
    "",
    "Error: --junit: there is no folder /no/such/folder\nCode: A2ACLI_ERR_USAGE\n",
  ]);
});

test("an agent that is ours is also put through the suite, with progress for who watches", async () => {
  const terminal = { stdin: false, stdout: false, stderr: true };
  const { stdout, stderr } = await runCli(["conformance", `${scripted.url}/`, "-o", "json"], { terminal });
  const { counts, results }: Conformance = JSON.parse(stdout);
  expect(
    results.filter(({ outcome }) => outcome === "fail").map(({ title, message }) => `${title}: ${message}`),
  ).toEqual([]);
  expect(counts.pass).toBeGreaterThan(100);
  expect(stderr).toContain("SendMessage: ");
});

describe("the public TCK", () => {
  /** A checkout whose Python is a program of Node that writes the report that is given. */
  function checkout(name: string, report: unknown, status = 0): string {
    const path = join(folder, name);
    mkdirSync(join(path, ".venv/bin"), { recursive: true });
    mkdirSync(join(path, "reports"));
    writeFileSync(join(path, "run_tck.py"), "");
    const program = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
console.log(process.argv.slice(2).join(" "));
${report === undefined ? "" : `writeFileSync("reports/compatibility.json", ${JSON.stringify(JSON.stringify(report))});`}
process.exitCode = ${status};
`;
    writeFileSync(join(path, ".venv/bin/python"), program);
    chmodSync(join(path, ".venv/bin/python"), 0o755);
    return path;
  }

  const row = (level: string, status: string, errors: string[] = []) => ({
    level,
    status,
    errors,
    description: `${level} ${status}`,
  });

  test("its report becomes ours (CONFORM_001)", async () => {
    const report = {
      per_requirement: {
        "CORE-1": row("MUST", "PASS"),
        "CORE-2": row("MUST", "FAIL", ["no"]),
        "CARD-1": row("SHOULD", "FAIL", ["hm"]),
        "VER-1": row("MAY", "NOT TESTED"),
      },
    };
    const { status, stdout, stderr } = await runCli([
      "conformance",
      `${broken.url}/`,
      "--tck",
      checkout("one", report, 1),
      "-o",
      "json",
    ]);
    expect(stderr).toContain(`--sut-host ${broken.url} --transport jsonrpc`);
    const { suite, counts, results }: Conformance = JSON.parse(stdout);
    expect([status, suite, counts]).toEqual([1, "a2a-tck", { pass: 1, fail: 1, warn: 1, skip: 1 }]);
    expect(results[1]).toMatchObject({
      topic: "CORE",
      outcome: "fail",
      message: "no",
      requirements: [{ id: "CORE-2", level: "MUST" }],
    });
  });

  test.each([
    ["a folder that is none", () => folder, 2, "has no run_tck.py"],
    [
      "a run that leaves no report",
      () => checkout("two", undefined, 3),
      1,
      "The TCK ended with status 3 and left no report",
    ],
    ["a report that is none", () => checkout("three", { a: 1 }), 1, "is no report of the TCK"],
  ])("%s", async (_, path, status, why) => {
    const outcome = await runCli(["conformance", `${broken.url}/`, "--tck", path()]);
    expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringContaining(why)]);
  });
});

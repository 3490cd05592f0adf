import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "./run-cli.test-helper.ts";
import { createScriptedAgent } from "./scripted-agent.test-helper.ts";

let serving: Serving;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-cli-"));
  const defaultInputModes = ["text/plain", "text/markdown", "application/json", "application/pdf"];
  const card = { name: "Scripted agent", description: "Does what it is told", version: "1.0.0", defaultInputModes };
  const { agent } = createScriptedAgent();
  serving = await serve({ handler: createA2AHandler({ agent, card, onError: () => {}, timing: { closeGrace: 0 } }) });
});
afterAll(async () => {
  await serving.close();
  await rm(folder, { recursive: true });
});

test("text, files, data and URLs arrive in order, with their media types (SEND_005, SEND_006)", async () => {
  await writeFile(join(folder, "note.txt"), "note");
  await writeFile(join(folder, "order.json"), '{"n":1}');
  const argv = [
    "send",
    "task:echo;done",
    "--file",
    "note.txt",
    "--data",
    "order.json",
    "--data",
    "-",
    "--file",
    "https://h/p/x.pdf",
    "--text",
    "end",
  ];
  const rest = ["--media-type", "text/markdown", "--metadata", '{"k":[1]}', "-o", "json", "-a", serving.url];
  const { stdout } = await runCli([...argv, ...rest], { stdin: "null", cwd: folder });
  const [artifact] = JSON.parse(stdout).task.artifacts;
  expect(artifact).toMatchObject({
    metadata: { k: [1] },
    parts: [
      { raw: "bm90ZQ==", filename: "note.txt", mediaType: "text/plain" },
      { data: { n: 1 }, mediaType: "application/json" },
      { data: null, mediaType: "application/json" },
      { url: "https://h/p/x.pdf", filename: "x.pdf", mediaType: "application/pdf" },
      { text: "end", mediaType: "text/markdown" },
    ],
  });
});

test.each([
  [["send"], /nothing to send/],
  [["send", "--media-type", "a/b", "--text", "x"], /--media-type a\/b follows no part/],
  [["send", "--file", "none.txt"], /none.txt cannot be read: no such file/],
  [["send", "--data", "-"], /--data - is not JSON/],
  [["auth", "login", "--client-id", "x"], /offers no OAuth 2 device-code.* give --token-url and --device-author/],
  [["send", "hi", "--async", "--stream"], /exclude each other/],
  [["send", "hi", "--dialect", "nonsense"], /"nonsense" is none of/],
])("%j is a usage error", async (argv, message) => {
  const { status, stdout } = await runCli([...argv, "-a", serving.url, "-o", "json"], { cwd: folder });
  expect(status).toBe(2);
  const { error } = JSON.parse(stdout);
  expect(error).toMatchObject({ code: "A2ACLI_ERR_USAGE", message: expect.stringMatching(message) });
});

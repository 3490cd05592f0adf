import { createRequire } from "node:module";
import { type Agent, createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

/*
 * The client as a bundle in a runtime that has the web's own objects and nothing of Node.
 */

const agent: Agent = async function* (context) {
  yield context.working();
  yield context.artifact({ artifactId: "a", parts: [{ text: `you said ${context.text}` }] });
};

const PROGRAM = `
import { collectText, createClient } from "./index.ts";
globalThis.run = async (url) => {
  const client = await createClient(url);
  const states = [];
  for await (const event of client.stream("streamed")) {
    if (event.statusUpdate) states.push(event.statusUpdate.status.state);
  }
  const answer = await client.send("hello");
  const error = await client.getTask({ id: "nope" }).catch((error) => error);
  return JSON.stringify({ text: collectText(answer), states, error: error.name, node: typeof process + typeof Buffer });
};`;

// Its declarations clash with those of the web in the compiler's own library.
const require = createRequire(import.meta.url);
const { EdgeVM } = require("@edge-runtime/vm");

let serving: Serving;
beforeAll(async () => {
  const card = { name: "Agent", description: "An agent", version: "1.0.0" };
  serving = await serve({ handler: createA2AHandler({ agent, card, onError: () => {} }) });
});
afterAll(() => serving.close());

test("an edge runtime", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
  });
  const runtime = new EdgeVM({ initialCode: outputFiles[0]?.text ?? "" });
  const result: string = await runtime.evaluate(`run(${JSON.stringify(serving.url)})`);
  expect(JSON.parse(result)).toEqual({
    text: "you said hello",
    states: ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"],
    error: "TaskNotFoundError",
    node: "undefinedundefined",
  });
});

import { createRequire } from "node:module";
import { type RuntimeName, startRuntime } from "@a2akit/runtimes";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SIGHTS, startTourAgent, type TourAgent } from "./tour-agent.test-helper.ts";

/*
 * The client as a bundle in each runtime that is not Node: everything that `tour` does must be seen there, too.
 */

let agent: TourAgent;
beforeEach(async () => {
  agent = await startTourAgent();
});
afterEach(() => agent.close());

test.each<[RuntimeName, RegExp]>([
  ["bun", /^Bun\//],
  ["deno", /^Deno\//],
  ["workerd", /^Cloudflare-Workers$/],
])("%s", async (name, itself) => {
  const runtime = await startRuntime(name, new URL("tour.test-helper.ts", import.meta.url));
  try {
    const answer = await fetch(runtime.url, { method: "POST", body: agent.url });
    const text = await answer.text();
    expect(answer.status, `${text}\n${runtime.complaints()}`).toBe(200);
    expect(JSON.parse(text)).toEqual({ ...SIGHTS, runtime: expect.stringMatching(itself) });
  } finally {
    await runtime.stop();
  }
});

// Its declarations clash with those of the web in the compiler's own library.
const require = createRequire(import.meta.url);
const { EdgeVM } = require("@edge-runtime/vm");

const PROGRAM = `
import { tour } from "./tour.test-helper.ts";
globalThis.run = async (url) => JSON.stringify({ ...await tour(url), node: typeof process + typeof Buffer });`;

test("an edge runtime", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
  });
  const runtime = new EdgeVM({ initialCode: outputFiles[0]?.text ?? "" });
  const result: string = await runtime.evaluate(`run(${JSON.stringify(agent.url)})`);
  // It has no AbortSignal.any, which a signal of the caller's needs: the README says so.
  const aborted = expect.stringContaining("AbortSignal.any");
  expect(JSON.parse(result)).toEqual({ ...SIGHTS, aborted, runtime: "", node: "undefinedundefined" });
});

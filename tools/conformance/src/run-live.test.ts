import type { Dialect } from "@a2akit/protocol";
import { decodeCard } from "@a2akit/protocol/card";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { createA2AHandler } from "@a2akit/server";
import { serve } from "@a2akit/server/node";
import { expect, onTestFinished, test } from "vitest";
import { type CheckResult, type LiveAgent, runLive, variantOf } from "./run-live.ts";
import { createScriptedAgent } from "./scripted-agent.ts";
import { optionsOf, type Variant } from "./variants.ts";

const signal = new AbortController().signal;

async function start(variant: Variant, dialect: Dialect = a2a): Promise<LiveAgent> {
  const handler = createA2AHandler({
    ...optionsOf(variant),
    agent: createScriptedAgent(),
    mounts: [{ path: "/", dialect }],
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  const server = await serve({ handler });
  onTestFinished(() => server.close());
  const { card } = decodeCard(await (await fetch(`${server.url}/.well-known/agent-card.json`)).json());
  return { card, dialect, url: `${server.url}/`, fetch: (request) => fetch(request) };
}

async function run(agent: LiveAgent): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for await (const result of runLive(agent, { signal })) results.push(result);
  return results;
}

const failures = (results: readonly CheckResult[]) =>
  results.filter(({ outcome }) => outcome === "fail").map(({ title, message }) => `${title}: ${message}`);
const count = (results: readonly CheckResult[], outcome: string) =>
  results.filter((result) => result.outcome === outcome).length;

test.each<[Variant, number]>([
  ["A", 90],
  ["B", 8],
  ["C", 2],
])("variant %s in another process passes every check that can be run from there", async (variant, atLeast) => {
  const results = await run(await start(variant));
  expect(failures(results)).toEqual([]);
  expect(count(results, "pass")).toBeGreaterThanOrEqual(atLeast);
  expect(results.every(({ outcome, message }) => outcome !== "skip" || message !== undefined)).toBe(true);
});

test("a second run finds nothing of the first", async () => {
  const agent = await start("A", cdqGenius);
  const [first, second] = [await run(agent), await run(agent)];
  expect(failures([...first, ...second])).toEqual([]);
  expect(count(second, "pass")).toBe(count(first, "pass"));
});

test("a fault fails its checks", async () => {
  const agent = await start("A");
  const broken: LiveAgent = {
    ...agent,
    fetch: async (request) => {
      const response = await agent.fetch(request);
      if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
      const text = (await response.text()).replaceAll("-32001", "-32603");
      return new Response(text, { status: response.status, headers: response.headers });
    },
  };
  expect(failures(await run(broken)).join("\n")).toContain("GetTask of an unknown task is TaskNotFound");
});

test("the card of another agent is none of ours", async () => {
  const { card } = await start("A");
  expect(variantOf(card)).toBe("A");
  expect(variantOf({ ...card, name: "Other" })).toBeUndefined();
});

import { type Runtime, type RuntimeName, type RuntimeOptions, startRuntime } from "@a2akit/runtimes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suite } from "../suite.ts";

interface Row extends RuntimeOptions {
  readonly name: string;
  readonly runtime: RuntimeName;
  /** Default: in memory. */
  readonly store?: string;
  /** Default: all. */
  readonly topics?: readonly string[];
  /** Topics, and checks by title, that do not hold there, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

/** What is the store's business more than others'. */
const STORED = ["SendMessage", "event log", "messages within a task", "runs", "ListTasks", "push deliveries", "store"];

const rows: readonly Row[] = [
  { name: "bun × memory", runtime: "bun" },
  { name: "bun × sqlite", runtime: "bun", store: "sqlite", topics: STORED },
  { name: "deno × memory", runtime: "deno" },
  { name: "deno × sqlite", runtime: "deno", store: "sqlite", topics: STORED },
  {
    name: "workerd × memory",
    runtime: "workerd",
    durableObjects: ["AgentObject"],
    without: { "push deliveries": "the webhooks of these checks would have to listen inside of workerd" },
  },
];

describe.each(rows)("$name", ({ runtime: name, store, topics = Object.keys(suite), without = {}, ...options }) => {
  const query = store === undefined ? "" : `?store=${store}`;
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime(name, new URL(`${name}.app.ts`, import.meta.url), options);
  });
  afterAll(() => runtime?.stop());

  for (const topic of topics) {
    const fitting = (suite[topic] ?? []).filter(
      ({ title }) => without[topic] === undefined && without[title] === undefined,
    );
    describe.runIf(fitting.length > 0)(topic, () => {
      test.each(fitting)("$title", async ({ title }) => {
        const answer = await fetch(runtime.url + query, { method: "POST", body: JSON.stringify({ topic, title }) });
        const text = await answer.text();
        expect(text, runtime.complaints()).toBe("null");
      });
    });
  }

  test("tells of a check that fails", async () => {
    const body = JSON.stringify({ topic: "HTTP", title: "no such check" });
    expect(await (await fetch(runtime.url, { method: "POST", body })).text()).toContain("There is no check");
  });

  test("names and leaves out what there is", () => {
    const known = new Set(
      Object.entries(suite).flatMap(([topic, checks]) => [topic, ...checks.map((row) => row.title)]),
    );
    expect([...topics, ...Object.keys(without)].filter((left) => !known.has(left))).toEqual([]);
  });
});

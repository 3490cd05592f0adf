import { type Runtime, type RuntimeName, type RuntimeOptions, startRuntime } from "@a2akit/runtimes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suite } from "../suite.ts";

interface Row extends RuntimeOptions {
  readonly runtime: RuntimeName;
  /** Topics, and checks by title, that do not hold there, with the reason. */
  readonly without: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  { runtime: "bun", without: {} },
  { runtime: "deno", without: {} },
  {
    runtime: "workerd",
    durableObjects: ["AgentObject"],
    without: { "push deliveries": "the webhooks of these checks would have to listen inside of workerd" },
  },
];

describe.each(rows)("$runtime", ({ runtime: name, without, ...options }) => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime(name, new URL(`${name}.app.ts`, import.meta.url), options);
  });
  afterAll(() => runtime?.stop());

  for (const [topic, checks] of Object.entries(suite)) {
    const fitting = checks.filter(({ title }) => without[topic] === undefined && without[title] === undefined);
    describe.runIf(fitting.length > 0)(topic, () => {
      test.each(fitting)("$title", async ({ title }) => {
        const answer = await fetch(runtime.url, { method: "POST", body: JSON.stringify({ topic, title }) });
        const text = await answer.text();
        expect(text, runtime.complaints()).toBe("null");
      });
    });
  }

  test("tells of a check that fails", async () => {
    const body = JSON.stringify({ topic: "HTTP", title: "no such check" });
    expect(await (await fetch(runtime.url, { method: "POST", body })).text()).toContain("There is no check");
  });

  test("leaves out what there is", () => {
    const known = new Set(
      Object.entries(suite).flatMap(([topic, checks]) => [topic, ...checks.map((row) => row.title)]),
    );
    expect(Object.keys(without).filter((left) => !known.has(left))).toEqual([]);
  });
});

import { describe, expect, it, onTestFinished } from "vitest";
import { runtimes } from "./runtimes.ts";
import { type RuntimeName, startRuntime } from "./start-runtime.ts";

const fixture = (name: string): URL => new URL(`${name}.fixture.ts`, import.meta.url);

describe.each(Object.keys(runtimes) as RuntimeName[])("%s", (name) => {
  it("serves what a script exports, and ends when it is told to", async () => {
    const runtime = await startRuntime(name, fixture("echo"));
    onTestFinished(() => runtime.stop());
    const answer = await fetch(`${runtime.url}/some/path`, { method: "POST", body: "Grüße" });
    expect(await answer.json()).toEqual({ method: "POST", pathname: "/some/path", body: "Grüße" });
    expect(await (await fetch(`${runtime.url}/stream`)).text()).toBe("1;2;3;");
    await runtime.stop();
    await expect(fetch(runtime.url)).rejects.toThrow();
  });

  it("tells why a script cannot be started", async () => {
    await expect(startRuntime(name, fixture("broken"))).rejects.toThrow("this script cannot be loaded");
    await expect(startRuntime(name, fixture("missing"))).rejects.toThrow("missing.fixture.ts");
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { collect, messageOf, startServer, type TestServer } from "../testing/harness.ts";
import { combine } from "./combine.ts";
import type { Instrumentation, Observer } from "./instrumentation.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const boom = (): never => {
  throw new Error("instrumentation");
};
const bad: Observer = { within: boom, run: boom, headers: boom, answered: boom, ended: boom };

describe("several instrumentations", () => {
  it("are none where there are none: nothing is made for them", () => {
    expect(combine("a", [], boom)).toBeUndefined();
  });

  it("go around the work one in the other, and each hears of its end", () => {
    const heard: string[] = [];
    const part = (name: string): Instrumentation => ({
      request: () => ({
        within(work) {
          heard.push(`${name} in`);
          const result = work();
          heard.push(`${name} out`);
          return result;
        },
        ended: () => void heard.push(`${name} ended`),
      }),
    });
    const facts = { agent: "a", path: "/", dialect: "a2a", peer: undefined, header: () => undefined };
    const observed = combine("a", [part("1"), {}, part("2")], boom)?.request({ ...facts, stream: false, frames: 0 });
    expect(observed?.within(() => heard.push("work"))).toBe(3);
    observed?.ended();
    expect(heard).toEqual(["1 in", "2 in", "work", "2 out", "1 out", "1 ended", "2 ended"]);
  });

  it.each<[string, Instrumentation]>([
    ["when it begins", { request: boom, run: boom, readings: boom, error: boom }],
    ["later", { request: () => bad, run: () => bad, readings: () => boom }],
  ])("disturb nothing where one throws %s, which is reported", async (_, instrumentation) => {
    const audit = vi.fn();
    server = await startServer("fetch", {
      instrumentation,
      audit,
      agent: async function* () {
        yield "Hello";
      },
    });
    const frames = await collect(await server.stream("SendStreamingMessage", messageOf("go")));
    expect(frames).toHaveLength(3);
    expect((await server.send("go")).task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(audit).toHaveBeenCalledWith(expect.objectContaining({ action: "SendMessage", outcome: "ok" }));
    expect(server.errors.map(String)).toContain("Error: instrumentation");
  });

  it("does not take an error of the work for one of its own", () => {
    const facts = { agent: "a", taskId: "t", contextId: "c", caller: { owner: "", tenant: "" }, attempt: 1 };
    const reported: unknown[] = [];
    const observed = combine("a", [{ run: () => ({ within: (work) => work() }) }], (error) => reported.push(error));
    expect(() => observed?.run(facts).within(boom)).toThrow("instrumentation");
    expect(reported).toEqual([]);
  });
});

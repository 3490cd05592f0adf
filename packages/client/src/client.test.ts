import type { Dialect } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { type A2AHandler, type Agent, createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKey } from "./auth/api-key.ts";
import type { Client } from "./client.ts";
import { collectText } from "./collect-text.ts";
import { createClient } from "./create-client.ts";
import { toArray } from "./fixtures.test-helper.ts";
import { waitForTask } from "./wait-for-task.ts";

const KEY = "key of the test";
const all: readonly Dialect[] = dialects;

/** Answers "hello" with a message; with a task that asks for more to "ask"; with one that goes on until it is canceled to anything else. */
const agent: Agent = (context) => {
  if (context.text === "hello") return "hi there";
  return (async function* () {
    if (context.text === "ask") {
      yield context.artifact({ artifactId: "a", parts: [{ text: "first" }, { data: { snake_case: null } }] });
      yield context.inputRequired("and then?");
    } else {
      yield context.working();
      await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
      yield context.canceled();
    }
  })();
};

let handler: A2AHandler;
let serving: Serving;
beforeAll(async () => {
  handler = createA2AHandler({
    agent,
    card: { name: "Agent", description: "An agent", version: "1.0.0" },
    mounts: all.map((dialect) => ({
      path: `/${dialect.name}`,
      dialect,
      authenticate: async ({ header }) =>
        dialect.security && header("x-api-key") !== KEY ? { status: 401 } : { owner: "me", tenant: "" },
    })),
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  serving = await serve({ handler });
});
afterAll(() => serving.close());

const ways: Readonly<Record<string, () => { origin: string; fetch?: A2AHandler["fetch"] }>> = {
  "over the network": () => ({ origin: serving.url }),
  "in the same process": () => ({ origin: "http://agent.example", fetch: handler.fetch }),
};

describe.each(Object.keys(ways))("%s", (way) => {
  describe.each(all.map((dialect) => ({ name: dialect.name, dialect })))("$name", ({ name, dialect }) => {
    let client: Client;
    beforeAll(async () => {
      const { origin, fetch } = ways[way]?.() ?? { origin: "" };
      client = await createClient(`${origin}/${name}/`, {
        dialects: all,
        dialect: name,
        fetch,
        auth: dialect.security ? apiKey(KEY) : [],
      });
    });

    test("the card is canonical, and its dialect is known", () => {
      expect(client.dialect).toBe(dialect);
      expect(client.card).toMatchObject({ name: "Agent", supportedInterfaces: [{ protocolBinding: "JSONRPC" }] });
    });

    test("a message is answered with a message", async () => {
      const answer = await client.send("hello");
      expect(answer).toMatchObject({ message: { role: "ROLE_AGENT", parts: [{ text: "hi there" }] } });
      expect(collectText(answer)).toBe("hi there");
    });

    test("a task comes back whole and canonical, and can be read again", async () => {
      const { task } = await client.send("ask");
      expect(task).toMatchObject({
        status: { state: "TASK_STATE_INPUT_REQUIRED", message: { parts: [{ text: "and then?" }] } },
      });
      expect(task?.artifacts?.[0]?.parts).toEqual([{ text: "first" }, { data: { snake_case: null } }]);
      expect(await client.getTask({ id: task?.id ?? "", historyLength: 0 })).toMatchObject({
        id: task?.id,
        contextId: task?.contextId,
      });
    });

    test("a task can be canceled, once", async () => {
      const { task } = await client.send("go on", { configuration: { returnImmediately: true } });
      const id = task?.id ?? "";
      expect(await client.cancelTask({ id })).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
      expect((await waitForTask(client, id)).status.state).toBe("TASK_STATE_CANCELED");
      await expect(client.cancelTask({ id })).rejects.toMatchObject({ name: "TaskNotCancelableError", code: -32002 });
    });

    test("an error keeps its name, code and reason", async () => {
      await expect(client.getTask({ id: "nope" })).rejects.toMatchObject({
        name: "TaskNotFoundError",
        code: -32001,
        reason: "TASK_NOT_FOUND",
      });
    });

    if (!dialect.methods.includes("SendStreamingMessage")) {
      test("a stream fails before the network", async () => {
        expect(client.supports("SendStreamingMessage")).toBe(false);
        await expect(toArray(client.stream("ask"))).rejects.toMatchObject({ name: "MethodNotFoundError" });
      });
      return;
    }

    test("a stream gives canonical events", async () => {
      const events = await toArray(client.stream("ask"));
      expect(events.map((event) => Object.keys(event).join())).toEqual(["task", "artifactUpdate", "statusUpdate"]);
      expect(events[2]?.statusUpdate).toMatchObject({
        taskId: events[0]?.task?.id,
        status: { state: "TASK_STATE_INPUT_REQUIRED" },
      });
    });

    test("subscribing shows the task, then what happens to it; leaving ends the stream, not the task", async () => {
      const { task } = await client.send("go on", { configuration: { returnImmediately: true } });
      const id = task?.id ?? "";
      for await (const event of client.subscribeToTask({ id })) {
        expect(event.task?.id).toBe(id);
        break;
      }
      expect((await client.getTask({ id })).status.state).toMatch(/SUBMITTED|WORKING/);
      await client.cancelTask({ id });
    });
  });
});

test("without the key that the dialect asks for, the error says so", async () => {
  const guarded = all.find((dialect) => dialect.security);
  const client = await createClient(`${serving.url}/${guarded?.name}/`, { dialects: all });
  await expect(client.send("hello")).rejects.toMatchObject({ reason: "UNAUTHENTICATED" });
});

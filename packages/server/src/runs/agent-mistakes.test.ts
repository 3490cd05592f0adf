import { expect, it } from "vitest";
import type { Agent } from "../agent.ts";
import { startServer } from "../testing/harness.ts";

const artifactOf = (parts: unknown) =>
  async function* () {
    yield { artifact: { artifactId: "a", parts } };
  };
const yielding = (event: unknown) =>
  async function* () {
    yield event;
  };

const parts = [{ text: "x" }];
const saying = (message: object) =>
  yielding({ status: { state: "TASK_STATE_WORKING", message: { parts, ...message } } });
const tasking = (task: object) => yielding({ task: { status: { state: "TASK_STATE_WORKING" }, ...task } });
function* plain() {
  yield "x";
}
async function* returning() {
  yield "x";
  return "y";
}

/** What a program without types may do as an agent. */
it.each<[what: string, agent: () => unknown, told: string]>([
  ["returns nothing", async () => undefined, "The agent returned nothing"],
  ["returns null", async () => null, "The agent returned null"],
  ["returns a number", async () => 4, "The agent returned a number"],
  ["returns strings in a list", async () => ["a"], "The agent returned a list with a string in it"],
  ["returns an empty list", async () => [], "The agent returned an empty list"],
  ["returns an object that is no part", async () => ({ no: 1 }), "The agent returned an object with the members no"],
  ["returns an artifact", async () => ({ artifact: {} }), "The agent returned an object with the members artifact"],
  ["returns a part of nothing", async () => [{ no: 1 }], "message.parts[0] must have exactly one of text, raw"],
  ["is a plain generator", plain, "The agent returned a generator that is not async"],
  ["returns text from its generator", returning, "The agent returned a string from its generator"],
  [
    "returns a message whose id is none",
    async () => ({ messageId: 5, parts: [] }),
    "message.messageId must be a string",
  ],
  ["returns bytes as they are", async () => ({ raw: new Uint8Array(3) }), "parts[0].raw must be a string, in base64"],
  ["returns text that is none", async () => ({ text: 5 }), "message.parts[0].text must be a string"],
  ["returns a message of text", async () => ({ parts: "hi" }), "an object with the members parts"],
  ["yields nothing", yielding(undefined), "The agent yielded nothing"],
  ["yields a list", yielding([]), "The agent yielded a list"],
  ["yields a part", yielding({ text: "x" }), "with the members text, which is no event"],
  ["yields a word for a status", yielding({ status: "completed" }), "The agent yielded a status that is a string"],
  [
    "yields a role of its own",
    saying({ role: "agent" }),
    'status.message.role must be ROLE_USER or ROLE_AGENT, not "agent"',
  ],
  ["yields an id of its own", yielding({ artifact: { artifactId: 5, parts } }), "artifact.artifactId must be a string"],
  [
    "yields a Task whose artifact has no id",
    tasking({ artifacts: [{ parts }] }),
    "artifact.artifactId must be a string",
  ],
  ["yields a Task of empty messages", tasking({ history: [{}] }), "history[0].parts must be a list"],
  ["yields parts that are no list", artifactOf("hi"), "artifact.parts must be a list of at least one part"],
  ["yields no parts", artifactOf([]), "artifact.parts must be a list of at least one part"],
  ["yields a part that is null", artifactOf([null]), "artifact.parts[0] must be an object"],
  [
    "yields two contents in one part",
    artifactOf([{ text: "", data: 1 }]),
    "artifact.parts[0] must have exactly one of",
  ],
  [
    "yields a URL object",
    artifactOf([{ url: new URL("https://a.example/") }]),
    "artifact.parts[0].url must be a string",
  ],
])("of an agent that %s, onError is told what is wrong, and the caller that it failed", async (_, agent, told) => {
  const server = await startServer("fetch", { agent: agent as Agent });
  const { task } = await server.send("x");
  expect(task.status).toMatchObject({
    state: "TASK_STATE_FAILED",
    message: { parts: [{ text: "The agent failed." }] },
  });
  expect(server.errors.map(String)).toEqual([expect.stringContaining(told)]);
  await server.close();
});

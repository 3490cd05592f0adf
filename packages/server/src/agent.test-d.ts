import type { StreamResponse } from "@a2akit/types";
import type { Agent, AgentContext } from "./agent.ts";
import { createA2AHandler } from "./handler.ts";

// What an author may write.
export const agents: Agent[] = [
  () => "text",
  async () => ({ text: "x" }),
  async () => [{ text: "x" }, { data: null }],
  async () => ({ status: { state: "TASK_STATE_COMPLETED" } }),
  // Another agent's stream, which may end with anything.
  () => ({}) as AsyncGenerator<StreamResponse>,
  () => new ReadableStream<string>(),
  async function* ({ text, artifact }) {
    if (text === "") return;
    yield artifact({ text });
    yield artifact([{ text, filename: "a.txt" }]);
  },
  async function* ({ text, signal, working, artifact, inputRequired, status }) {
    signal.throwIfAborted();
    yield "chunk";
    yield working();
    yield working([{ text }, { data: 1 }]);
    yield artifact({ name: "n", parts: text, metadata: { a: 1 } });
    yield artifact({ artifactId: "a", append: true, lastChunk: true, parts: { data: {} } });
    yield status("TASK_STATE_WORKING", "still");
    yield inputRequired("which one?");
    yield { artifact: { artifactId: "a", parts: [{ text }] }, taskId: "", contextId: "" };
    yield { statusUpdate: { taskId: "", contextId: "", status: { state: "TASK_STATE_WORKING" } } };
  },
];

// What the compiler stops.
export const wrong: Agent[] = [
  // @ts-expect-error a part has one content
  async () => ({ text: "x", url: "y" }),
  // @ts-expect-error a number says nothing
  async () => 1,
  // @ts-expect-error states have their names from the protocol
  async () => ({ status: { state: "completed" } }),
  // @ts-expect-error nothing is no answer
  async () => undefined,
  async function* ({ artifact, inputRequired, failed }: AgentContext) {
    // @ts-expect-error an append needs the id of what it is added to
    yield artifact({ append: true, parts: "x" });
    // @ts-expect-error a question needs words
    yield inputRequired();
    // @ts-expect-error so does a failure
    yield failed();
    // @ts-expect-error an artifact has parts
    yield artifact({ name: "n" });
    // @ts-expect-error and nothing is lost of them
    yield artifact({ name: "n", text: "x" });
  },
  // @ts-expect-error what a generator returns is sent to nobody
  async function* ({ text }) {
    yield "text";
    return text;
  },
];

// @ts-expect-error a card has a version
createA2AHandler({ agent: () => "x", card: { name: "n", description: "d" } });

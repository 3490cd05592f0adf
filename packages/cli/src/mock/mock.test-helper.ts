import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { Message, Task } from "@a2akit/types";
import { createMock, type MockOptions } from "./create-mock.ts";
import { parseFault } from "./fault.ts";
import type { Script } from "./script.ts";
import { scriptSchema } from "./script-schema.ts";
import type { MockSource } from "./source.ts";

/** An agent that nothing is known of but its name. */
export const testSource: MockSource = {
  title: "Parrot",
  dialect: a2a,
  card: { name: "Parrot", description: "Says what it hears", version: "1.0.0" },
  replies: [],
  tasks: [],
  complete: (_, value) => value,
  warnings: [],
};

interface TestMockOptions extends Omit<MockOptions, "source" | "faults" | "script"> {
  readonly source?: Partial<MockSource>;
  readonly script?: unknown;
  readonly faults?: readonly string[];
}

/** What tests look at in an answer; they assert what is there. */
interface WireAnswer {
  readonly id: unknown;
  readonly error: { readonly code: number };
  readonly result: { readonly task: Task; readonly message: Message };
}

async function readAnswer(response: Promise<Response>): Promise<WireAnswer> {
  return (await (await response).json()) as WireAnswer;
}

/** A script as its file has it. */
function scriptOf(value: unknown): Script {
  return scriptSchema.parse(value);
}

/** A mock, and what it answers to a call. */
export function testMock({ source, script, faults = [], ...options }: TestMockOptions = {}) {
  const mock = createMock({
    ...options,
    source: { ...testSource, ...source },
    faults: faults.map(parseFault),
    script: script === undefined ? undefined : scriptOf(script),
  });
  const post = (method: string, params: unknown, headers: Record<string, string> = {}) =>
    mock.fetch(
      new Request("http://mock.example/", {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
      }),
    );
  return {
    ...mock,
    post,
    /** The JSON of an answer. */
    call: (method: string, params: unknown) => readAnswer(post(method, params)),
    /** SendMessage of these parts, or of this text. */
    send: (content: string | readonly unknown[], more: object = {}) =>
      readAnswer(post("SendMessage", messageOf(content, more))),
    /** The results of a stream. */
    stream: async (content: string) => resultsOf(await (await post("SendStreamingMessage", messageOf(content))).text()),
  };
}

export function messageOf(content: string | readonly unknown[], more: object = {}) {
  const parts = typeof content === "string" ? [{ text: content }] : content;
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts, ...more } };
}

function resultsOf(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)).result] : []));
}

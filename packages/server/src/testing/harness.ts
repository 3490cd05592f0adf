import { type Dialect, parseEvents, type ServerSentEvent } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { Message, StreamResponse, Task } from "@a2akit/types";
import { serve } from "../adapters/node.ts";
import type { Agent } from "../agent.ts";
import { type A2AHandler, createA2AHandler, type HandlerOptions } from "../handler.ts";

/** The writers over which the behaviour of a handler is tested. */
export const WRITERS = ["fetch", "node"] as const;
export type Writer = (typeof WRITERS)[number];

export const CARD = { name: "Test agent", description: "Does what a test needs", version: "1.0.0" };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read answers of every shape; what is not there fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

interface CallOptions {
  readonly path?: string;
  readonly id?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A frame of a stream: its SSE id, and the result of the envelope. */
export interface TestFrame {
  readonly id: string;
  readonly envelope: { readonly id: unknown };
  readonly result: StreamResponse;
}

export interface TestServer {
  readonly handler: A2AHandler;
  readonly errors: unknown[];
  request(path: string, init?: RequestInit): Promise<Response>;
  call(method: string, params?: unknown, options?: CallOptions): Promise<Answer>;
  /** Posts a body as it is. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Fails unless the answer is a stream. */
  stream(method: string, params?: unknown, options?: CallOptions): Promise<AsyncIterableIterator<TestFrame>>;
  /** SendMessage with one text part; the result, or the error. */
  send(text: string, more?: Partial<Message>, configuration?: object): Promise<Answer["body"]>;
  close(): Promise<void>;
}

export type TestOptions = Omit<Partial<HandlerOptions>, "agent"> & { readonly agent: Agent };

export async function startServer(writer: Writer, options: TestOptions): Promise<TestServer> {
  const errors: unknown[] = [];
  const timing = { closeGrace: 50, ...options.timing };
  const handler = createA2AHandler({ card: CARD, onError: (error) => errors.push(error), ...options, timing });
  const serving = writer === "node" ? await serve({ handler }) : undefined;
  const origin = serving?.url ?? "http://agent.test";
  const send = (request: Request): Promise<Response> =>
    serving === undefined ? handler.fetch(request) : fetch(request);
  const request = (path: string, init?: RequestInit): Promise<Response> => send(new Request(`${origin}${path}`, init));

  const post = (
    method: string,
    params: unknown,
    { path = "/", id = 1, headers = {}, signal }: CallOptions,
  ): Promise<Response> =>
    request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
      ...(signal !== undefined && { signal }),
    });

  const read = async (response: Response): Promise<Answer> => {
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  };
  const server: TestServer = {
    handler,
    errors,
    request,
    async call(method, params = {}, options = {}) {
      return read(await post(method, params, options));
    },
    async post(body, headers = {}) {
      const json = { "content-type": "application/json", "a2a-version": "1.0", ...headers };
      return read(await request("/", { method: "POST", headers: json, body }));
    },
    async stream(method, params = {}, options = {}) {
      const response = await post(method, params, options);
      const type = response.headers.get("content-type");
      if (type !== "text/event-stream" || response.body === null)
        throw new Error(`No stream: ${await response.text()}`);
      return frames(parseEvents(response.body));
    },
    async send(text, more, configuration) {
      const { body } = await server.call("SendMessage", {
        ...messageOf(text, more),
        ...(configuration && { configuration }),
      });
      return body.result ?? body.error;
    },
    async close() {
      await (serving ?? handler).close();
    },
  };
  return server;
}

async function* frames(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<TestFrame> {
  for await (const { id = "", data } of events) {
    const envelope = JSON.parse(data);
    yield { id, envelope, result: envelope.result };
  }
}

/** Params of SendMessage with one text part. */
export function messageOf(text: string, more: Partial<Message> = {}): { message: Message } {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more } };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What a frame is: its member, with the state or the artifact's id. */
export function brief({ result: { task, message, statusUpdate, artifactUpdate } }: TestFrame): string {
  if (task !== undefined) return `task ${short(task)}`;
  if (message !== undefined) return `message ${message.parts[0]?.text}`;
  if (statusUpdate !== undefined) return `status ${short(statusUpdate)}`;
  return `artifact ${artifactUpdate?.artifact.artifactId}`;
}

function short({ status }: Pick<Task, "status">): string {
  return status.state.replace("TASK_STATE_", "");
}

/** A promise and its ends, for agents that wait until the test says so. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** The canonical dialect with some facts changed. */
export function dialectWith(facts: Partial<Dialect>): Dialect {
  return { ...a2a, ...facts };
}

import assert from "node:assert/strict";
import { type Dialect, type ErrorName, errors, type RequestId } from "@a2akit/protocol";
import { decodeResult, encodeParams } from "@a2akit/protocol/codec";
import type { Message, Method, MethodMap, Part, SendMessageRequest, SendMessageResponse, Task } from "@a2akit/types";

/** A caller: where requests go, in which dialect, with which headers beside the usual ones. */
export interface Peer {
  readonly dialect: Dialect;
  /** Path of the RPC endpoint; the card lies below it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `path` is below the origin of the server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** A JSON-RPC answer as it stands on the wire. */
export interface Envelope {
  readonly jsonrpc: string;
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: WireError;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly envelope: Envelope;
}

export interface CallOptions {
  readonly id?: RequestId;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const STANDARD_HEADERS = { "content-type": "application/json", "a2a-version": "1.0" };
let calls = 0;

/** POSTs `body` and returns what comes back, which may be a stream. */
export function post(peer: Peer, body: string, options: CallOptions & { path?: string } = {}): Promise<Response> {
  const headers = { ...STANDARD_HEADERS, ...peer.headers, ...options.headers };
  const signal = options.signal ? { signal: options.signal } : {};
  return peer.fetch(options.path ?? peer.path, { method: "POST", headers, body, ...signal });
}

/** POSTs a request in the peer's dialect. */
export function request(peer: Peer, method: Method, params: unknown, options: CallOptions = {}): Promise<Response> {
  const id = options.id === undefined ? ++calls : options.id;
  const body = { jsonrpc: "2.0", id, method, params: encodeParams(peer.dialect, method, params) };
  return post(peer, JSON.stringify(body), { ...options, id });
}

/** Reads a JSON answer and checks that it is a JSON-RPC response, to the request with this id where one is given. */
export async function readReply(response: Response, id?: RequestId): Promise<Reply> {
  const text = await response.text();
  assert.match(
    response.headers.get("content-type") ?? "",
    /^application\/json\b/,
    `answered with ${text.slice(0, 200)}`,
  );
  const envelope = readEnvelope(text);
  if (id !== undefined) assert.deepEqual(envelope.id, id, "the id of the request comes back");
  return { status: response.status, headers: response.headers, text, envelope };
}

export function readEnvelope(text: string): Envelope {
  const envelope: Envelope = JSON.parse(text);
  assert.equal(envelope.jsonrpc, "2.0");
  assert.ok("id" in envelope, `no id in ${text}`);
  assert.notEqual("result" in envelope, "error" in envelope, `not exactly one of result and error in ${text}`);
  if (envelope.error) {
    assert.ok(Number.isInteger(envelope.error.code), `no code in ${text}`);
    assert.equal(typeof envelope.error.message, "string", `no message in ${text}`);
  }
  return envelope;
}

/** Calls a unary method and returns the JSON answer, a result or an error. */
export async function call(peer: Peer, method: Method, params: unknown, options: CallOptions = {}): Promise<Reply> {
  const id = options.id === undefined ? ++calls : options.id;
  return readReply(await request(peer, method, params, { ...options, id }), id);
}

/** Calls a unary method that has to succeed, and returns the result in canonical form. */
export async function result<M extends Method>(
  peer: Peer,
  method: M,
  params: MethodMap[M]["params"],
  options?: CallOptions,
) {
  const { envelope, text } = await call(peer, method, params, options);
  assert.ok(envelope.error === undefined, `${method} failed: ${text}`);
  return decodeResult(method, envelope.result);
}

/** Checks that a call fails with this error of the table. */
export async function refused(error: ErrorName, answer: Promise<Reply>): Promise<Reply> {
  const reply = await answer;
  assert.equal(reply.envelope.error?.code, errors[error].code, `expected ${error}, got ${reply.text}`);
  return reply;
}

/** Calls with params exactly as they are, past the codec. */
export async function callPlain(peer: Peer, method: string, params: unknown): Promise<Reply> {
  return readReply(await post(peer, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })), 1);
}

/** A message of these parts, as it stands on the wire. */
export const messageOf = (parts: readonly unknown[]) => ({ messageId: crypto.randomUUID(), role: "ROLE_USER", parts });

export interface SendOptions {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly configuration?: SendMessageRequest["configuration"];
  readonly metadata?: Record<string, unknown>;
  readonly more?: readonly Part[];
}

/** The params of a SendMessage whose first part is the script that the agent is to follow. */
export function script(text: string, options: SendOptions = {}): SendMessageRequest {
  const { taskId, contextId, configuration, metadata, more = [] } = options;
  const message: Message = {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text }, ...more],
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return configuration === undefined ? { message } : { message, configuration };
}

export function send(peer: Peer, text: string, options?: SendOptions): Promise<SendMessageResponse> {
  return result(peer, "SendMessage", script(text, options));
}

/** Sends a script that opens or continues a task. */
export async function sendTask(peer: Peer, text: string, options?: SendOptions): Promise<Task> {
  const { task } = await send(peer, text, options);
  assert.ok(task, `"${text}" should be answered with a Task`);
  return task;
}

export function getTask(peer: Peer, id: string, historyLength?: number): Promise<Task> {
  return result(peer, "GetTask", historyLength === undefined ? { id } : { id, historyLength });
}

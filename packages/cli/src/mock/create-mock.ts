import { A2AError, type Dialect, isObject, methods, type RequestId } from "@a2akit/protocol";
import { decodeParams } from "@a2akit/protocol/codec";
import { createMemoryTaskStore } from "@a2akit/server";
import type { Message, Method } from "@a2akit/types";
import { type Answer, chain, type Middleware, type MockCall } from "./call.ts";
import { errorAnswer } from "./error-answer.ts";
import type { Keys } from "./mock-auth.ts";
import { createMockHandler, PICKED_HEADER, seedTasks } from "./mock-handler.ts";
import { createPicker, fillGroups, type Picked } from "./pick-reply.ts";
import { isEventStream, parseJson, rewriteJson } from "./rewrite-response.ts";
import type { Script } from "./script.ts";
import type { MockSource } from "./source.ts";

export interface MockOptions {
  readonly source: MockSource;
  readonly script?: Script | undefined;
  /** For every call, outside those of the script. */
  readonly faults?: readonly Middleware[] | undefined;
  readonly keys?: Keys | undefined;
  /** Hears of what goes wrong inside. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Mock {
  /** Rejects where a fault cuts the connection. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Replies that were picked and not played yet: a call may fail before the agent is asked. */
const MAX_PICKED = 10_000;

/** An agent that answers as its OpenAPI file or card says, unless the script says otherwise. */
export function createMock({ source, script, faults = [], keys = {}, onError = () => {} }: MockOptions): Mock {
  const { dialect } = source;
  const store = createMemoryTaskStore({ compactAfter: Number.POSITIVE_INFINITY });
  const seeded = seedTasks(store, source.tasks);
  const pick = createPicker([...(script?.replies ?? []), ...source.replies]);
  const picked = new Map<string, Picked>();
  let picks = 0;
  const keep = (found: Picked): string => {
    const [oldest] = picked.size < MAX_PICKED ? [] : picked.keys();
    if (oldest !== undefined) picked.delete(oldest);
    picks += 1;
    picked.set(String(picks), found);
    return String(picks);
  };
  const handler = createMockHandler({ source, store, keys, onError, picked });
  const cardPath = normal(dialect.cardPath);

  async function answer({ request, target }: MockCall): Promise<Response> {
    await seeded;
    const response = await handler.fetch(target === "card" ? atMount(request, dialect) : request);
    const known = target === "card" ? target : methodOf(target);
    return known === undefined || isEventStream(response) || !response.ok
      ? response
      : completed(response, known, source);
  }

  /** Gives the call its reply: errors and results at once, the rest by way of the agent. */
  const playScript: Middleware = async (call, next) => {
    const body = isScriptable(call) ? parseJson(await call.request.clone().text()) : undefined;
    const found = body === undefined ? undefined : pick({ method: call.target, message: messageOf(call.target, body) });
    if (!found) return next(call);
    const { reply, groups } = found;
    return chain(reply.faults, async (inner) => {
      if (reply.answer?.kind === "error") return errorAnswer(fillGroups(reply.answer.error, groups), inner.id);
      if (reply.answer?.kind === "result")
        return Response.json({ jsonrpc: "2.0", id: inner.id, result: fillGroups(reply.answer.result, groups) });
      return next({ ...inner, request: withHeader(inner.request, PICKED_HEADER, keep(found)) });
    })(call);
  };
  const respond: Answer = chain([...faults, ...(script?.faults ?? []), playScript], answer);

  return {
    async fetch(request) {
      const safe = withHeader(request, PICKED_HEADER, "");
      const { pathname } = new URL(request.url);
      const isCard = [cardPath, `${normal(dialect.rpcPath)}${cardPath}`].includes(normal(pathname));
      if (isCard) return respond({ request: safe, target: "card", id: null });
      const envelope = request.method === "POST" ? parseJson(await safe.clone().text()) : undefined;
      return respond({ request: safe, ...read(envelope) });
    },
    close: () => handler.close(),
  };
}

/** The card of a server is below its mount; that of a dialect may be elsewhere. */
function atMount(request: Request, { rpcPath }: Dialect): Request {
  const url = new URL(request.url);
  url.pathname = `${normal(rpcPath)}/.well-known/agent-card.json`;
  return new Request(url, request);
}

function normal(path: string): string {
  return path.replace(/\/+$/, "");
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}

function read(envelope: unknown): Pick<MockCall, "target" | "id"> {
  const { method, id } = isObject(envelope) ? envelope : {};
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  return { target: typeof method === "string" ? method : undefined, id: known satisfies RequestId };
}

function isScriptable({ target }: MockCall): boolean {
  return methodOf(target) !== undefined;
}

function methodOf(name: string | undefined): Method | undefined {
  return name !== undefined && Object.hasOwn(methods, name) ? (name as Method) : undefined;
}

/** The message of a request in any spelling; undefined for methods that carry none, and for params that make no sense. */
function messageOf(target: string | undefined, body: unknown): Message | undefined {
  const method = methodOf(target);
  if ((method !== "SendMessage" && method !== "SendStreamingMessage") || !isObject(body)) return undefined;
  try {
    const params = decodeParams(method, body.params);
    const message = isObject(params) ? params.message : undefined;
    // What is not valid yet is only looked at: the agent gets what the server has checked.
    return isObject(message) && Array.isArray(message.parts) && message.parts.every(isObject)
      ? (message as unknown as Message)
      : undefined;
  } catch (error) {
    if (error instanceof A2AError) return undefined;
    throw error;
  }
}

async function completed(response: Response, what: Method | "card", { complete }: MockSource): Promise<Response> {
  return rewriteJson(response, (value) => {
    if (what === "card") return complete(what, value);
    return isObject(value) && "result" in value ? { ...value, result: complete(what, value.result) } : value;
  });
}

import type { Agent, Auth, Interceptor, OutgoingCall } from "@a2akit/client";
import {
  EXTENSIONS_HEADER,
  formatExtensions,
  isObject,
  methods,
  PROTOCOL_VERSION,
  VERSION_HEADER,
} from "@a2akit/protocol";
import { encodeParams } from "@a2akit/protocol/codec";
import type { Method } from "@a2akit/types";
import type { Probe } from "./probes.ts";
import type { Seen } from "./seen.ts";

/** A request as it goes over the wire. */
export interface SealedCall {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

interface SealOptions {
  readonly seen: Seen;
  readonly agent: Agent;
  readonly auth: readonly Auth[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly text?: string | undefined;
}

/** Makes a probe a request to the agent, in its dialect and with the credentials that it takes. */
export async function sealProbe(
  probe: Probe,
  { seen, agent, auth, headers, signal, text = "" }: SealOptions,
): Promise<SealedCall> {
  const method = methodOf(probe.method);
  const call: OutgoingCall = {
    // Credentials do not depend on the method; the type knows those of A2A alone.
    method: method ?? "GetTask",
    params: {},
    url: agent.interface.url,
    headers: { ...standardHeaders(agent, method), ...headers },
    signal,
  };
  const sealed = probe.anonymous
    ? call
    : await withCredentials(
        call,
        auth.map((credential) => credential(agent)),
      );
  const all = new Headers(sealed.headers);
  for (const [name, value] of Object.entries(probe.headers ?? {})) {
    if (value === undefined) all.delete(name);
    else all.set(name, value);
  }
  return { url: sealed.url, headers: all, body: probe.body ?? bodyOf(probe, { seen, agent, text }) };
}

function methodOf(name: string | undefined): Method | undefined {
  return name !== undefined && Object.hasOwn(methods, name) ? (name as Method) : undefined;
}

function standardHeaders({ card }: Agent, method: Method | undefined): Record<string, string> {
  const extensions = (card.capabilities.extensions ?? []).flatMap(({ uri, required }) =>
    required && uri ? [uri] : [],
  );
  const streams = method !== undefined && methods[method].streaming;
  return {
    "content-type": "application/json",
    accept: `${streams ? "text/event-stream, " : ""}application/json`,
    [VERSION_HEADER.toLowerCase()]: PROTOCOL_VERSION,
    // An agent may refuse whoever does not declare what it requires (A2A §3.3.4).
    ...(extensions.length > 0 && { [EXTENSIONS_HEADER.toLowerCase()]: formatExtensions(extensions) }),
  };
}

/** What the interceptors of the credentials make of a call; it is not sent by them. */
async function withCredentials(call: OutgoingCall, interceptors: readonly Interceptor[]): Promise<OutgoingCall> {
  let sealed = call;
  for (const interceptor of interceptors) {
    await interceptor(sealed, async (changed) => {
      sealed = changed;
      return { kind: "result", headers: new Headers(), result: {} };
    });
  }
  return sealed;
}

function bodyOf(
  { id, method: name, params: make, raw }: Probe,
  { seen, agent, text }: { seen: Seen; agent: Agent; text: string },
): string {
  const { tenant } = agent.interface;
  const params = { ...(tenant && { tenant }), ...make?.(seen, text) };
  const method = methodOf(name);
  const encoded = method === undefined || raw ? params : encodeParams(agent.dialect, method, params);
  return JSON.stringify({ jsonrpc: "2.0", id, method: name, params: isObject(encoded) ? encoded : {} });
}

import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "@a2akit/protocol";
import { parseHeader } from "../command-line/option-values.ts";
import { parseDuration } from "../waiting/duration.ts";
import type { Middleware } from "./call.ts";
import { editJson, removeMember, renameMember, setMember } from "./edit-json.ts";
import { errorAnswer, parseError } from "./error-answer.ts";
import { type ChangeEvents, drop, duplicate, keepOpen, lose, pace, reorder } from "./event-faults.ts";
import type { FaultName } from "./fault-names.ts";
import { isEventStream, parseJson, rewriteEvents, rewriteHead, rewriteJson, rewriteText } from "./rewrite-response.ts";

/** What a fault does, by its value. Throws an Error that says what is wrong with that. */
type CreateFault = (value: string) => Middleware;

/** Every fault that the mock has, by the name that `--fault` and scripts use. */
export const faultKinds: Readonly<Record<FaultName, CreateFault>> = {
  delay: (value) => {
    const milliseconds = parseDuration(value);
    return async (call, next) => {
      await sleep(milliseconds, undefined, { signal: call.request.signal });
      return next(call);
    };
  },
  hang: () => async (call) => {
    if (!call.request.signal.aborted) await once(call.request.signal, "abort");
    throw new Error("The caller left");
  },
  disconnect: () => async () => {
    throw new Error("The mock closed the connection");
  },
  error: (value) => {
    const error = parseError(value);
    return async ({ id }) => errorAnswer(error, id);
  },
  status: (value) => {
    const status = parseNumber(value, { from: 200, to: 599 });
    return async () =>
      new Response(`The mock answers ${status}\n`, { status, headers: { "content-type": "text/plain" } });
  },
  "error-status": (value) => {
    const status = parseNumber(value, { from: 200, to: 599 });
    return answering(async (response) => {
      if (isEventStream(response)) return response;
      const json = parseJson(await response.clone().text());
      return isObject(json) && json.error !== undefined ? rewriteHead(response, () => {}, status) : response;
    });
  },
  malformed: () => answering((response) => rewriteText(response, (text) => text.slice(0, Math.ceil(text.length / 2)))),
  "wrong-id": () =>
    answering((response) =>
      rewriteJson(response, (value) =>
        isObject(value) && "id" in value ? { ...value, id: "of-another-request" } : value,
      ),
    ),
  "content-type": (value) =>
    answering((response) => rewriteHead(response, (headers) => headers.set("content-type", value))),
  header: (value) => {
    const [name, text] = parseHeader(value);
    return answering((response) =>
      rewriteHead(response, (headers) => (text === "" ? headers.delete(name) : headers.set(name, text))),
    );
  },
  "request-header": (value) => {
    const [name, text] = parseHeader(value);
    return (call, next) => {
      const headers = new Headers(call.request.headers);
      headers.set(name, text);
      return next({ ...call, request: new Request(call.request, { headers }) });
    };
  },
  drop: counted(drop),
  duplicate: counted(duplicate),
  lose: counted(lose),
  reorder: counted(reorder),
  pace: (value) => streaming(pace(parseDuration(value))),
  "keep-open": () => streaming(keepOpen),
  set: (value) => {
    const { pointer, rest } = splitPointer(value);
    const edit = setMember(parseValue(rest));
    return editing(pointer, edit);
  },
  remove: (value) => editing(splitPointer(value).pointer, removeMember),
  rename: (value) => {
    const { pointer, rest } = splitPointer(value);
    if (!rest) throw new Error(`${JSON.stringify(value)} is not pointer=name`);
    return editing(pointer, renameMember(rest));
  },
};

function answering(change: (response: Response) => Response | Promise<Response>): Middleware {
  return async (call, next) => change(await next(call));
}

function streaming(change: ChangeEvents): Middleware {
  return async (call, next) => rewriteEvents(await next(call), (events) => change(events, call.request.signal));
}

function counted(create: (count: number) => ChangeEvents): (value: string) => Middleware {
  return (value) => streaming(create(parseNumber(value, { from: 1, to: Number.MAX_SAFE_INTEGER })));
}

function editing(pointer: string, edit: Parameters<typeof editJson>[2]): Middleware {
  return answering((response) => rewriteJson(response, (value) => editJson(value, pointer, edit)));
}

function parseNumber(text: string, { from, to }: { from: number; to: number }): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < from || number > to)
    throw new Error(
      `${JSON.stringify(text)} is not a whole number from ${from}${to < Number.MAX_SAFE_INTEGER ? ` to ${to}` : ""}`,
    );
  return number;
}

/** `/result/id=7` → pointer and what follows the first `=`. */
function splitPointer(text: string): { pointer: string; rest: string } {
  const [, pointer, rest = ""] = /^(\/[^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (pointer === undefined)
    throw new Error(`${JSON.stringify(text)} does not begin with a JSON pointer such as /result/id`);
  return { pointer, rest };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${JSON.stringify(text)} is not JSON; a string needs its quotes`);
  }
}

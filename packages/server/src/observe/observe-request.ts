import { isObject } from "@a2akit/protocol";
import type { CallContext, Frame, Outcome } from "../call-context.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Observation, Observed } from "./combine.ts";
import type { RequestFacts } from "./instrumentation.ts";

/** A request under observation: who learns something of it notes it in the facts. */
export interface ObservedRequest {
  readonly facts: RequestFacts;
  readonly observer: Observed;
}

/** Answers a request, and tells of it. */
export async function observeRequest(
  observation: Observation,
  { incoming, dialect }: { readonly incoming: Incoming; readonly dialect: string },
  answer: (observed: ObservedRequest) => Promise<Outcome>,
): Promise<Outcome> {
  const { path, fullPath = path, header } = incoming;
  const { agent } = observation;
  const facts: RequestFacts = {
    agent,
    path: fullPath,
    dialect,
    peer: incoming.peer?.().address,
    header,
    stream: false,
    frames: 0,
  };
  const observer = observation.request(facts);
  const outcome = await observer.within(() => answer({ facts, observer }));
  if (outcome.kind === "json") {
    facts.status = outcome.status;
    noteError(facts, outcome.body);
    observer.answered();
    observer.ended();
    return outcome;
  }
  facts.status = 200;
  facts.stream = true;
  observer.answered();
  return { ...outcome, frames: counted(outcome.frames, { facts, observer }) };
}

/** Notes in whose name a call is, and which task its params, in canonical form, are about. */
export function noteCall(facts: RequestFacts, params: unknown, { caller, scope }: CallContext): void {
  facts.caller = { ...caller, tenant: scope.tenant };
  if (!isObject(params)) return;
  const { message, id, taskId = id, contextId } = params;
  noteTask(facts, isObject(message) ? message : { taskId, contextId });
}

/** Notes which task it is about; ids that are none, or too long, are left out. */
export function noteTask(
  facts: RequestFacts,
  { taskId, contextId }: { readonly taskId?: unknown; readonly contextId?: unknown },
): void {
  if (isName(taskId)) facts.taskId = taskId;
  if (isName(contextId)) facts.contextId = contextId;
}

/** Characters of an id that are noted: a caller may choose its own. */
const MAX_ID_LENGTH = 128;

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH;
}

/** The error of a JSON-RPC response. */
function noteError(facts: RequestFacts, body: unknown): void {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error) || typeof error.code !== "number") return;
  const [info] = Array.isArray(error.data) ? error.data : [];
  facts.error = { code: error.code, reason: isObject(info) ? String(info.reason) : "" };
}

/** The frames as they are; no async generator, which would hold back `return` while a frame is awaited. */
function counted(frames: AsyncIterable<Frame>, { facts, observer }: ObservedRequest): AsyncIterableIterator<Frame> {
  const iterator = frames[Symbol.asyncIterator]();
  let over = false;
  const end = (): void => {
    if (!over) observer.ended();
    over = true;
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () =>
      iterator.next().then(
        (step) => {
          if (step.done === true) end();
          else facts.frames += 1;
          return step;
        },
        (error) => {
          facts.error = { code: -32603, reason: "INTERNAL" };
          end();
          throw error;
        },
      ),
    async return() {
      end();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}

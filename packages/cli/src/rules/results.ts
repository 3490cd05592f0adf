import { errors, isObject, type JsonObject } from "@a2akit/protocol";
import { decodeResult, fields } from "@a2akit/protocol/codec";
import type { StreamResponse, Task } from "@a2akit/types";
import { createSound } from "../agent/create-sound.ts";
import type { Exchange, Seen } from "./seen.ts";

/** Rules look into answers that break other rules. */
const sound = createSound(fields, { TaskArtifactUpdateEvent: { artifact: {} } });

/** What an exchange came to, for rules that look at it. */
export type Outcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: JsonObject; readonly code: unknown }
  /** There is nothing to be judged, and why. */
  | { readonly kind: "none"; readonly why: string };

/** Reads the answer of an exchange as a JSON-RPC response; that it is none is for the rules of the envelope to say. */
export function outcomeOf(exchange: Exchange | undefined): Outcome {
  if (!exchange) return none("it was not asked");
  const { answer, stream, failure } = exchange;
  if (failure !== undefined) return none(`there was no answer: ${failure}`);
  if (isRefused(exchange)) return none("the agent asks for credentials");
  if (stream) return none("it was answered with a stream");
  const envelope = answer?.json;
  if (!isObject(envelope)) return none("the answer is no JSON-RPC response");
  if (isObject(envelope.error)) return { kind: "error", error: envelope.error, code: envelope.error.code };
  return "result" in envelope
    ? { kind: "result", result: envelope.result }
    : none("the answer has neither result nor error");
}

function none(why: string): Outcome {
  return { kind: "none", why };
}

const REFUSALS: readonly unknown[] = ["UNAUTHENTICATED", "PERMISSION_DENIED"];

/** Whether the agent did not let the caller in. */
export function isRefused({ answer }: Exchange): boolean {
  if (answer?.status === 401 || answer?.status === 403) return true;
  const error = isObject(answer?.json) ? answer.json.error : undefined;
  const details = isObject(error) && Array.isArray(error.data) ? error.data : [];
  return details.some((detail) => isObject(detail) && REFUSALS.includes(detail.reason));
}

/** Whether the agent refused whatever it was asked with the credentials that it was given. */
export function isLocked({ exchanges }: Seen): boolean {
  const all = Object.values(exchanges).filter(({ probe }) => probe !== "anonymous");
  return all.length > 0 && all.every(isRefused);
}

/** Whether a method of A2A is said not to exist. */
export function isMissing(outcome: Outcome): boolean {
  return outcome.kind === "error" && outcome.code === errors.MethodNotFound.code;
}

/** The Task that a SendMessage or a GetTask came to, wrapped or bare. */
export function taskIn(exchange: Exchange | undefined): Task | undefined {
  const outcome = outcomeOf(exchange);
  if (outcome.kind !== "result") return undefined;
  const { task } = decoded(outcome.result) ?? {};
  return task && typeof task.id === "string" && isObject(task.status) ? task : undefined;
}

interface Decoded {
  readonly task?: Task;
  readonly message?: StreamResponse["message"];
}

/** The payload of a SendMessage in canonical form; undefined where there is none that makes sense. */
export function decoded(result: unknown): Decoded | undefined {
  try {
    return sound("SendMessageResponse", decodeResult("SendMessage", result)) as Decoded;
  } catch {
    return undefined;
  }
}

/** The events of a stream in canonical form, those that make sense. */
export function eventsIn(seen: Seen): StreamResponse[] {
  return (seen.exchanges.stream?.stream?.frames ?? []).flatMap((frame) => {
    if (!isObject(frame) || !isObject(frame.result)) return [];
    try {
      return [sound("StreamResponse", decodeResult("SendStreamingMessage", frame.result)) as StreamResponse];
    } catch {
      return [];
    }
  });
}

/** The results of all exchanges as they stood on the wire, with what they answer. */
export function resultsIn({ exchanges }: Seen): { readonly method: string; readonly result: unknown }[] {
  return Object.values(exchanges).flatMap((exchange) => {
    const { method = "", stream } = exchange;
    if (stream) {
      return stream.frames.flatMap((frame) =>
        isObject(frame) && "result" in frame ? [{ method, result: frame.result }] : [],
      );
    }
    const outcome = outcomeOf(exchange);
    return outcome.kind === "result" ? [{ method, result: outcome.result }] : [];
  });
}

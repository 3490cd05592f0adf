import type { Method, MethodMap } from "@a2akit/types";
import { A2AError } from "../a2a-error.ts";
import { results } from "../gen/results.ts";
import { describeJson, isObject, type JsonObject } from "../json.ts";
import { readAnswer } from "./read-answer.ts";

/** The members of which an answer is exactly one (A2A §3.1.1, §3.2.3). */
const payloads: Readonly<Record<string, readonly string[]>> = {
  SendMessageResponse: ["task", "message"],
  StreamResponse: ["task", "message", "statusUpdate", "artifactUpdate"],
};

/** By what each is known where a peer sends it without its wrapper. */
const marks: Readonly<Record<string, readonly string[]>> = {
  task: ["id", "status"],
  message: ["messageId"],
  statusUpdate: ["taskId", "status"],
  artifactUpdate: ["taskId", "artifact"],
};

/** Members that a result always has, as a peer means them that leaves default values out (ProtoJSON). */
const defaults: Readonly<Record<string, JsonObject>> = {
  ListTasksResponse: { tasks: [], nextPageToken: "", pageSize: 0, totalSize: 0 },
};

/**
 * The canonical result of a response in any dialect, bare or wrapped. Its outer shape and the one payload are checked; the rest is taken on
 * trust. Agent Cards are left to `decodeCard`.
 *
 * @throws A2AError InvalidAgentResponse.
 */
export function decodeResult<M extends Method>(method: M, value: unknown): MethodMap[M]["result"] {
  const result = results[method];
  // google.protobuf.Empty is null in older peers.
  const answer = readAnswer(value === null && result === "Empty" ? {} : value);
  if (!isObject(answer)) throw unfit(method, `an object, not ${describeJson(value)}`);
  const names = payloads[result];
  // The caller asked for this method, and validates where it must not trust the peer.
  return (names ? onePayload(method, names, answer) : withDefaults(answer, defaults[result])) as MethodMap[M]["result"];
}

function withDefaults(answer: JsonObject, missing: JsonObject | undefined): JsonObject {
  return missing ? { ...missing, ...answer } : answer;
}

function onePayload(method: Method, names: readonly string[], answer: JsonObject): JsonObject {
  let first: string | undefined;
  for (const name of names) {
    if (!isObject(answer[name])) continue;
    if (first) throw unfit(method, `exactly one payload, not ${first} and ${name}`);
    first = name;
  }
  if (first) return answer;
  const bare = names.find((name) => marks[name]?.every((mark) => mark in answer));
  if (bare) return { [bare]: answer };
  throw unfit(method, "exactly one payload, not none");
}

function unfit(method: Method, expected: string): A2AError {
  return new A2AError("InvalidAgentResponse", {
    message: `The result of ${method} must be ${expected}`,
    metadata: { method },
  });
}

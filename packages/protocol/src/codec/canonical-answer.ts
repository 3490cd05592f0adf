import type { Method } from "@a2akit/types";
import { methods } from "../gen/methods.ts";
import { isObject } from "../json.ts";

/**
 * Whether a text has what ProtoJSON may write in another way (A2A §5.5): null, bytes, a name in snake_case or in escapes, an enum or integer as the
 * other type, a time that does not end in Z. Wherever in the text it stands, opaque JSON included. Each look takes linear time.
 */
function isUnusual(text: string, isChunk: boolean): boolean {
  return (
    // Most texts have none of these. The third character of each is a rare one, so the search goes on in steps of three.
    (/null|raw"|..(?:_[a-z\d]|\\u)/s.test(text) && /(?<=[:,[]\s*)null|"raw"|_[^\W_]*"\s*:|\\u00[0-7]/.test(text)) ||
    // A chunk, of which there are many, has no enum, integer or time.
    (!isChunk &&
      /"(?:(?:state|role)"\s*:\s*[^"\s]|(?:page|total)Size"\s*:\s*"|timestamp"\s*:\s*"[^"]*[^Z]")/.test(text))
  );
}

/**
 * Whether the result of a response is canonical as it stands, which most are. It errs on the strict side only: `decodeResult` reads, or refuses,
 * the others.
 *
 * @param text the JSON that the result was in
 */
export function isCanonicalAnswer(method: Method, result: unknown, text: string): boolean {
  if (!isObject(result) || isUnusual(text, isObject(result.artifactUpdate))) return false;
  const { streaming } = methods[method];
  // Many a peer leaves an empty list out, as ProtoJSON allows.
  if (!streaming && method !== "SendMessage") return method !== "ListTasks" || "tasks" in result;
  // Exactly one payload. One by one, as every event of a stream is asked: looking members up by a list of names takes longer than all else here.
  const { task, message, statusUpdate, artifactUpdate } = result;
  const count = +isObject(task) + +isObject(message) + +isObject(statusUpdate) + +isObject(artifactUpdate);
  return count === 1 && (streaming || isObject(task ?? message));
}

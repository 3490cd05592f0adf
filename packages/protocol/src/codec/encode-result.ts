import type { Method } from "@a2akit/types";
import type { Dialect } from "../dialect.ts";
import { results } from "../gen/results.ts";
import { isObject } from "../json.ts";
import { encodeMessage } from "./message-codec.ts";

/** The result as the dialect writes it. For a streaming method that is one StreamResponse. */
export function encodeResult(
  dialect: Pick<Dialect, "resultSpelling" | "sendMessageResult">,
  method: Method,
  value: unknown,
): unknown {
  const result = results[method];
  const encoded = encodeMessage(result, value, dialect.resultSpelling);
  const bare = result === "SendMessageResponse" && dialect.sendMessageResult === "bare" && isObject(encoded);
  return bare ? (encoded.task ?? encoded.message) : encoded;
}

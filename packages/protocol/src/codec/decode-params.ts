import type { Method } from "@a2akit/types";
import { params } from "../gen/params.ts";
import { type DecodeOptions, decodeMessage } from "./message-codec.ts";

/**
 * Canonical params of a request in any dialect, yet to be validated; see `decodeMessage`.
 *
 * @throws A2AError InvalidParams.
 */
export function decodeParams(method: Method, value: unknown, options?: DecodeOptions): unknown {
  return decodeMessage(params[method], value, options);
}

import type { BodySource } from "./connection.ts";

/** The source of a body that belongs to a request: reading it ends with the signal of the request. */
export function requestSource({ url, signal }: Request): BodySource {
  const source: BodySource = { url, signal };
  const abort = () => source.stop?.();
  signal.addEventListener("abort", abort);
  source.release = () => signal.removeEventListener("abort", abort);
  return source;
}

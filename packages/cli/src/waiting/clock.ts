import { CliError } from "../cli-error.ts";
import { formatDuration } from "./duration.ts";

export interface Clock {
  /** Aborts when the time is over, with a CliError TIMEOUT, or when one of the others does. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param timeout milliseconds; undefined: no limit */
export function startClock(timeout: number | undefined, others: readonly AbortSignal[]): Clock {
  const expiry = new AbortController();
  const expire = () =>
    expiry.abort(new CliError("A2ACLI_ERR_TIMEOUT", `Not done within ${formatDuration(timeout ?? 0)}`));
  const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  return { signal: AbortSignal.any([...others, expiry.signal]), stop: () => clearTimeout(timer) };
}

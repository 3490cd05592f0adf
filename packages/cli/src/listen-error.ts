import { usageError } from "./cli-error.ts";

/** What a person can do about a port that cannot be had. */
export function listenError(error: unknown, { port, host }: { readonly port: number; readonly host: string }): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const why = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
  return usageError(`Cannot listen on port ${port} of ${host}: ${why}; --port 0 takes a free one`);
}

import { usageError } from "./cli-error.ts";
import { reasonOfSystem } from "./message-of.ts";

/** What a person can do about it, by the code of the system. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there; --port 0 takes a free one",
  EACCES: "this port is not for everybody; --port 0 takes a free one",
  EADDRNOTAVAIL: "this machine has no such address; --host names another",
  ENOTFOUND: "there is no such host; --host names another",
};

/**
 * Waits for a server to listen.
 *
 * @throws CliError A2ACLI_ERR_USAGE with what a person can do about a port or an address that cannot be had.
 */
export async function listening<T>(
  server: Promise<T>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<T> {
  try {
    return await server;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const why = ADVICE[String(error.code)] ?? reasonOfSystem(error);
    throw usageError(`Cannot listen on port ${port} of ${host}: ${why}`);
  }
}

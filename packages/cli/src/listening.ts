import { usageError } from "./cli-error.ts";

/**
 * Waits for a server to listen.
 *
 * @throws CliError A2ACLI_ERR_USAGE with what a person can do about a port that cannot be had.
 */
export async function listening<T>(
  server: Promise<T>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<T> {
  try {
    return await server;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const why = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
    throw usageError(`Cannot listen on port ${port} of ${host}: ${why}; --port 0 takes a free one`);
  }
}

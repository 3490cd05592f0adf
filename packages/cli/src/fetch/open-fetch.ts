import { resolve } from "node:path";
import type { Fetch } from "@a2akit/client";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { readNamed } from "../files/read-named.ts";
import { warn } from "../output/output.ts";
import { createRedact } from "../output/redact.ts";
import { noteRateLimit } from "./rate-limit.ts";

/** Bytes that a file with certificates may have. */
const MAX_PEM_BYTES = 1_048_576;

/** The `fetch` of a command: with the TLS options of the command line, and with `--debug` one that tells what it does (OUT_007). */
export async function openFetch(context: Context): Promise<Fetch> {
  const { invocation, io, secrets, rateLimit } = context;
  const fetch = noteRateLimit(await tlsFetch(context), rateLimit);
  if (!invocation.values.debug) return fetch;
  const { debugFetch } = await import("./debug-fetch.ts");
  const redact = createRedact({ tokens: invocation.tokens, env: io.env, secrets });
  return debugFetch(fetch, { stderr: io.stderr, redact });
}

/** The platform's own `fetch` where it will do: it takes no options for TLS. */
async function tlsFetch(context: Context): Promise<Fetch> {
  const { io, invocation } = context;
  const { insecure, ca, "client-cert": cert, "client-key": key } = invocation.values;
  if (key !== undefined && cert === undefined) throw usageError("--client-key needs --client-cert");
  if (!insecure && ca === undefined && cert === undefined) return io.fetch;
  if (insecure)
    warn(io, "certificates are not verified (--insecure): anybody on the way can read and change what is sent");
  const { createHttpsFetch } = await import("./https-fetch.ts");
  const { rootCertificates } = await import("node:tls");
  const own = cert === undefined ? undefined : await readPem(context, "client-cert", cert);
  return createHttpsFetch({
    ...(ca !== undefined && { ca: [...rootCertificates, await readPem(context, "ca", ca)] }),
    ...(own !== undefined && { cert: own, key: key === undefined ? own : await readPem(context, "client-key", key) }),
    rejectUnauthorized: !insecure,
  });
}

async function readPem({ io, signal }: Context, option: string, path: string): Promise<string> {
  const { bytes } = await readNamed(resolve(io.cwd, path), { limit: MAX_PEM_BYTES, name: path, option, signal });
  const text = bytes.toString("utf8");
  if (!text.includes("-----BEGIN ")) throw usageError(`--${option}: ${path} is not PEM: it has no -----BEGIN line`);
  return text;
}

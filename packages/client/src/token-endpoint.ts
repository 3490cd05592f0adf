import { A2AError } from "@a2akit/protocol";
import { createDeadline } from "./deadline.ts";
import { type Fetch, fetchWith } from "./fetch.ts";
import { readJson } from "./read-body.ts";
import { connecting, originOf, reading, statusError } from "./transport-errors.ts";

/** Milliseconds that an authorization server may take to answer. */
const TOKEN_TIMEOUT = 30_000;
/** Bytes that its answer may have. */
const MAX_TOKEN_BYTES = 65_536;

export interface EndpointOptions {
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error that an authorization server names in its answer (RFC 6749 §5.2), such as `invalid_grant`. */
export class OAuthRefusal extends A2AError {
  readonly error: string;

  constructor(url: string, error: string, description: unknown) {
    const because = typeof description === "string" ? ` (${description})` : "";
    super("Unauthenticated", { message: `${new URL(url).origin} gives no token: ${error}${because}` });
    this.error = error;
  }
}

/**
 * Posts a form to an endpoint of an authorization server and gives its answer.
 *
 * @throws OAuthRefusal the error that it names; TransportError when its answer is none.
 */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  { fetch, signal, headers }: EndpointOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  const deadline = createDeadline(TOKEN_TIMEOUT, [signal]);
  const connection = { url, signal: deadline.signal };
  try {
    const request = fetchWith(fetch)(url, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
      body: body.toString(),
      signal: deadline.signal,
      redirect: "manual",
    });
    const response = await connecting(request, connection);
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    if (!isJson) throw await statusError(response, `No token from ${url}`, deadline.signal);
    const answer: unknown = await reading(
      readJson(response, { limit: MAX_TOKEN_BYTES, signal: deadline.signal }),
      connection,
    );
    const members: Record<string, unknown> = { ...(typeof answer === "object" && answer) };
    if (response.ok) return members;
    throw new OAuthRefusal(
      url,
      String(members.error ?? `HTTP ${originOf(response).status}`),
      members.error_description,
    );
  } finally {
    deadline.clear();
  }
}

import { A2AError } from "@a2akit/protocol";
import { openConnection } from "../transport/connection.ts";
import type { Fetch } from "../transport/fetch.ts";
import { readJson } from "../transport/read-body.ts";
import { statusError, statusOf } from "../transport/status-error.ts";
import { createDeadline } from "../waiting/deadline.ts";

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
  const connection = { url, signal: deadline.signal, fetch };
  try {
    const response = await openConnection(connection, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
      body: body.toString(),
      redirect: "manual",
    });
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    if (!isJson) throw await statusError(response, `No token from ${url}`, connection);
    const answer = await readJson(response, MAX_TOKEN_BYTES, connection);
    const members: Record<string, unknown> = { ...(typeof answer === "object" && answer) };
    if (response.ok) return members;
    throw new OAuthRefusal(
      url,
      String(members.error ?? `HTTP ${statusOf(response).status}`),
      members.error_description,
    );
  } finally {
    deadline.clear();
  }
}

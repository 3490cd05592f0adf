import type { AuthenticationRequest } from "../auth/authenticate.ts";
import type { Peer } from "../http/incoming.ts";

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly peer?: Peer;
}

/** What an `Authenticate` hook is asked. */
export function authenticationRequest({ headers = {}, query = "", peer }: Given = {}): AuthenticationRequest {
  return {
    method: "POST",
    path: "/",
    header: (name) => headers[name],
    query: new URLSearchParams(query),
    signal: new AbortController().signal,
    ...(peer !== undefined && { peer }),
  };
}

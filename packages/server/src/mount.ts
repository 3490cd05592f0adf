import type { Dialect } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import { type Authenticate, identify } from "./authenticate.ts";
import { type BaseUrlOptions, baseUrlOf } from "./base-url.ts";
import { ANONYMOUS, type Outcome } from "./call-context.ts";
import { type Dispatch, failure } from "./dispatch.ts";
import { httpError } from "./http-errors.ts";
import type { Incoming } from "./incoming.ts";
import { readBody } from "./read-body.ts";

/** Where the agent answers, and in which dialect. */
export interface Mount {
  /** Path of the JSON-RPC endpoint; its Agent Card is at `<path>/.well-known/agent-card.json`. Default: the dialect's. */
  readonly path?: string;
  readonly dialect: Dialect;
  /** Instead of the handler's, for this mount. */
  readonly authenticate?: Authenticate;
}

/** What answers at one path: its methods, and the function for each. */
export interface Route {
  readonly allow: string;
  readonly dialect: Dialect;
  answer(incoming: Incoming): Promise<Outcome>;
}

export interface RpcRouteOptions extends BaseUrlOptions {
  readonly card: AgentCard;
  readonly dialect: Dialect;
  readonly authenticate: Authenticate | undefined;
  readonly dispatch: Dispatch;
  readonly bodyBytes: number;
  onError(error: unknown): void;
}

const WELL_KNOWN = "/.well-known/agent-card.json";

/** Without the slash at the end, which a path may have or lack. */
export function normalisePath(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}

export function cardPathOf(path: string): string {
  return `${normalisePath(path)}${WELL_KNOWN}`;
}

/** Authenticate → read the body → dispatch (architecture §4). */
export function createRpcRoute({
  card,
  dialect,
  authenticate,
  dispatch,
  bodyBytes,
  onError,
  ...urls
}: RpcRouteOptions): Route {
  return {
    allow: "POST",
    dialect,
    async answer(incoming) {
      // Without a hook there is nothing to wait for: the body is read in the turn in which the request arrived.
      const caller = authenticate === undefined ? ANONYMOUS : await identify(authenticate, incoming, card);
      if ("error" in caller) {
        if (caller.error.cause !== undefined) onError(caller.error.cause);
        return withHeaders(failure(caller.error, { dialect }), caller.headers);
      }
      const body = await readBody(incoming, bodyBytes);
      const { query, header, signal } = incoming;
      return dispatch({ body, caller, query, header, signal, baseUrl: () => baseUrlOf(incoming, urls) });
    },
  };
}

/** 405 names the methods that the path takes (RFC 9110 §15.5.6). */
export function wrongMethod({ allow, dialect }: Route): Outcome {
  return withHeaders(failure(httpError("METHOD_NOT_ALLOWED"), { dialect }), { allow });
}

/** An outcome with more headers; both have their say in `vary`. */
export function withHeaders<T extends Outcome>(outcome: T, headers: Readonly<Record<string, string>>): T {
  const vary = [outcome.headers.vary, headers.vary].filter((value) => value !== undefined).join(", ");
  return { ...outcome, headers: { ...outcome.headers, ...headers, ...(vary !== "" && { vary }) } };
}

import { type Dialect, toA2AError } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import { type Authenticate, identify } from "../auth/authenticate.ts";
import { ANONYMOUS, type Caller, type Outcome } from "../call-context.ts";
import type { Dispatch } from "../dispatch/dispatch.ts";
import { errorOutcome } from "../dispatch/error-outcome.ts";
import type { Refusal } from "../http-errors.ts";
import type { ObservedRequest } from "../observe/observe-request.ts";
import { limitRate, type RateLimit } from "../rate-limit/rate-limit.ts";
import type { Incoming } from "./incoming.ts";
import { readBody } from "./read-body.ts";

/** What answers at one path: its HTTP methods, and the function for them. */
export interface Route {
  readonly allow: readonly string[];
  readonly dialect: Dialect;
  /** A call of the agent; other requests are not observed. */
  readonly rpc?: true;
  /** Never rejects. */
  answer(incoming: Incoming, observed?: ObservedRequest): Promise<Outcome>;
}

export interface RpcRouteOptions {
  readonly card: AgentCard;
  readonly dialect: Dialect;
  readonly authenticate: Authenticate | undefined;
  readonly rateLimit: RateLimit | undefined;
  readonly dispatch: Dispatch;
  readonly bodyBytes: number;
  report(error: unknown): void;
}

/** Authenticate → limit the rate → read the body → dispatch (architecture §4). */
export function createRpcRoute({
  card,
  dialect,
  authenticate,
  rateLimit,
  dispatch,
  bodyBytes,
  report,
}: RpcRouteOptions): Route {
  function turnAway({ error, headers }: Refusal): Outcome {
    if (error.cause !== undefined) report(error.cause);
    return withHeaders(errorOutcome(error, { dialect }), headers);
  }

  async function admit(incoming: Incoming, observed: ObservedRequest | undefined): Promise<Outcome> {
    try {
      const caller = authenticate === undefined ? ANONYMOUS : await identify(authenticate, incoming, card);
      if ("error" in caller) return turnAway(caller);
      if (observed !== undefined) observed.facts.caller = caller;
      const limited = rateLimit === undefined ? undefined : await limitRate(rateLimit, incoming, caller);
      return limited === undefined ? await begin(incoming, caller, observed) : turnAway(limited);
    } catch (error) {
      return thrownOutcome(error, { dialect, report });
    }
  }

  function begin(incoming: Incoming, caller: Caller, observed: ObservedRequest | undefined): Promise<Outcome> {
    try {
      const { query, header, signal, origin } = incoming;
      const body = readBody(incoming, bodyBytes);
      return dispatch({ body, caller, query, header, signal, origin, observed });
    } catch (error) {
      return Promise.resolve(thrownOutcome(error, { dialect, report }));
    }
  }

  const open = authenticate === undefined && rateLimit === undefined;
  return {
    allow: ["POST"],
    dialect,
    rpc: true,
    answer(incoming, observed) {
      if (!open) return admit(incoming, observed);
      // There is nothing to wait for: the body is read in the turn in which the request arrived.
      if (observed !== undefined) observed.facts.caller = ANONYMOUS;
      return begin(incoming, ANONYMOUS, observed);
    },
  };
}

/** The answer to a request that went wrong before it was a call; of what is no A2AError only `report` hears more. */
export function thrownOutcome(
  error: unknown,
  { dialect, report }: Pick<RpcRouteOptions, "dialect" | "report">,
): Outcome {
  const known = toA2AError(error);
  if (known !== error) report(error);
  return errorOutcome(known, { dialect });
}

/** Without the slashes at the end, which a path may have or lack. A regular expression would look at each of many slashes anew. */
export function normalisePath(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  const trimmed = path.slice(0, end);
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}

/** An outcome with more headers; both have their say in `vary`. */
export function withHeaders<T extends Outcome>(outcome: T, headers: Readonly<Record<string, string>>): T {
  const vary = [outcome.headers.vary, headers.vary].filter((value) => value !== undefined).join(", ");
  return { ...outcome, headers: { ...outcome.headers, ...headers, ...(vary !== "" && { vary }) } };
}

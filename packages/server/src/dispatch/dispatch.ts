import {
  A2AError,
  type Dialect,
  EXTENSIONS_HEADER,
  formatExtensions,
  negotiateVersion,
  parseRequest,
  type RequestId,
  requestId,
  resolveMethod,
  successResponse,
  toA2AError,
} from "@a2akit/protocol";
import { encodeResult } from "@a2akit/protocol/codec";
import type { AgentCapabilities, Method } from "@a2akit/types";
import type { RequireAllowed } from "../auth/authorize.ts";
import type { Call, CallContext, Caller, Outcome } from "../call-context.ts";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { inSpellingOf } from "../invalid-params.ts";
import type { Limits } from "../limits.ts";
import { noteCall } from "../observe/observe-request.ts";
import type { Scope } from "../task-store.ts";
import { errorOutcome, JSON_HEADERS } from "./error-outcome.ts";
import { framesOf } from "./frames.ts";
import { negotiateExtensions, requireCapability } from "./gates.ts";
import { readParams } from "./read-params.ts";
import type { RequestHandler } from "./request-handler.ts";
import type { NumberedEvent } from "./streams.ts";

export interface DispatchOptions {
  readonly dialect: Dialect;
  readonly capabilities: AgentCapabilities;
  readonly methods: RequestHandler;
  readonly limits: Pick<Limits, "nesting" | "listItems" | "objectMembers">;
  /** Absent: whose a task is is all that counts. */
  readonly requireAllowed?: RequireAllowed | undefined;
  /** WWW-Authenticate of a 401. */
  readonly challenge: string;
  /** The tenant that all calls are for; the empty string: each names its own. */
  readonly tenant: string;
  onError(error: unknown, about: { readonly method?: string }): void;
}

/** One JSON-RPC call: body, headers and caller in, outcome out. Never rejects. */
export type Dispatch = (call: Call) => Promise<Outcome>;

const EVENT_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Envelope → version → method → extensions → params → method function → encoded answer (architecture §4). */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { dialect, capabilities, methods, limits, requireAllowed, challenge, tenant, onError } = options;
  return async function dispatch(call) {
    let id: RequestId = null;
    let asked: string | undefined;
    let given: object | undefined;
    let body: unknown;
    try {
      body = await call.body;
      const request = parseRequest(body, dialect);
      id = request.id;
      asked = request.method;
      negotiateVersion(call, dialect);
      const method = resolveMethod(asked, dialect);
      if (call.observed !== undefined) call.observed.facts.method = method;
      const extensions = negotiateExtensions(call, capabilities);
      requireCapability(method, capabilities);
      const params = readParams(method, request.params, { dialect, limits });
      given = request.params;
      const context = contextOf(call, extensions, scopeOf(call.caller, tenant, params.tenant));
      if (call.observed !== undefined) noteCall(call.observed.facts, params, context);
      if (requireAllowed !== undefined) await requireAllowed({ method, params, context });
      const result = await methodOf(methods, method)(params, context);
      if (isStream(result))
        return {
          kind: "events",
          headers: echo(EVENT_HEADERS, extensions),
          frames: framesOf(result, { id, method, dialect }),
        };
      const answer = successResponse(id, encodeResult(dialect, method, result));
      return { kind: "json", status: 200, headers: echo(JSON_HEADERS, extensions), body: answer };
    } catch (error) {
      const known = toA2AError(error);
      if (known !== error && !call.signal().aborted) onError(error, { ...(asked !== undefined && { method: asked }) });
      const failed = errorOutcome(inSpellingOf(given, known, dialect), { dialect, id: id ?? requestId(body) });
      if (failed.status !== 401) return failed;
      return { ...failed, headers: { ...failed.headers, "www-authenticate": challenge } };
    }
  };
}

/** A2A §4.6: the answer lists the extensions that were applied. */
function echo(headers: Headers, extensions: ReadonlySet<string>): Headers {
  return extensions.size === 0 ? headers : { ...headers, [EXTENSIONS_HEADER]: formatExtensions(extensions) };
}
type Headers = Readonly<Record<string, string>>;

type AnyMethod = (params: object, context: CallContext) => Promise<object>;

/** `readParams` gave the params of this very method, which TypeScript cannot follow through the union of all methods. */
function methodOf(methods: RequestHandler, method: Method): AnyMethod {
  return methods[method] as AnyMethod;
}

function contextOf(call: Call, extensions: ReadonlySet<string>, scope: Scope): CallContext {
  const lastEventId = extensions.has(EVENT_LOG_EXTENSION) ? call.header("last-event-id") : undefined;
  return { caller: call.caller, scope, extensions, lastEventId, call };
}

/**
 * Whose business a call is: the tenants of the mount, of the caller and of the params must not differ. Where none of the first two is, the call
 * names its own.
 */
function scopeOf({ owner, tenant }: Caller, mounted: string, named = ""): Scope {
  const one = mounted || tenant || named;
  if ((tenant !== "" && tenant !== one) || (named !== "" && named !== one))
    throw new A2AError("PermissionDenied", { message: "Not your tenant" });
  return { owner, tenant: one };
}

function isStream(result: object): result is AsyncIterableIterator<NumberedEvent> {
  return Symbol.asyncIterator in result;
}

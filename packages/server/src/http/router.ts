import type { Outcome } from "../call-context.ts";
import { errorOutcome } from "../dispatch/error-outcome.ts";
import { httpError } from "../http-errors.ts";
import type { Observation } from "../observe/combine.ts";
import { type ObservedRequest, observeRequest } from "../observe/observe-request.ts";
import { type CorsOptions, corsHeaders, preflight } from "./cors.ts";
import type { Incoming } from "./incoming.ts";
import { normalisePath, type Route, withHeaders } from "./route.ts";

export interface RouterOptions {
  /** By normalised path, with and without a slash at the end. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly cors: CorsOptions | undefined;
  readonly observation: Observation | undefined;
  /** False while the handler closes: UNAVAILABLE (HTTP 503) then. */
  accepting(): boolean;
  /** Called for each request that a route takes. */
  start(): void;
}

/** Answers a request by the route at its path; `undefined` where there is none. Never rejects. */
export type Router = (incoming: Incoming) => Promise<Outcome> | undefined;

export function createRouter({ routes, cors, observation, accepting, start }: RouterOptions): Router {
  async function shareAcross(origins: CorsOptions, route: Route, incoming: Incoming): Promise<Outcome> {
    if (incoming.method === "OPTIONS") return preflight(origins, incoming, allowOf(route));
    return withHeaders(await answer(route, incoming), corsHeaders(origins, incoming));
  }
  function answer(route: Route, incoming: Incoming): Promise<Outcome> {
    if (!route.allow.includes(incoming.method)) return Promise.resolve(wrongMethod(route));
    if (accepting()) start();
    if (observation === undefined || route.rpc !== true) return answerOpen(route, incoming);
    const about = { incoming, dialect: route.dialect.name };
    return observeRequest(observation, about, (observed) => answerOpen(route, incoming, observed));
  }
  function answerOpen(route: Route, incoming: Incoming, observed?: ObservedRequest): Promise<Outcome> {
    if (!accepting()) return Promise.resolve(errorOutcome(httpError("UNAVAILABLE"), route));
    return route.answer(incoming, observed);
  }

  return (incoming) => {
    const route = routes.get(incoming.path) ?? routes.get(normalisePath(incoming.path));
    if (route === undefined) return undefined;
    return cors === undefined ? answer(route, incoming) : shareAcross(cors, route, incoming);
  };
}

function allowOf({ allow }: Route): string {
  return allow.join(", ");
}

/** 405 names the methods that the path takes (RFC 9110 §15.5.6). */
function wrongMethod(route: Route): Outcome {
  return withHeaders(errorOutcome(httpError("METHOD_NOT_ALLOWED"), route), { allow: allowOf(route) });
}

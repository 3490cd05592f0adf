import type { JsonOutcome } from "../call-context.ts";
import type { A2AHandler } from "../handler.ts";
import type { Answerer } from "./fetch.ts";
import { normalisePath } from "./route.ts";

export interface HealthOptions {
  /** Says 200 as long as the process answers. Default `/livez`. */
  readonly live?: string;
  /** Says 200, or 503 when a handler is not ready: it closes, its store does not answer, or its outbox is stuck. Default `/readyz`. */
  readonly ready?: string;
}

const METHODS = ["GET", "HEAD"];

/**
 * Health endpoints for probes, beside agents or alone: `createNodeListener([handler, createHealth(handler)])`, or
 * `createFetch([createHealth(handler)])` for a router of your own. They tell nobody more than a status.
 */
export function createHealth(
  handlers: Pick<A2AHandler, "readiness"> | readonly Pick<A2AHandler, "readiness">[],
  { live = "/livez", ready = "/readyz" }: HealthOptions = {},
): Answerer {
  const all: readonly Pick<A2AHandler, "readiness">[] = "readiness" in handlers ? [handlers] : handlers;
  const probes = new Map<string, () => Promise<boolean>>([
    [normalisePath(live), async () => true],
    [
      normalisePath(ready),
      async () => (await Promise.all(all.map((each) => each.readiness()))).every((each) => each.ready),
    ],
  ]);

  return {
    answer({ method, path }) {
      const probe = probes.get(normalisePath(path));
      if (probe === undefined) return undefined;
      return METHODS.includes(method) ? probe().then(outcomeOf) : Promise.resolve(WRONG_METHOD);
    },
    // Nothing here is a stream, and nothing fails.
    pulses: { add() {}, remove() {} },
    report() {},
  };
}

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };
const WRONG_METHOD: JsonOutcome = {
  kind: "json",
  status: 405,
  headers: { allow: METHODS.join(", ") },
  body: undefined,
};

function outcomeOf(good: boolean): JsonOutcome {
  return { kind: "json", status: good ? 200 : 503, headers: HEADERS, body: { status: good ? "ok" : "unavailable" } };
}

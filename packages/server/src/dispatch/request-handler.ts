import type { Method, MethodMap } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { Limits, Timing } from "../limits.ts";
import type { RequireWebhook } from "../push/webhook-gate.ts";
import type { Runs } from "../runs/runs.ts";
import type { Waits } from "../runs/waits.ts";
import type { TaskStore } from "../task-store.ts";
import type { NumberedEvent, Streams } from "./streams.ts";

/** One function per method of A2A, on canonical params that are validated; what it throws becomes the error answer. */
export type RequestHandler = {
  readonly [M in Method]: (
    params: MethodMap[M]["params"],
    context: CallContext,
  ) => Promise<MethodMap[M]["streaming"] extends true ? AsyncIterable<NumberedEvent> : MethodMap[M]["result"]>;
};

/** What the methods share. */
export interface Services {
  readonly store: TaskStore;
  readonly runs: Runs;
  readonly streams: Streams;
  readonly waits: Waits;
  readonly requireWebhook: RequireWebhook;
  readonly limits: Limits;
  readonly timing: Timing;
}

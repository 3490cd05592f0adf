import type { Instrumentation, Observer, RunFacts } from "./instrumentation.ts";

/** One thing that somebody did, or that was done for them. */
export interface AuditEvent {
  readonly time: Date;
  /** A method of A2A; `Run` for an agent that was called; `Webhook` for a frame that left for a webhook. */
  readonly action: string;
  /** `undefined`: nobody knows, the request was refused before. The empty string is the anonymous caller. */
  readonly owner: string | undefined;
  readonly tenant: string | undefined;
  /** Address of the other end of the connection, where the adapter knows it. */
  readonly peer?: string | undefined;
  readonly taskId?: string | undefined;
  readonly contextId?: string | undefined;
  /** Host of the webhook. */
  readonly host?: string;
  /** `denied`: HTTP 401, 403 or 429. */
  readonly outcome: "ok" | "denied" | "failed";
  /** Reason of the error (A2A §5.4), state of the task after a run, or why a delivery failed. */
  readonly reason?: string | undefined;
}

/** Hears of every request once it is answered, of every run and every webhook attempt once it is over. Must not wait. */
export type Audit = (event: AuditEvent) => void;

const DENIED: ReadonlySet<number | undefined> = new Set([401, 403, 429]);

export function createAudit(write: Audit): Instrumentation {
  return {
    request: (facts) => ({
      answered() {
        const { method, caller, peer, taskId, contextId, status, error } = facts;
        write({
          time: new Date(),
          action: method ?? "unknown",
          owner: caller?.owner,
          tenant: caller?.tenant,
          peer,
          taskId,
          contextId,
          outcome: DENIED.has(status) ? "denied" : error === undefined ? "ok" : "failed",
          reason: error?.reason,
        });
      },
      run: followRun,
    }),
    run: followRun,
    delivery: (facts) => ({
      ended() {
        const { scope, taskId, host, outcome } = facts;
        const delivered = outcome?.kind === "delivered";
        write({
          time: new Date(),
          action: "Webhook",
          ...scope,
          taskId,
          host,
          outcome: delivered ? "ok" : "failed",
          reason: delivered ? undefined : outcome?.reason,
        });
      },
    }),
  };

  function followRun(facts: RunFacts): Observer {
    return {
      ended() {
        const { caller, taskId, contextId, kind, state, failure } = facts;
        write({
          time: new Date(),
          action: "Run",
          owner: caller.owner,
          tenant: caller.tenant,
          ...(kind !== "message" && { taskId }),
          contextId,
          outcome: failure === undefined ? "ok" : "failed",
          reason: state,
        });
      },
    };
  }
}

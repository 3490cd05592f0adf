import type { OnError } from "../observe/create-observation.ts";
import type { TaskStore } from "../task-store.ts";
import { within } from "../within.ts";

/** Whether requests are welcome, and what speaks against it. */
export interface Readiness {
  readonly ready: boolean;
  /** False while the handler closes. */
  readonly accepting: boolean;
  /** The store answers in time. */
  readonly store: boolean;
  /** No frame for a webhook has been due for longer than `timing.outboxStuck` without anybody taking it. */
  readonly outbox: boolean;
}

export interface ReadinessOptions {
  readonly store: TaskStore;
  /** Whether this handler delivers to webhooks. */
  readonly delivers: boolean;
  readonly timing: { readonly readinessTimeout: number; readonly outboxStuck: number };
  accepting(): boolean;
  readonly onError: OnError;
}

/** Reads one task that is not there, and the outbox. Never rejects: `onError` hears why a store does not answer. */
export function createReadiness({
  store,
  delivers,
  timing,
  accepting,
  onError,
}: ReadinessOptions): () => Promise<Readiness> {
  async function look(): Promise<{ readonly store: boolean; readonly outbox: boolean }> {
    await store.load(NOBODY, "readiness");
    if (!delivers) return { store: true, outbox: true };
    const { dueSince } = await store.push.backlog();
    return { store: true, outbox: dueSince === undefined || Date.now() - dueSince.getTime() <= timing.outboxStuck };
  }

  return async () => {
    const failed = { store: false, outbox: !delivers };
    const found = await within(
      look().catch((error) => {
        onError(error, {});
        return failed;
      }),
      timing.readinessTimeout,
    );
    const checks = { accepting: accepting(), ...(found ?? failed) };
    return { ready: Object.values(checks).every(Boolean), ...checks };
  };
}

const NOBODY = { tenant: "", owner: "" };

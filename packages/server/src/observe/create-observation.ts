import { type Audit, createAudit } from "./audit.ts";
import { combine, type Observation } from "./combine.ts";
import type { ErrorContext, Instrumentation, Readings } from "./instrumentation.ts";
import { createLogging, type Logger } from "./logger.ts";

export interface ObservationOptions {
  /** Where the log goes, such as a pino logger. Default: nowhere. */
  readonly logger?: Logger;
  /** Hears who did what, to which task, with what outcome. */
  readonly audit?: Audit;
  /** Traces and metrics, as `@a2akit/server/opentelemetry` makes them, or your own. */
  readonly instrumentation?: Instrumentation | readonly Instrumentation[];
  /**
   * Hears of everything that a peer is not told: agents that throw, stores that fail. Default: the logger, else the console. Where it throws, or gives
   * a promise that rejects, both errors go to the console.
   */
  readonly onError?: (error: unknown, about: ErrorContext) => void;
}

export type OnError = NonNullable<ObservationOptions["onError"]>;

export interface Observing {
  /** `undefined`: nobody looks. */
  readonly observation: Observation | undefined;
  readonly onError: OnError;
  /** Offers the readings to whoever wants them, until the function it gives is called. */
  offer(read: () => Promise<Readings>): () => void;
}

export function createObservation(agent: string, options: ObservationOptions): Observing {
  const { logger, audit, instrumentation = [], onError } = options;
  const parts: Instrumentation[] = ["length" in instrumentation ? instrumentation : [instrumentation]].flat();
  if (logger !== undefined) parts.push(createLogging(logger));
  if (audit !== undefined) parts.push(createAudit(audit));
  const tell = guarded(onError ?? (parts.some(({ error }) => error !== undefined) ? () => {} : logError));
  // An instrumentation that fails is not told of it: it might fail again.
  const report = (error: unknown): void => tell(error, {});

  return {
    observation: combine(agent, parts, report),
    onError(error, about) {
      tell(error, about);
      for (const part of parts) safely(() => part.error?.(error, about));
    },
    offer(read) {
      const ends = parts.map((part) => safely(() => part.readings?.(read)));
      return () => {
        for (const end of ends) safely(() => end?.());
      };
    },
  };

  function safely<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      report(error);
      return undefined;
    }
  }
}

/** What an `onError` throws would end a run in the middle, and as a rejection the whole process. */
function guarded(onError: OnError): OnError {
  return (error, about) => {
    const giveUp = (failure: unknown): void => {
      logError(error);
      logError(failure);
    };
    try {
      // The type lets an async function pass.
      const hearing: unknown = onError(error, about);
      if (hearing instanceof Promise) hearing.catch(giveUp);
    } catch (failure) {
      giveUp(failure);
    }
  };
}

function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an error that nobody hears of is worse
  console.error(error);
}

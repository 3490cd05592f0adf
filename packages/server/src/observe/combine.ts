import type { DeliveryFacts, Instrumentation, Observer, RequestFacts, RunFacts } from "./instrumentation.ts";

/** An observer that is complete. */
export interface Observed {
  /** Whether `within` does more than the work. */
  readonly surrounds: boolean;
  within<T>(work: () => T): T;
  run(facts: RunFacts): Observed;
  headers(): Readonly<Record<string, string>>;
  answered(): void;
  ended(): void;
}

/** Several instrumentations as one that is complete. */
export interface Observation {
  /** Name of the agent. */
  readonly agent: string;
  request(facts: RequestFacts): Observed;
  run(facts: RunFacts): Observed;
  delivery(facts: DeliveryFacts): Observed;
}

type Report = (error: unknown) => void;

/** `undefined` for none: whoever observes asks for that and does nothing more. What an instrumentation throws is reported. */
export function combine(agent: string, parts: readonly Instrumentation[], report: Report): Observation | undefined {
  if (parts.length === 0) return undefined;
  const begin = (start: (part: Instrumentation) => Observer | undefined): Observed => {
    const started = parts.map((part) => guarded(() => start(part), report));
    return complete(
      started.filter((observer) => observer !== undefined),
      report,
    );
  };
  return {
    agent,
    request: (facts) => begin((part) => part.request?.(facts)),
    run: (facts) => begin((part) => part.run?.(facts)),
    delivery: (facts) => begin((part) => part.delivery?.(facts)),
  };
}

function complete(observers: readonly Observer[], report: Report): Observed {
  const around = observers.filter((observer) => observer.within !== undefined);
  const [only] = around;
  function within<T>(work: () => T): T {
    if (only === undefined) return work();
    if (around.length === 1) return enter(only, work, report);
    return around.reduceRight((inner, observer) => () => enter(observer, inner, report), work)();
  }
  return {
    surrounds: only !== undefined,
    within,
    run(facts) {
      const runs = observers.map((observer) => guarded(() => observer.run?.(facts), report));
      return complete(
        runs.filter((run) => run !== undefined),
        report,
      );
    },
    headers() {
      const all = observers.map((observer) => guarded(() => observer.headers?.(), report));
      return Object.assign({}, ...all);
    },
    answered() {
      for (const observer of observers) guarded(() => observer.answered?.(), report);
    },
    ended() {
      for (const observer of observers) guarded(() => observer.ended?.(), report);
    },
  };
}

/** The work is done in any case, and its own errors are its caller's. */
function enter<T>(observer: Observer, work: () => T, report: Report): T {
  if (observer.within === undefined) return work();
  let begun = false;
  try {
    return observer.within(() => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    report(error);
    return work();
  }
}

function guarded<T>(work: () => T, report: Report): T | undefined {
  try {
    return work();
  } catch (error) {
    report(error);
    return undefined;
  }
}

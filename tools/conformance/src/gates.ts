/** Named gates between a test and the scripted agent: what otherwise needs a pause is a matter of order. */
export interface Gates {
  /** Called by the agent: says that it has come to the gate, and waits until the gate is open or `signal` aborts. */
  pass(name: string, signal: AbortSignal): Promise<void>;
  /** Resolves when an agent has come to the gate. */
  reached(name: string): Promise<void>;
  /** Lets everybody through, now and later. */
  open(name: string): void;
}

interface Gate {
  readonly reached: PromiseWithResolvers<void>;
  readonly open: PromiseWithResolvers<void>;
}

export function createGates(): Gates {
  const gates = new Map<string, Gate>();
  const gate = (name: string): Gate => {
    const known = gates.get(name);
    if (known) return known;
    const fresh = { reached: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };
    gates.set(name, fresh);
    return fresh;
  };
  return {
    async pass(name, signal) {
      gate(name).reached.resolve();
      await untilAborted(gate(name).open.promise, signal);
    },
    reached: (name) => gate(name).reached.promise,
    open: (name) => gate(name).open.resolve(),
  };
}

/** `promise`, or the moment at which `signal` aborts, whichever is first. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

import type { StreamResponse } from "@a2akit/types";

/** One delivery of an event. */
export interface Delivery {
  readonly taskId: string;
  /** Its `webhook-id`, which is the same however often it comes. */
  readonly id: string | null;
  readonly body: string;
  readonly event: StreamResponse;
}

interface Taken {
  /** What tells that it is the same again; undefined where nothing does. */
  readonly mark: string | undefined;
  readonly done: Promise<void>;
}

/**
 * Does something once for each event, however often it is delivered: a second delivery waits for the first, and one whose taking failed is taken
 * anew. Without an id, it is one that repeats what was the last of its task.
 *
 * @param limit deliveries that are remembered
 */
export function createOnce(limit: number): (delivery: Delivery, take: () => unknown) => Promise<void> {
  const taken = new Map<string, Taken>();

  return async ({ taskId, id, body, event }, take) => {
    const key = JSON.stringify([taskId, id]);
    // Two chunks of a text may well be the same.
    const mark = id ?? (event.artifactUpdate?.append ? undefined : await digest(body));
    const before = taken.get(key);
    if (before && mark !== undefined && before.mark === mark) return before.done;
    const done = (async () => void (await take()))();
    taken.delete(key);
    taken.set(key, { mark, done });
    done.catch(() => taken.get(key)?.done === done && taken.delete(key));
    const [oldest] = taken.keys();
    if (taken.size > limit && oldest !== undefined) taken.delete(oldest);
    return done;
  };
}

async function digest(body: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  return String.fromCharCode(...new Uint8Array(hash));
}

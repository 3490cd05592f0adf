import type { JSONWebKeySet } from "jose";
import { type FetchJsonOptions, fetchJson } from "./fetch-json.ts";

export interface RemoteKeysOptions extends Partial<FetchJsonOptions> {
  /** Milliseconds for which keys are used without asking again. Default 600,000. */
  readonly maxAge?: number;
  /** Milliseconds for which keys are still used when the provider cannot be reached. Default 86,400,000. */
  readonly maxStale?: number;
  /** Milliseconds between two looks for a key that is not there. Default 30,000. */
  readonly cooldown?: number;
}

export const DEFAULT_REMOTE_KEYS: Required<Omit<RemoteKeysOptions, "fetch">> = {
  timeout: 5_000,
  maxBytes: 512 * 1024,
  maxAge: 600_000,
  maxStale: 86_400_000,
  cooldown: 30_000,
};

/** Milliseconds after a failure: a provider that starts up must not be asked by each request, nor be missed for long. */
const RETRY = 5_000;

/** The public keys of an identity provider, fetched when they are needed and by one request at a time. */
export interface RemoteKeys {
  /** Rejects where there are none that may still be used. */
  current(): Promise<JSONWebKeySet>;
  /** Newer ones than those given, for a key that they lack; `undefined` where nothing newer may be had now. */
  newer(than: JSONWebKeySet): Promise<JSONWebKeySet | undefined>;
}

/** @param locate finds the URL of the JWKS, anew for each fetch: it may move */
export function createRemoteKeys(
  locate: (options: FetchJsonOptions) => Promise<string>,
  options: RemoteKeysOptions,
): RemoteKeys {
  const { maxAge, maxStale, cooldown, ...fetching } = { ...DEFAULT_REMOTE_KEYS, ...options };
  let keys: JSONWebKeySet | undefined;
  /** When the keys were fetched, and when fetching was last tried. */
  let fetched = Number.NEGATIVE_INFINITY;
  let tried = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let pending: Promise<void> | undefined;

  async function load(): Promise<void> {
    tried = Date.now();
    try {
      const document = await fetchJson(await locate(fetching), fetching);
      keys = { keys: Array.isArray(document.keys) ? document.keys : [] };
      fetched = Date.now();
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  }
  function reload(): Promise<void> {
    pending ??= load().finally(() => {
      pending = undefined;
    });
    return pending;
  }
  const since = (time: number): number => Date.now() - time;

  return {
    async current() {
      const mayTry = failure === undefined || since(tried) >= RETRY || pending !== undefined;
      if (since(fetched) > maxAge && mayTry) await reload();
      if (keys === undefined || since(fetched) > maxStale) throw failure ?? new Error("The keys are too old");
      return keys;
    },
    async newer(than) {
      if (keys === than && (since(tried) >= cooldown || pending !== undefined)) await reload();
      return keys === than ? undefined : keys;
    },
  };
}

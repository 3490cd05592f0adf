import type { Scope } from "../task-store.ts";

export interface OwnerShares {
  /** Begins a claim: what was admitted before and not begun is forgotten. */
  reset(): void;
  /** Milliseconds for which a delivery of this owner has to wait; 0 admits it. */
  defer(scope: Scope): number;
  /** A delivery is under way, until the function that comes back is called. */
  begin(scope: Scope): () => void;
}

interface Share {
  underWay: number;
  /** Handed out by the claim that is being made. */
  admitted: number;
  /** When a delivery last ended. */
  ended: number;
}

/** Milliseconds: an owner whose webhooks answer is looked at again soon, one whose webhooks hang is not. */
const FLOWING = 100;
const HANGING = 1_000;

/** Sees to it that no owner's webhooks take all the places: beyond `limit` they wait until others of the same owner have ended. */
export function createOwnerShares(limit: number): OwnerShares {
  const shares = new Map<string, Share>();
  const keyOf = ({ tenant, owner }: Scope): string => JSON.stringify([tenant, owner]);

  function shareOf(key: string): Share {
    const share = shares.get(key) ?? { underWay: 0, admitted: 0, ended: 0 };
    shares.set(key, share);
    return share;
  }

  return {
    reset() {
      for (const [key, share] of shares) {
        share.admitted = 0;
        if (share.underWay === 0) shares.delete(key);
      }
    },
    defer(scope) {
      const share = shareOf(keyOf(scope));
      if (share.underWay + share.admitted >= limit) return Date.now() - share.ended < FLOWING ? FLOWING : HANGING;
      share.admitted += 1;
      return 0;
    },
    begin(scope) {
      const share = shareOf(keyOf(scope));
      share.underWay += 1;
      return () => {
        share.underWay -= 1;
        share.ended = Date.now();
      };
    },
  };
}

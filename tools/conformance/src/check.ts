import type { Method } from "@a2akit/types";
import type { Gates } from "./gates.ts";
import type { Peer } from "./peer.ts";
import type { RequirementId } from "./requirements.ts";
import type { Settings, Variant } from "./variants.ts";

/** A server with the scripted agent behind it, as one check sees it. */
export interface World {
  /** A caller without credentials. */
  readonly peer: Peer;
  /** A caller with the credential of one of the two users that the scripted agent knows. */
  as(user: "alice" | "bob"): Peer;
  readonly gates: Gates;
  /** What the server reported to its operator. */
  readonly reports: readonly unknown[];
}

/** One check of the behaviour suite. It throws when the server is wrong. */
export interface Check {
  readonly title: string;
  /** The requirements that it proves. */
  readonly cites: readonly [RequirementId, ...RequirementId[]];
  /** The methods that it calls; a dialect without one of them does not run it. */
  readonly needs: readonly Method[];
  /** The variant of the scripted agent; A where absent. */
  readonly variant?: Variant;
  /** Limits and waits of the server that differ from the defaults. */
  readonly settings?: Settings;
  run(world: World): Promise<void>;
}

import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { type Agent, createA2AHandler } from "@a2akit/server";
import type { World } from "./check.ts";
import type { Fault } from "./defects/defect.ts";
import { tap } from "./defects/tap.ts";
import { createGates } from "./gates.ts";
import type { Peer } from "./peer.ts";
import { createScriptedAgent } from "./scripted-agent.ts";
import { type OpenTestStore, openMemoryStore } from "./test-store.ts";
import { inProcess } from "./transports/in-process.ts";
import type { Transport } from "./transports/transport.ts";
import { optionsOf, type Settings, type Variant } from "./variants.ts";

/** One point on the axes along which the suite varies. */
export interface Opening {
  /** Default: `handler.fetch`. */
  readonly transport?: Transport;
  readonly dialect?: Dialect;
  /** Default: in memory. */
  readonly openStore?: OpenTestStore;
  readonly variant?: Variant;
  readonly settings?: Settings;
  /** In place of the scripted agent. */
  readonly agent?: Agent;
  readonly fault?: Fault;
}

export interface OpenWorld extends World {
  /** Where the server is; a name that leads nowhere for `handler.fetch`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a server with the scripted agent and a store of its own. */
export async function openWorld(opening: Opening = {}): Promise<OpenWorld> {
  const {
    transport = inProcess,
    openStore = openMemoryStore,
    dialect = a2a,
    variant = "A",
    settings = {},
    fault = {},
  } = opening;
  const { store, close: closeStore } = await openStore(settings.storeOptions ?? {});
  const meant = settings.store?.(store) ?? store;
  const gates = createGates();
  const reports: unknown[] = [];
  const path = dialect.rpcPath;
  const handler = createA2AHandler({
    ...optionsOf(variant),
    agent: opening.agent ?? createScriptedAgent(gates),
    store: fault.store?.(meant) ?? meant,
    mounts: [{ path, dialect }],
    onError: (error) => reports.push(error),
    limits: settings.limits ?? {},
    timing: { closeGrace: 0, ...settings.timing },
  });
  const { origin, fetch: reach, close } = await transport(handler);
  const peer: Peer = {
    dialect,
    path,
    headers: {},
    fetch: tap((at, init) => reach(new Request(origin + at, init)), fault),
  };
  return {
    origin,
    peer,
    as: (user) => ({ ...peer, headers: { authorization: `Bearer ${user}` } }),
    gates,
    reports,
    async close() {
      await close();
      await closeStore();
    },
  };
}

import { parseArgs } from "node:util";

export const DEFAULT_PORT = 4000;
const MAX_PORT = 65_535;
const STORES = ["memory"] as const;

export interface Options {
  /** 0: any free port. */
  readonly port: number;
  readonly store: (typeof STORES)[number];
  readonly help: boolean;
}

export const HELP = `Starts the demo agent on this machine.

  --port <number>   ${DEFAULT_PORT} by default; 0 takes any free port
  --store <name>    ${STORES.join(", ")}: where tasks are kept
  --help            this text
`;

/** @throws Error that names the option and the rule */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      store: { type: "string", default: STORES[0] },
      help: { type: "boolean", default: false },
    },
  });
  const store = STORES.find((name) => name === values.store);
  if (store === undefined) throw new Error(`--store must be one of ${STORES.join(", ")}, not "${values.store}"`);
  return { port: parsePort(values.port), store, help: values.help };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new Error(`--port must be a number from 0 to ${MAX_PORT}, not "${text}"`);
}

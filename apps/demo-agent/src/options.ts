import { join } from "node:path";
import { parseArgs } from "node:util";

export const DEFAULT_PORT = 4000;
const MAX_PORT = 65_535;

/** Where tasks are kept. */
export type StoreLocation = { readonly kind: "memory" } | { readonly kind: "sqlite"; readonly file: string };

/** In the folder of this app, beside `src` and `dist`. */
const DEFAULT_FILE = join(import.meta.dirname, "..", ".data", "tasks.db");

export interface Options {
  /** 0: any free port. */
  readonly port: number;
  readonly store: StoreLocation;
  /** Whether requests are logged. */
  readonly log: boolean;
  readonly help: boolean;
}

export const HELP = `Starts the demo agent on this machine.

  --port <number>   ${DEFAULT_PORT} by default; 0 takes any free port
  --store <where>   where tasks are kept: memory, or sqlite:FILE (by default ${DEFAULT_FILE})
  --log             a line of JSON per request, run and webhook, on standard error
  --help            this text
`;

/** @throws Error that names the option and the rule */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      store: { type: "string", default: `sqlite:${DEFAULT_FILE}` },
      log: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return { port: parsePort(values.port), store: parseStore(values.store), log: values.log, help: values.help };
}

function parseStore(text: string): StoreLocation {
  if (text === "memory") return { kind: "memory" };
  const file = /^sqlite:(.+)$/u.exec(text)?.[1];
  if (file !== undefined) return { kind: "sqlite", file };
  throw new Error(`--store must be memory or sqlite:FILE, not "${text}"`);
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new Error(`--port must be a number from 0 to ${MAX_PORT}, not "${text}"`);
}

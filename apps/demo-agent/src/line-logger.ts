import type { Logger } from "@a2akit/server";

/** A logger that writes one JSON object per line, as pino does; errors by their message alone. */
export function createLineLogger(write: (line: string) => void): Logger {
  const log =
    (level: string) =>
    (fields: object, msg: string): void =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields }, plain)}\n`);
  return { debug: () => {}, info: log("info"), warn: log("warn"), error: log("error") };
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}

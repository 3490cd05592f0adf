import { createContext, Script } from "node:vm";
import { member } from "./json.ts";

const script = new Script("run()");

/**
 * What `run` gives, which does not wait for anything. A pattern that somebody has written may take for ever, and only this ends it.
 *
 * @param timeout in milliseconds
 * @throws an error of which {@link isTimeout} is true
 */
export function within<T>(timeout: number, run: () => T): T {
  let result: { readonly value: T } | undefined;
  const context = createContext({
    run: () => {
      result = { value: run() };
    },
  });
  script.runInContext(context, { timeout });
  if (!result) throw new Error("nothing was run");
  return (result as { readonly value: T }).value;
}

export function isTimeout(error: unknown): boolean {
  return member(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

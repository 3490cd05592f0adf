import { isInterruption } from "../cli-error.ts";

/**
 * Waits until the user interrupts, which is how a server is stopped and no failure.
 *
 * @throws whatever else the signal was aborted with: CliError TIMEOUT.
 */
export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  if (!isInterruption(signal.reason)) throw signal.reason;
}

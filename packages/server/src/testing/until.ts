import { vi } from "vitest";

/** Resolves when the check does not throw any more; a busy machine has 60 s for that. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000 });
}

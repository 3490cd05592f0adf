import { test } from "vitest";
import type { RequirementId } from "../requirements.ts";

/** A test that shows some requirements; it names them, which is how the report knows. */
export function covers(ids: readonly RequirementId[], title: string, run: () => Promise<void>): void {
  test(`${title} [${ids.join(", ")}]`, run);
}

/** The ids in a title. */
export function idsIn(title: string): string[] {
  return /\[([A-Z0-9_, ]+)\]$/.exec(title)?.[1]?.split(", ") ?? [];
}

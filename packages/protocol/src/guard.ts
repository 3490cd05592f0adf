import { A2AError, type ErrorName } from "./a2a-error.ts";
import { joinPath } from "./field-path.ts";
import type { Guard } from "./rewrite.ts";

interface GuardOptions {
  /** The error that a finding becomes. */
  readonly error: ErrorName;
  /** Levels of nesting that are accepted, opaque JSON included. */
  readonly maxDepth: number;
  /** Items that a list may have, where the message knows it as a list; default: any number. */
  readonly maxItems?: number | undefined;
  /** Makes a copy of opaque JSON; throws where it is none. */
  readonly opaque?: (value: unknown) => unknown;
}

/** Refuses what a stranger's message must not have. It knows the path to the value at hand, in the writer's spelling; its length is the depth. */
export function createGuard({ error, maxDepth, maxItems = Number.POSITIVE_INFINITY, opaque }: GuardOptions): Guard {
  const path: (string | number)[] = [];

  function fail(description: string): never {
    const field = joinPath(path);
    throw new A2AError(error, { message: `${field} ${description}`, violations: [{ field, description }] });
  }

  const failDepth = () => fail(`nests deeper than ${maxDepth} levels`);

  return {
    /** Where a member stands in both spellings, the one that is not camelCase finds the other. */
    enter(step, isTwice) {
      if (typeof step === "number" && step >= maxItems) fail(`must not have more than ${maxItems} items`);
      path.push(step);
      if (step === "__proto__" || step === "constructor") fail("is no member name");
      if (isTwice) fail("is given in both spellings");
    },
    leave() {
      path.pop();
    },
    object() {
      if (path.length >= maxDepth) failDepth();
    },
    opaque(value) {
      if (isDeeper(value, maxDepth - path.length)) failDepth();
      try {
        return opaque ? opaque(value) : value;
      } catch {
        return fail("is not JSON");
      }
    },
  };
}

/** The recursion ends with the levels, so that no depth of nesting can exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

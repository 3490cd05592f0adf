import { A2AError, type ErrorName } from "../a2a-error.ts";
import { isObject } from "../json.ts";
import { joinPath } from "./field-path.ts";
import type { Guard } from "./rewrite.ts";

interface GuardOptions {
  /** The error that a finding becomes. */
  readonly error: ErrorName;
  /** Levels of nesting that are accepted, opaque JSON included. */
  readonly maxDepth: number;
  /** Items that a list may have, where the message knows it as a list; default: any number. */
  readonly maxItems?: number | undefined;
  /** Members that an object may have, unknown ones included; default: any number. */
  readonly maxMembers?: number | undefined;
  /** Makes a copy of opaque JSON; throws where it is none. */
  readonly copy?: (value: unknown) => unknown;
}

/** A guard at work. Every request makes one: they share their functions. */
interface Walk extends Guard {
  readonly options: GuardOptions;
  /** To the value at hand, in the writer's spelling; its length is the depth. */
  readonly path: (string | number)[];
  /** Members of each object on the way that were walked into. */
  readonly members: number[];
}

/** Refuses what a stranger's message must not have. */
export function createGuard(options: GuardOptions): Guard {
  const walk: Walk = { options, path: [], members: [], enter, leave, object, opaque };
  return walk;
}

/** Where a member stands in both spellings, the one that is not camelCase finds the other. */
function enter(this: Walk, step: string | number, isTwice?: boolean): void {
  const { maxItems = Number.POSITIVE_INFINITY, maxMembers = Number.POSITIVE_INFINITY } = this.options;
  if (typeof step === "number") {
    if (step >= maxItems) fail(this, `must not have more than ${maxItems} items`);
  } else if (countMember(this) > maxMembers) fail(this, `must not have more than ${maxMembers} members`);
  this.path.push(step);
  if (step === "__proto__" || step === "constructor") fail(this, "is no member name");
  if (isTwice) fail(this, "is given in both spellings");
}

function leave(this: Walk): void {
  this.path.pop();
}

function countMember({ path, members }: Walk): number {
  const count = (members[path.length] ?? 0) + 1;
  members[path.length] = count;
  return count;
}

function object(this: Walk): void {
  this.members[this.path.length] = 0;
  if (this.path.length >= this.options.maxDepth) failDepth(this);
}

/** Deeper inside, `__proto__` is data; as a key of a map, most readers would lose it, zod among them. */
function opaque(this: Walk, value: unknown, isMap: boolean): unknown {
  const { maxDepth, copy } = this.options;
  if (isMap && isObject(value) && Object.hasOwn(value, "__proto__")) this.enter("__proto__");
  if (isDeeper(value, maxDepth - this.path.length)) failDepth(this);
  try {
    return copy ? copy(value) : value;
  } catch {
    return fail(this, "is not JSON");
  }
}

function failDepth(walk: Walk): never {
  return fail(walk, `nests deeper than ${walk.options.maxDepth} levels`);
}

function fail({ path, options }: Walk, description: string): never {
  const field = joinPath(path);
  throw new A2AError(options.error, {
    message: `${field} ${description}`.trim(),
    violations: [{ field, description }],
  });
}

/** The recursion ends with the levels, so that no depth of nesting can exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

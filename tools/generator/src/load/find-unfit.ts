import { isObject, quote } from "../json.ts";
import { join } from "../pointer.ts";

/** How deep objects and lists may lie within one another. No option: what is much deeper fits on no stack. */
const MAX_NESTING = 1000;

/** Steps of the pointer to what is too deep: where that begins tells enough. */
const MAX_SHOWN = 6;

interface Unfit {
  readonly pointer: string;
  readonly message: string;
}

interface Step {
  readonly value: unknown;
  readonly key: string;
  readonly above: Step | undefined;
  readonly depth: number;
}

/** The first value of a file that no JSON can say, or that lies too deep; undefined where all is well. */
export function findUnfit(root: unknown): Unfit | undefined {
  const open: Step[] = [{ value: root, key: "", above: undefined, depth: 0 }];
  for (let step = open.pop(); step; step = open.pop()) {
    const { value, depth } = step;
    if (!isJson(value)) return { pointer: pointerOf(step), message: `${words(value)} is no value of JSON` };
    if (depth > MAX_NESTING)
      return { pointer: pointerOf(step, MAX_SHOWN), message: `below it, more than ${MAX_NESTING} levels deep` };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value).reverse())
      open.push({ value: child, key, above: step, depth: depth + 1 });
  }
  return undefined;
}

/** YAML has infinity, and by its tags bytes and sets; a number such as 1e400 is infinity, too. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (isObject(value)) return Object.getPrototypeOf(value) === Object.prototype;
  return value === null || Array.isArray(value) || ["string", "boolean", "object"].includes(typeof value);
}

function words(value: unknown): string {
  return typeof value === "number" ? String(value) : isObject(value) ? value.constructor.name : quote(value);
}

function pointerOf(last: Step, length = last.depth): string {
  const keys: string[] = [];
  for (let step = last; step.above; step = step.above) if (step.depth <= length) keys.unshift(step.key);
  return join("", ...keys);
}

import { isObject } from "@a2akit/protocol";
import type { HandlerOptions } from "./handler.ts";
import type { LostRuns } from "./runs/run-log.ts";

const POLICIES: readonly LostRuns[] = ["fail", "restart", "resume"];

type Rule = readonly [name: keyof HandlerOptions, keeps: (value: unknown) => boolean, rule: string];

/** Each is told of its option alone; one that may be left out is asked only when it is there. */
const REQUIRED: readonly Rule[] = [
  ["agent", (value) => typeof value === "function", "must be a function"],
  ["card", isObject, "must be an object with name, description and version"],
];
const OPTIONAL: readonly Rule[] = [
  ["mounts", isMounts, "must be a list of at least one { path, dialect }, each with a dialect"],
  ["baseUrl", isBaseUrl, "must be an http or https URL without a query or a fragment"],
  ["lostRuns", (value) => POLICIES.some((policy) => policy === value), `must be one of ${POLICIES.join(", ")}`],
  ["cors", isCors, 'must have origins: "*" or a list'],
  ["cardMaxAge", (value) => typeof value === "number" && value >= 0, "must be a number of at least 0"],
];

/**
 * Refuses what types refuse as well, for programs that have none: such a mistake would show in the middle of a request, or never.
 *
 * @throws TypeError that names the option and the rule
 */
export function requireOptions(options: HandlerOptions): void {
  const given = OPTIONAL.filter(([name]) => options[name] !== undefined);
  const broken = [...REQUIRED, ...given].find(([name, keeps]) => !keeps(options[name]));
  if (broken !== undefined) throw new TypeError(`${broken[0]} ${broken[2]}`);
}

function isMounts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((mount) => isObject(mount) && isObject(mount.dialect));
}

function isBaseUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === "" && hash === "";
}

function isCors(value: unknown): boolean {
  return isObject(value) && (value.origins === "*" || Array.isArray(value.origins));
}

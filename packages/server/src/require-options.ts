import { isObject } from "@a2akit/protocol";
import type { HandlerOptions } from "./handler.ts";
import type { Mount } from "./mount.ts";
import type { LostRuns } from "./runs/run-log.ts";

const POLICIES: readonly LostRuns[] = ["fail", "restart", "resume"];

/** Every name, so that a misspelt `authenticate` does not let everybody in. */
const NAMES: Readonly<Record<keyof HandlerOptions, true>> = {
  agent: true,
  audit: true,
  authenticate: true,
  authorize: true,
  baseUrl: true,
  card: true,
  cardMaxAge: true,
  cors: true,
  extendedCard: true,
  instrumentation: true,
  limits: true,
  logger: true,
  lostRuns: true,
  mounts: true,
  onError: true,
  push: true,
  rateLimit: true,
  signCard: true,
  store: true,
  timing: true,
  trustForwarded: true,
};

const MOUNT_NAMES: Readonly<Record<keyof Mount, true>> = {
  path: true,
  dialect: true,
  authenticate: true,
  tenant: true,
};

type Rule = readonly [name: keyof HandlerOptions, keeps: (value: unknown) => boolean, rule: string];

/** Each is told of its option alone; one that may be left out is asked only when it is there. */
const REQUIRED: readonly Rule[] = [
  ["agent", isFunction, "must be a function"],
  ["card", isObject, "must be an object with name, description and version"],
];
const OPTIONAL: readonly Rule[] = [
  ["authenticate", isFunction, "must be a function"],
  ["authorize", isFunction, "must be a function"],
  ["rateLimit", isFunction, "must be a function"],
  ["signCard", isFunction, "must be a function"],
  ["onError", isFunction, "must be a function"],
  ["store", isObject, "must be a TaskStore"],
  ["push", isObject, "must be a PushNotificationSender"],
  [
    "mounts",
    isMounts,
    `must be a list of at least one { ${Object.keys(MOUNT_NAMES).join(", ")} }, each with a dialect`,
  ],
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
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown !== undefined) throw new TypeError(`There is no option named ${unknown}`);
  const given = OPTIONAL.filter(([name]) => options[name] !== undefined);
  const broken = [...REQUIRED, ...given].find(([name, keeps]) => !keeps(options[name]));
  if (broken !== undefined) throw new TypeError(`${broken[0]} ${broken[2]}`);
  if (options.signCard !== undefined && options.baseUrl === undefined)
    throw new TypeError("A signed card needs `baseUrl`: else a request could have its own host signed");
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isMounts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isMount);
}

function isMount(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.dialect)) return false;
  return Object.keys(value).every((name) => Object.hasOwn(MOUNT_NAMES, name));
}

function isBaseUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === "" && hash === "";
}

function isCors(value: unknown): boolean {
  return isObject(value) && (value.origins === "*" || Array.isArray(value.origins));
}

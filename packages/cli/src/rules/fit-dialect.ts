import { type Dialect, methods } from "@a2akit/protocol";
import { params, results } from "@a2akit/protocol/codec";
import type { Method } from "@a2akit/types";
import { accountsFor, type Judgement } from "./judge.ts";
import type { Facts } from "./rule.ts";

/** What would make a caller understand the agent. */
export interface Fit {
  /** What is particular about the agent, beyond the dialect that was spoken. */
  readonly facts: Facts;
  /** A known dialect that says all of it. */
  readonly dialect?: string;
}

interface FitOptions {
  /** The dialect that was spoken. */
  readonly spoken: Dialect | undefined;
  readonly known: readonly Dialect[];
  /** The shape of the agent's card, which must be that of its dialect. */
  readonly cardShape: Dialect["cardShape"] | undefined;
}

/** Finds what accounts for the deviations that a dialect can account for; undefined where there are none that the spoken one does not. */
export function fitDialect(
  judgements: readonly Judgement[],
  { spoken, known, cardShape }: FitOptions,
): Fit | undefined {
  const open = judgements.filter(
    ({ outcome, isExcused, facts }) => outcome === "fail" && !isExcused && Object.keys(facts).length > 0,
  );
  if (open.length === 0) return undefined;
  const excused = judgements.filter(({ isExcused }) => isExcused);
  const all: Facts = Object.assign({}, ...[...excused, ...open].map(({ facts }) => facts));
  const facts: Facts = Object.assign({}, ...open.map(({ facts: own }) => own));
  const found = known.find(
    (dialect) => dialect !== spoken && dialect.cardShape === cardShape && accountsFor(dialect, all),
  );
  return { facts, ...(found && { dialect: found.name }) };
}

/**
 * An OpenAPI Overlay (1.0) that states the facts, for an agent with an OpenAPI file. `path` is the path of its endpoint there.
 */
export function overlayOf(
  { methods: offered, ...facts }: Facts,
  { name, path }: { name: string; path: string },
): string {
  const stated = Object.entries(facts).map(([key, value]) => `        ${key}: ${JSON.stringify(value)}`);
  const table = (offered ?? []).map((method) => `          ${method}: ${rowOf(method)}`);
  return [
    "overlay: 1.0.0",
    "info:",
    `  title: ${JSON.stringify(`How ${name} differs from A2A 1.0`)}`,
    "  version: 1.0.0",
    "actions:",
    `  - target: $.paths[${JSON.stringify(path)}].post`,
    "    update:",
    "      x-a2akit:",
    ...stated,
    ...(table.length > 0 ? ["        methods:", ...table] : []),
    "",
  ].join("\n");
}

function rowOf(method: Method): string {
  const { streaming } = methods[method];
  return `{ params: a2a#${params[method]}, result: a2a#${results[method]}${streaming ? ", streaming: true" : ""} }`;
}

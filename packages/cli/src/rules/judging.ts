import { type ErrorName, errors, isObject } from "@a2akit/protocol";
import { probes } from "./probes.ts";
import { isMissing, type Outcome, outcomeOf } from "./results.ts";
import { skipped, type Verdict } from "./rule.ts";
import type { Exchange, ProbeName, Seen } from "./seen.ts";

/** Characters of an answer that a finding quotes. */
const MAX_QUOTED = 120;

export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** What an answer came to, in a few words. */
export function describe(outcome: Outcome): string {
  if (outcome.kind === "none") return outcome.why;
  return outcome.kind === "result"
    ? `the result ${quote(outcome.result)}`
    : `the error ${quote(outcome.code)} ${quote(outcome.error.message)}`;
}

/** That a probe is answered with one of these errors; that the method does not exist at all is another rule's matter. */
export function expectError(seen: Seen, probe: ProbeName, ...names: readonly ErrorName[]): Verdict {
  const outcome = outcomeOf(seen.exchanges[probe]);
  if (outcome.kind === "none") return skipped(outcome.why);
  if (isMissing(outcome) && !names.includes("MethodNotFound")) return skipped("there is no such method");
  if (outcome.kind === "error" && names.some((name) => errors[name].code === outcome.code)) return [];
  const wanted = names.map((name) => `${errors[name].code} ${name}Error`).join(" or ");
  return [`${probes[probe].title} gave ${describe(outcome)}, not the error ${wanted}`];
}

/** Judges a result; errors and silence leave nothing to judge. */
export function judgeResult(seen: Seen, probe: ProbeName, judge: (result: unknown) => Verdict): Verdict {
  const outcome = outcomeOf(seen.exchanges[probe]);
  if (outcome.kind === "result") return judge(outcome.result);
  return skipped(outcome.kind === "none" ? outcome.why : `it failed with ${describe(outcome)}`);
}

/** Every exchange that was answered. */
export function answered(seen: Seen): Exchange[] {
  return Object.values(seen.exchanges).filter(({ answer }) => answer !== undefined);
}

/** One finding for all exchanges that have the same fault: the first is told, the others are counted. */
export function judgeEach(seen: Seen, find: (exchange: Exchange) => string | undefined): Verdict {
  const all = answered(seen);
  if (all.length === 0) return skipped("there was no answer");
  const found = all.flatMap((exchange) => {
    const fault = find(exchange);
    return fault === undefined ? [] : [`${probes[exchange.probe].title}: ${fault}`];
  });
  const [first] = found;
  if (first === undefined) return [];
  return [
    found.length === 1 ? first : `${first} (and ${found.length - 1} of ${all.length - 1} other answers likewise)`,
  ];
}

/** The error objects of all exchanges. */
export function errorOf({ answer }: Exchange): Readonly<Record<string, unknown>> | undefined {
  const error = isObject(answer?.json) ? answer.json.error : undefined;
  return isObject(error) ? error : undefined;
}

/** Every object at or below a value, with the path that leads there; what is free-form JSON by the protocol is left out. */
export function* objectsIn(
  value: unknown,
  path = "",
): Generator<readonly [object: Readonly<Record<string, unknown>>, path: string]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* objectsIn(item, `${path}[${index}]`);
  if (!isObject(value)) return;
  yield [value, path];
  for (const [name, member] of Object.entries(value)) {
    if (name !== "metadata" && name !== "data" && name !== "params" && name !== "header")
      yield* objectsIn(member, path === "" ? name : `${path}.${name}`);
  }
}

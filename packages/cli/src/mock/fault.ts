import { methods } from "@a2akit/protocol";
import { didYouMean } from "../command-line/suggest.ts";
import type { Middleware } from "./call.ts";
import { faultKinds } from "./fault-kinds.ts";
import { type FaultName, faultNames } from "./fault-names.ts";

/** A fault, as it is written: `[target:]name[=value][,times=n]`. The target is a method, or `card`. */
const SYNTAX = /^(?:(card|[A-Z]\w*):)?([a-z][a-z-]*)(?:=(.*?))?(?:,times=([1-9]\d{0,8}))?$/s;

/**
 * `drop=2`, `SendMessage:error=-32603,times=1`, `card:remove=/name` → what it does to the calls that it is meant for. Without a target those are all
 * JSON-RPC calls.
 *
 * @throws Error that says what is wrong, and what was probably meant.
 */
export function parseFault(text: string): Middleware {
  const [, target, name = "", value, times] = SYNTAX.exec(text) ?? [];
  if (target !== undefined && target !== "card" && !Object.hasOwn(methods, target))
    throw new Error(`${target} is no method of A2A${didYouMean(target, Object.keys(methods))}`);
  if (!isFaultName(name)) {
    const names = Object.keys(faultNames);
    throw new Error(
      `${JSON.stringify(text)} is no fault${didYouMean(name, names) || `; there is ${names.join(", ")}`}`,
    );
  }
  const [wanted] = faultNames[name];
  if (wanted === undefined && value !== undefined) throw new Error(`${name} takes no value`);
  if (wanted !== undefined && !value) throw new Error(`${name} needs a value: ${name}=<${wanted}>`);
  const fault = faultKinds[name](value ?? "");
  return limited(fault, { target, times: times === undefined ? Number.POSITIVE_INFINITY : Number(times) });
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultNames, name);
}

function limited(fault: Middleware, { target, times }: { target: string | undefined; times: number }): Middleware {
  let left = times;
  return (call, next) => {
    const isMeant = target === undefined ? call.target !== "card" : call.target === target;
    if (!isMeant || left === 0) return next(call);
    left -= 1;
    return fault(call, next);
  };
}

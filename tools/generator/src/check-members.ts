import { didYouMean } from "./did-you-mean.ts";
import { isObject, quote } from "./json.ts";

/** What one member of an object in a file of ours may be. */
export interface Member {
  readonly accepts: (value: unknown) => boolean;
  /** The same in words, to follow "must be". */
  readonly expected: string;
  readonly required?: true;
}

export type Members = Readonly<Record<string, Member>>;

/** Tells of each member that is unknown, missing or wrong; `path` leads from the object to it. */
export function checkMembers(
  value: unknown,
  members: Members,
  tell: (message: string, ...path: readonly string[]) => void,
): void {
  if (!isObject(value)) {
    tell(`${quote(value)} is no object`);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const known = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!known) tell(`${key} is not known here${didYouMean(key, Object.keys(members))}`, key);
    else if (!known.accepts(item)) tell(`${key} is ${quote(item)}; it must be ${known.expected}`, key);
  }
  for (const [key, { required, expected }] of Object.entries(members)) {
    if (required && !Object.hasOwn(value, key)) tell(`${key} is missing; it must be ${expected}`);
  }
}

export function required(member: Member): Member {
  return { ...member, required: true };
}

export function choice(...values: readonly (string | number)[]): Member {
  return { accepts: (value) => values.some((allowed) => allowed === value), expected: values.join(" or ") };
}

export function pattern(allowed: RegExp, expected: string): Member {
  return { accepts: (value) => typeof value === "string" && allowed.test(value), expected };
}

export function integer(min: number, max: number): Member {
  return {
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    expected: `an integer from ${min} to ${max}`,
  };
}

export const text = pattern(/\S/, "text");
export const flag: Member = { accepts: (value) => typeof value === "boolean", expected: "true or false" };
export const object: Member = { accepts: isObject, expected: "an object" };

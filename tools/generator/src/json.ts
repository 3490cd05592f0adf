export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object or array as it came out of a parser, not yet known to be JSON. */
export type Open = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Open {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of an object, or undefined when there is no object or no such own member. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Follows `path` through own members and array indexes. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (Array.isArray(node) ? node[Number(key)] : member(node, key)), value);
}

/** The entries of an object, in order; none for anything else. */
export function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** An object that keeps a key `__proto__` as an own member. */
export function fromEntries<T>(pairs: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(pairs);
}

/** The items of a list; none for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The most characters of a value that a message quotes. */
const MAX_QUOTED = 60;

/** A value as a message shows it. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

export function stringOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

import { isObject } from "../json.ts";

/** A string of JSON and, in the first group, the colon that makes it a key. */
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Parses strict JSON, an order of magnitude faster than a parser of YAML; undefined when the text is none, or when an object has a key
 * twice, which `JSON.parse` does not tell.
 */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value) === countWrittenKeys(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

function countWrittenKeys(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(strings)) if (colon !== undefined) count++;
  return count;
}

function countKeys(root: unknown): number {
  let count = 0;
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      const members = Object.values(value);
      count += members.length;
      for (const item of members) open.push(item);
    }
  }
  return count;
}

/** What matters on the way through a JSON text: strings, brackets, commas, and scalars. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

interface Token {
  readonly 0: string;
  readonly index: number;
}
type Next = () => Token;

interface Entry {
  /** Of the key, or of the item. */
  readonly offset: number;
  /** Its first token. */
  readonly value: Token;
}

/**
 * Tells offsets in a valid JSON text: of the key, or of the item, that a path leads to, or of the last that is there when it leads
 * nowhere. What is inside of an object or a list is looked at once, however often it is asked for.
 */
export function createJsonLocator(text: string): (path: readonly string[]) => number {
  const known = new Map<number, ReadonlyMap<string, Entry>>();
  const inside = (container: Token) => {
    const entries = known.get(container.index) ?? entriesOf(text, container);
    known.set(container.index, entries);
    return entries;
  };
  return (path) => {
    let value = tokensFrom(text, 0)();
    let offset = value.index;
    for (const key of path) {
      const found = inside(value).get(key);
      if (!found) break;
      ({ offset, value } = found);
    }
    return offset;
  };
}

function tokensFrom(text: string, start: number): Next {
  const scan = new RegExp(tokens);
  scan.lastIndex = start;
  return () => scan.exec(text) ?? { 0: "", index: text.length };
}

/** What an object or a list holds; nothing for anything else. */
function entriesOf(text: string, container: Token): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const isList = container[0] === "[";
  if (!isList && container[0] !== "{") return entries;
  const next = tokensFrom(text, container.index + 1);
  for (let index = 0; ; index++) {
    const place = next();
    if (place[0] === "]" || place[0] === "}") return entries;
    if (!isList) next();
    const value = isList ? place : next();
    entries.set(isList ? String(index) : JSON.parse(place[0]), { offset: place.index, value });
    skip(value, next);
    if (next()[0] !== ",") return entries;
  }
}

/** Goes to the last token of the value that begins with this one. */
function skip(first: Token, next: Next): void {
  let depth = depthOf(first);
  while (depth > 0) depth += depthOf(next());
}

function depthOf({ 0: token }: Token): number {
  if (token === "{" || token === "[") return 1;
  return token === "}" || token === "]" ? -1 : 0;
}

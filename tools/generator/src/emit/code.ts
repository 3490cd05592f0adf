import { quoted, quotedKey } from "./quoted.ts";

/** Source text that knows how to break: a plain string, parts behind each other, or a bracketed list. */
export type Code = string | readonly Code[] | Group;

interface Group {
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
  /** Put every item on its own line, even when they would fit on one. */
  readonly broken?: boolean;
}

export const WIDTH = 120;

/** Prints code in the layout of the repository's formatter: two spaces, 120 columns, trailing commas. */
export function print(code: Code, indent = 0, used = indent): string {
  if (typeof code === "string") return code;
  if (!isGroup(code)) return printParts(code, indent, used);
  const flat = code.items.length === 0 ? `${code.open}${code.close}` : flatten(code, WIDTH - used);
  if (flat !== undefined) return flat;
  const pad = " ".repeat(indent + 2);
  const lines = code.items.map((item) => `${pad}${print(item, indent + 2)},\n`);
  return `${code.open.trimEnd()}\n${lines.join("")}${" ".repeat(indent)}${code.close.trimStart()}`;
}

function printParts(parts: readonly Code[], indent: number, used: number): string {
  let text = "";
  let column = used;
  for (const part of parts) {
    const printed = print(part, indent, column);
    const newline = printed.lastIndexOf("\n");
    column = newline < 0 ? column + printed.length : printed.length - newline - 1;
    text += printed;
  }
  return text;
}

/** The code on one line, or undefined when a group in it must break or it is longer than `room`: then the rest is not looked at. */
function flatten(code: Code, room: number): string | undefined {
  if (typeof code === "string") return code.length > room || code.includes("\n") ? undefined : code;
  const { open, items, close, broken } = isGroup(code) ? code : { open: "", items: code, close: "", broken: false };
  if (broken && items.length > 0) return undefined;
  let text = open;
  for (const [i, item] of items.entries()) {
    if (isGroup(code) && i > 0) text += ", ";
    const flat = flatten(item, room - text.length);
    if (flat === undefined) return undefined;
    text += flat;
  }
  text += close;
  return text.length > room ? undefined : text;
}

/** Whether the code can stand on one line of so many columns. */
export function fits(code: Code, columns: number): boolean {
  return flatten(code, columns) !== undefined;
}

/** The code without any break. `replace` may give other text for a part. */
export function oneLine(code: Code, replace: (part: Code) => string | undefined): string {
  if (typeof code === "string") return code;
  const texts = partsOf(code).map((part) => replace(part) ?? oneLine(part, replace));
  return isGroup(code) ? `${code.open}${texts.join(", ")}${code.close}` : texts.join("");
}

/** The strings that the code is made of; a call begins with the name of what is called, a bracket at its end. */
export function textsOf(code: Code): readonly string[] {
  if (typeof code === "string") return [code];
  const texts = partsOf(code).flatMap(textsOf);
  return isGroup(code) ? [code.open, ...texts] : texts;
}

export function partsOf(code: Code): readonly Code[] {
  if (typeof code === "string") return [];
  return isGroup(code) ? code.items : code;
}

export function mapParts(code: Code, change: (part: Code) => Code): Code {
  if (typeof code === "string") return code;
  return isGroup(code) ? { ...code, items: code.items.map(change) } : code.map(change);
}

function isGroup(code: Code): code is Group {
  return typeof code === "object" && "open" in code;
}

export function call(name: string, ...args: readonly Code[]): Code {
  const [only] = args;
  if (args.length === 1 && only !== undefined && hugs(only)) return [`${name}(`, only, ")"];
  return { open: `${name}(`, items: args, close: ")" };
}

/** A single object, list or call stays in the line of the bracket that holds it. */
function hugs(code: Code): boolean {
  return typeof code === "object" || !code.includes("\n");
}

export function list(items: readonly Code[], broken = false): Code {
  return { open: "[", items, close: "]", broken };
}

export function record(pairs: readonly (readonly [string, Code])[], broken = false): Code {
  return {
    open: pairs.length > 0 ? "{ " : "{",
    items: pairs.map(([key, value]) => [`${propertyKey(key)}: `, value]),
    close: pairs.length > 0 ? " }" : "}",
    broken,
  };
}

/** A key of an object literal. `__proto__` sets the prototype unless it is computed. */
function propertyKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : quotedKey(key);
}

/** A JSON value as a literal. */
export function literal(value: unknown): Code {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return record(Object.entries(value).map(([key, item]) => [key, literal(item)] as const));
}

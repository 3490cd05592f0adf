import { isObject } from "@a2akit/protocol";
import type { Message, Part } from "@a2akit/types";
import type { Condition, PartKind, Reply } from "./script.ts";

/** What a reply is picked by. */
export interface Asked {
  readonly method: string | undefined;
  /** In canonical form, for the methods that carry one. */
  readonly message: Message | undefined;
}

export interface Picked {
  readonly reply: Reply;
  /** What `$0` to `$9` in the reply stand for: the whole match, and the groups of the regular expression. */
  readonly groups: readonly string[];
}

/** Gives each call the first reply that fits and is not used up. */
export function createPicker(replies: readonly Reply[]): (asked: Asked) => Picked | undefined {
  const left = replies.map(({ times }) => times);
  return (asked) => {
    for (const [index, reply] of replies.entries()) {
      const groups = left[index] === 0 ? undefined : match(reply, asked);
      if (!groups) continue;
      left[index] = (left[index] ?? 0) - 1;
      return { reply, groups };
    }
    return undefined;
  };
}

/** The groups of a reply that fits, else undefined. One that names no method is for messages. */
function match({ when }: Reply, { method, message }: Asked): readonly string[] | undefined {
  if (when.method === undefined ? message === undefined : when.method !== method) return undefined;
  const text = textOf(message);
  if (!fits(when, message, text)) return undefined;
  if (!when.regex) return [text];
  const found = when.regex.exec(text);
  return found ? found.map((group) => group ?? "") : undefined;
}

function fits({ text: wanted, part, continues }: Condition, message: Message | undefined, text: string): boolean {
  if (wanted !== undefined && normal(wanted) !== normal(text)) return false;
  if (part !== undefined && !(message?.parts ?? []).some((given) => kindOf(given) === part)) return false;
  return continues === undefined || continues === Boolean(message?.taskId);
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}

/** The text parts of a message, joined by line breaks. */
export function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
}

export function kindOf(part: Part): PartKind {
  if (part.text !== undefined) return "text";
  if (part.raw !== undefined) return "raw";
  return part.url !== undefined ? "url" : "data";
}

/** A copy in which `$0` to `$9` in every text are what was matched. */
export function fillGroups<T>(value: T, groups: readonly string[]): T {
  // A copy by the same rules has the same type.
  return fill(value, groups) as T;
}

function fill(value: unknown, groups: readonly string[]): unknown {
  if (typeof value === "string")
    return value.replace(/\$(\d)/g, (whole, digit: string) => groups[Number(digit)] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fill(item, groups));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, groups)]));
}

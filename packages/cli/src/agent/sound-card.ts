import type { AgentCard } from "@a2akit/client";
import { isObject } from "@a2akit/protocol";
import { cardFields } from "@a2akit/protocol/codec";
import { createRows, type Member, scalarTypes } from "./field-rows.ts";

const membersOf = createRows(cardFields);

/** What stands for a required member that is not given, so that commands may look into it. */
const DEFAULTS: Readonly<Record<string, object>> = {
  AgentCard: { supportedInterfaces: [], capabilities: {}, defaultInputModes: [], defaultOutputModes: [], skills: [] },
  OAuth2SecurityScheme: { flows: {} },
};

/**
 * The card without what is of another JSON type than A2A names, which counts as not given: a card is a stranger's document, and one odd member is
 * no reason not to use the others. What is wrong with it, `--validate` and `doctor` say of the document itself.
 */
export function soundCard(card: AgentCard): AgentCard {
  // Of the same type: members that were none of it are gone.
  return sound("AgentCard", card) as AgentCard;
}

/** Undefined for what is of another type. */
function sound(type: string, value: unknown): unknown {
  const members = membersOf(type);
  if (members === undefined) return isScalar(type, value) ? value : undefined;
  if (!isObject(value)) return undefined;
  const known = new Map(members.map((member) => [member.name, member]));
  const entries = Object.entries(value).map(([name, inner]) => [name, soundMember(known.get(name), inner)] as const);
  return { ...DEFAULTS[type], ...Object.fromEntries(given(entries)) };
}

function soundMember(member: Member | undefined, value: unknown): unknown {
  if (member === undefined) return value;
  const { type, shape } = member;
  if (shape === "one") return sound(type, value);
  if (shape === "list")
    return Array.isArray(value)
      ? value.map((item) => sound(type, item)).filter((item) => item !== undefined)
      : undefined;
  if (!isObject(value)) return undefined;
  return Object.fromEntries(given(Object.entries(value).map(([key, item]) => [key, sound(type, item)] as const)));
}

function given(entries: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  return entries.filter(([, value]) => value !== undefined);
}

function isScalar(type: string, value: unknown): boolean {
  return type === "json" ? isObject(value) : (scalarTypes[type]?.includes(typeof value) ?? true);
}

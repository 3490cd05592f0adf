import type { AgentInterface } from "@a2akit/types";
import type { FieldViolation } from "../a2a-error.ts";
import { describeJson, isObject, type JsonObject } from "../json.ts";
import { PROTOCOL_VERSION } from "../version.ts";
import { listMembers } from "./list-members.ts";

export type CardInterface = AgentInterface;

export interface CardInterfaces {
  /** Those of `supportedInterfaces`. */
  readonly listed: readonly CardInterface[];
  /** Those of `url` and `additionalInterfaces`. */
  readonly flat: readonly CardInterface[];
  /** Why an interface was passed over, or why there is none. */
  readonly violations: readonly FieldViolation[];
}

const RULE = "needs url and protocolBinding (A2A §4.4.6)";

/** The endpoints that a card names, in its own order. */
export function readInterfaces(card: JsonObject, base: string | undefined): CardInterfaces {
  const { supportedInterfaces, url, preferredTransport = "JSONRPC", additionalInterfaces } = card;
  const listed = listOf(supportedInterfaces);
  const flat = [{ url, protocolBinding: preferredTransport }, ...listOf(additionalInterfaces)];
  // A2A §3.6.2: where no version is stated, a flat card means 0.3. supportedInterfaces came with 1.0.
  const versions = { listed: PROTOCOL_VERSION, flat: textOf(card.protocolVersion) ?? "0.3" };
  return {
    listed: listed.flatMap((item) => readInterface(item, versions.listed, base)),
    flat: flat.flatMap((item) => readInterface(item, versions.flat, base)),
    violations:
      listed.length > 0 ? listed.flatMap(findFault) : [{ field: "supportedInterfaces", description: noneIn(card) }],
  };
}

function readInterface(item: unknown, version: string, base: string | undefined): CardInterface[] {
  if (!isObject(item)) return [];
  // `transport` is what 0.3 calls the binding.
  const { transport, url: address, protocolBinding: binding = transport, protocolVersion, tenant, ...rest } = item;
  const url = textOf(address);
  const protocolBinding = textOf(binding);
  if (url === undefined || protocolBinding === undefined) return [];
  return [
    {
      ...rest,
      url: resolveUrl(url, base),
      protocolBinding,
      // The empty string is how a ProtoJSON writer says "none".
      ...(textOf(tenant) !== undefined && { tenant: String(tenant) }),
      protocolVersion: textOf(protocolVersion) ?? version,
    },
  ];
}

function findFault(item: unknown, index: number): FieldViolation[] {
  if (readInterface(item, PROTOCOL_VERSION, undefined).length > 0) return [];
  const there = isObject(item) ? `has ${listMembers(item)}` : `is ${describeJson(item)}`;
  return [{ field: `supportedInterfaces[${index}]`, description: `${RULE}; it ${there}` }];
}

function noneIn(card: JsonObject): string {
  return `must list an interface, which ${RULE}, or the card must have a url; it has ${listMembers(card)}`;
}

/** Absolute where that is possible. A card from a file has no address that an endpoint could be relative to. */
function resolveUrl(url: string, base: string | undefined): string {
  const relative = base !== undefined && /^https?:/i.test(base) && !URL.canParse(url) && URL.canParse(url, base);
  return relative ? new URL(url, base).href : url;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

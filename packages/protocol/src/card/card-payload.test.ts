import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { planOf } from "../codec/field-plan.ts";
import { cardFields } from "../gen/card-fields.ts";
import { cardPayload } from "./card-payload.ts";

/** With every required member of the card at its default. */
const bare = {
  name: "",
  description: "",
  supportedInterfaces: [],
  version: "",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
};

const signed = (card: object): unknown => JSON.parse(cardPayload({ ...bare, ...card }));

test("the worked example of A2A §8.4.1: set flags and required members stay, empty optional ones go", () => {
  const card = {
    ...bare,
    name: "Example Agent",
    capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    signatures: [{ protected: "…", signature: "…" }],
  };
  expect(cardPayload(card)).toBe(
    '{"capabilities":{"pushNotifications":false,"streaming":false},"defaultInputModes":[],"defaultOutputModes":[],' +
      '"description":"","name":"Example Agent","skills":[],"supportedInterfaces":[],"version":""}',
  );
});

test.each([
  { given: { documentationUrl: "", iconUrl: "" }, want: { documentationUrl: "", iconUrl: "" } },
  { given: { securitySchemes: {}, securityRequirements: [], provider: null, signatures: [] }, want: {} },
  { given: { provider: { url: "" } }, want: { provider: { url: "", organization: "" } } },
  {
    given: { capabilities: { extensions: [{ uri: "", required: false, params: { no: false, none: null, e: [] } }] } },
    want: { capabilities: { extensions: [{ params: { no: false, none: null, e: [] } }] } },
  },
  {
    given: { securityRequirements: [{ schemes: { key: { list: [] }, other: {} } }] },
    want: { securityRequirements: [{ schemes: { key: {}, other: {} } }] },
  },
  {
    given: { securitySchemes: { m: { mtlsSecurityScheme: { description: "" } } } },
    want: { securitySchemes: { m: { mtlsSecurityScheme: {} } } },
  },
  {
    given: { securitySchemes: { o: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "u" } } } } } },
    want: {
      securitySchemes: { o: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "u", scopes: {} } } } } },
    },
  },
  {
    given: { skills: [{ id: "s", name: "S", description: "", tags: [], examples: [], inputModes: [] }] },
    want: { skills: [{ id: "s", name: "S", description: "", tags: [] }] },
  },
  {
    given: { supportedInterfaces: [{ url: "u", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" }] },
    want: { supportedInterfaces: [{ url: "u", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] },
  },
  { given: { unknown: "", more: [], nothing: null }, want: { unknown: "", more: [], nothing: null } },
  { given: { default_input_modes: ["a"], defaultInputModes: undefined }, want: { defaultInputModes: ["a"] } },
])("of $given is signed: $want", ({ given, want }) => {
  expect(signed(given)).toEqual({ ...bare, ...want });
});

test("a required member that a ProtoJSON writer left out, as it was empty, is signed as empty", () => {
  expect(cardPayload({ capabilities: {} })).toBe(cardPayload(bare));
});

test("a flag that is set is not one that is absent", () => {
  expect(cardPayload({ ...bare, capabilities: { streaming: false } })).not.toBe(cardPayload(bare));
});

test.each([null, [], "card", undefined])("%o is no card", (card) => {
  expect(() => cardPayload(card)).toThrow(new TypeError("An Agent Card must be an object (A2A §8.4.1)"));
});

test("a card that nests too deep is refused, wherever it does", () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
  for (const card of [{ skills: [deep] }, { unknown: deep }, { capabilities: { extensions: [{ params: deep }] } }]) {
    expect(() => cardPayload(card)).toThrow("nests deeper than 100 levels");
  }
});

test("what is put in is what the specification's file requires and JSON has a default for", () => {
  const file = new URL("../../../../specs/a2a/openapi.yaml", import.meta.url);
  const { schemas } = parse(readFileSync(file, "utf8")).components;
  const messages = reachable("AgentCard");
  expect(messages.length).toBeGreaterThan(12);
  for (const name of messages) {
    const fields = [...new Set(planOf(name, [cardFields])?.values())];
    const scalar = ({ shape, isText }: (typeof fields)[number]): boolean => shape !== "one" || isText;
    const needed: string[] = schemas[name].required ?? [];
    const want = fields.filter((field) => scalar(field) && needed.includes(field.camelCase));
    const added = Object.keys(addedTo(name)).sort();
    expect([name, added]).toEqual([name, want.map(({ camelCase }) => camelCase).sort()]);
  }
});

/** The messages that a card is made of, but for its signatures. */
function reachable(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name) || name === "AgentCardSignature" || planOf(name, [cardFields]) === undefined) return [...seen];
  seen.add(name);
  for (const { type } of planOf(name, [cardFields])?.values() ?? []) reachable(type, seen);
  return [...seen];
}

/** What is signed for an empty message of this name, wherever in a card it stands. */
function addedTo(name: string): object {
  const path = pathTo("AgentCard", name) ?? [];
  const card = path.reduceRight<unknown>((inner, { camelCase, shape }) => {
    return { [camelCase]: shape === "list" ? [inner] : shape === "map" ? { key: inner } : inner };
  }, {});
  return path.reduce<object>(
    (outer, { camelCase, shape }) => {
      const inner = Reflect.get(outer, camelCase);
      return shape === "one" ? inner : Reflect.get(inner, shape === "list" ? "0" : "key");
    },
    JSON.parse(cardPayload(card)),
  );
}

type Step = NonNullable<ReturnType<typeof planOf>> extends ReadonlyMap<string, infer F> ? F : never;

function pathTo(from: string, name: string): Step[] | undefined {
  if (from === name) return [];
  for (const field of planOf(from)?.values() ?? []) {
    const rest = field.type === "AgentCardSignature" ? undefined : pathTo(field.type, name);
    if (rest !== undefined) return [field, ...rest];
  }
  return undefined;
}

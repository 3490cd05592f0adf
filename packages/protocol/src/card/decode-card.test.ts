import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { A2AError } from "../a2a-error.ts";
import { examples } from "../gen/examples/a2a.ts";
import { common, rest, rpc, v1, v03 } from "./cards.test-helper.ts";
import { decodeCard } from "./decode-card.ts";

describe("A2A 1.0", () => {
  test.each(examples.filter(({ kind }) => kind === "card"))(
    "the card of the specification is itself: $name",
    ({ value }) => {
      expect(decodeCard(value)).toEqual({ card: value, shape: "interfaces" });
    },
  );

  test("interfaces keep their order, also several of one binding and one address", () => {
    const supportedInterfaces = [rest, rpc, { ...rpc, protocolVersion: "0.3" }];
    expect(decodeCard({ ...common, supportedInterfaces }).card.supportedInterfaces).toEqual(supportedInterfaces);
  });

  test("an interface without a version has that of the shape", () => {
    const { protocolVersion: _, ...bare } = rpc;
    expect(decodeCard({ ...v1, supportedInterfaces: [bare] }).card.supportedInterfaces).toEqual([rpc]);
  });

  test("an empty tenant is none", () => {
    const supportedInterfaces = [
      { ...rpc, tenant: "" },
      { ...rest, tenant: "north" },
    ];
    expect(decodeCard({ ...v1, supportedInterfaces }).card.supportedInterfaces).toEqual([
      rpc,
      { ...rest, tenant: "north" },
    ]);
  });

  test("an interface that says too little is passed over while another serves", () => {
    expect(
      decodeCard({ ...v1, supportedInterfaces: [{ url: "wss://library.example" }, null, rpc] }).card
        .supportedInterfaces,
    ).toEqual([rpc]);
  });

  test("snake_case, nulls and members of our own time are read", () => {
    const { supportedInterfaces: _, defaultInputModes, ...others } = v1;
    const given = {
      ...others,
      supported_interfaces: [{ url: rpc.url, protocol_binding: "JSONRPC" }],
      default_input_modes: defaultInputModes,
      iconUrl: null,
      display_name: "L",
    };
    expect(decodeCard(given).card).toEqual({ ...v1, display_name: "L" });
  });

  test.each([
    ["/api/a2a", "https://library.example/.well-known/agent-card.json", "https://library.example/api/a2a"],
    ["rpc", "https://library.example/agents/one/card.json", "https://library.example/agents/one/rpc"],
    ["//other.example/rpc", "https://library.example/card.json", "https://other.example/rpc"],
    ["https://other.example/rpc", "https://library.example/card.json", "https://other.example/rpc"],
    ["https://other.example", "https://library.example/card.json", "https://other.example"],
    ["localhost:50051", "https://library.example/card.json", "localhost:50051"],
    ["/api/a2a", "file:///home/card.json", "/api/a2a"],
    ["/api/a2a", undefined, "/api/a2a"],
  ])("the address %j in a card at %s is %s", (url, base, want) => {
    const { card } = decodeCard({ ...v1, supportedInterfaces: [{ ...rpc, url }] }, { url: base });
    expect(card.supportedInterfaces[0]?.url).toBe(want);
  });
});

test("a card with both shapes counts as 1.0, and its flat address comes last", () => {
  const { card, shape } = decodeCard({
    ...v03,
    supportedInterfaces: [rest, { ...rpc, url: v03.url, protocolVersion: "0.3.0" }],
    url: v03.url,
  });
  expect(shape).toBe("interfaces");
  expect(card.supportedInterfaces).toEqual([
    rest,
    { url: v03.url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
  ]);
  const other = decodeCard({ ...v03, supportedInterfaces: [rest] }).card.supportedInterfaces;
  expect(other).toEqual([rest, { url: v03.url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" }]);
});

test("what a card leaves out is empty, not missing", () => {
  expect(decodeCard({ name: "Bare", supportedInterfaces: [rpc] }).card).toEqual({
    name: "Bare",
    description: "",
    version: "",
    supportedInterfaces: [rpc],
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  });
});

describe("what is no card is refused with what is there instead", () => {
  test("and where it is from, where that is known", () => {
    const from = { url: "https://agent.example/health" };
    expect(() => decodeCard({ ok: true }, from)).toThrow(
      /^Not an Agent Card at https:\/\/agent\.example\/health: name /,
    );
    expect(() => decodeCard([], from)).toThrow(/^Not an Agent Card at https:\/\/agent\.example\/health: card /);
  });

  test.each([
    { title: "nothing", given: undefined, want: ["card must be an object, not nothing"] },
    { title: "a list", given: [], want: ["card must be an object, not a list"] },
    { title: "a web page", given: "<html>", want: ["card must be an object, not a string"] },
    {
      title: "an empty object",
      given: {},
      want: [
        "name must be a string (A2A §4.4.1); the card has no members",
        "supportedInterfaces must list an interface, which needs url and protocolBinding (A2A §4.4.6), or the card must have a url; it has no members",
      ],
    },
    {
      title: "the manifest of another kind of agent",
      given: { identity: { agentName: "quiz" }, capabilities: { kinds: ["game"] }, runtime: {} },
      want: [
        "name must be a string (A2A §4.4.1); the card has identity, capabilities, runtime",
        "supportedInterfaces must list an interface, which needs url and protocolBinding (A2A §4.4.6), or the card must have a url; it has identity, capabilities, runtime",
      ],
    },
    {
      title: "interfaces of another protocol",
      given: {
        ...common,
        supportedInterfaces: [
          { url: "https://shop.example", protocol: "HTTP/1.1", auth: "X402" },
          "wss://shop.example",
        ],
      },
      want: [
        "supportedInterfaces[0] needs url and protocolBinding (A2A §4.4.6); it has url, protocol, auth",
        "supportedInterfaces[1] needs url and protocolBinding (A2A §4.4.6); it is a string",
      ],
    },
    {
      title: "members of the wrong type",
      given: { ...v1, name: 7, skills: {}, capabilities: "all", provider: ["me"] },
      want: [
        "name must be a string (A2A §4.4.1), not a number",
        "capabilities must be an object (A2A §4.4.1), not a string",
        "skills must be a list (A2A §4.4.1), not an object",
        "provider must be an object (A2A §4.4.1), not a list",
      ],
    },
  ])("$title", ({ given, want }) => {
    const error = expect.objectContaining({
      code: -32006,
      violations: want.map((text) =>
        expect.objectContaining({ field: text.split(" ")[0], description: text.replace(/^\S+ /, "") }),
      ),
    });
    expect(() => decodeCard(given)).toThrow(error);
  });

  test("the message is readable by itself", () => {
    expect(() => decodeCard({ ...v1, name: null })).toThrow(
      "Not an Agent Card: name must be a string (A2A §4.4.1); the card has description,",
    );
  });

  test("nothing makes it throw anything else", () => {
    const member = fc.oneof(
      fc.anything(),
      fc.array(fc.anything()),
      fc.constantFrom("x", {}, [{}], [{ url: "x" }], { a: { type: "oauth2", flows: 1 } }),
    );
    const names = [
      ...Object.keys(v1),
      ...Object.keys(v03),
      "security",
      "securitySchemes",
      "additionalInterfaces",
      "securityRequirements",
      "signatures",
    ];
    fc.assert(
      fc.property(fc.record(Object.fromEntries(names.map((name) => [name, member])), { requiredKeys: [] }), (given) => {
        try {
          const { card } = decodeCard(given, { url: "https://library.example/card.json" });
          return typeof card.name === "string" && card.supportedInterfaces.length > 0;
        } catch (error) {
          return error instanceof A2AError && error.code === -32006;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

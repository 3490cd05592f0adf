import type { AgentCard } from "@a2akit/types";
import { expect, test } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import { runCli } from "../run-cli.test-helper.ts";
import { soundCard } from "./sound-card.ts";

/** A card as a stranger may write it. */
const odd = (more: object): AgentCard => ({ ...bareCard(), ...more });

test.each<[string, object, object]>([
  [
    "text that is a number",
    { description: 5, provider: { organization: [] } },
    { description: undefined, provider: {} },
  ],
  ["a skill that is null", { skills: [null, { id: "s" }] }, { skills: [{ id: "s" }] }],
  ["lists that are none", { skills: {}, defaultInputModes: "text/plain" }, { skills: [], defaultInputModes: [] }],
  ["capabilities that are none", { capabilities: [] }, { capabilities: {} }],
  ["extensions that are none", { capabilities: { extensions: {} } }, { capabilities: {} }],
  [
    "schemes that are none",
    { securitySchemes: { a: null, b: { apiKeySecurityScheme: 5 } } },
    { securitySchemes: { b: {} } },
  ],
  [
    "flows that are none",
    { securitySchemes: { a: { oauth2SecurityScheme: {} } } },
    { securitySchemes: { a: { oauth2SecurityScheme: { flows: {} } } } },
  ],
  ["requirements that are none", { securityRequirements: [null, { schemes: 5 }] }, { securityRequirements: [{}] }],
  ["members that nobody knows", { more: [null] }, { more: [null] }],
])("of %s nothing is left but what is sound", (_, members, want) => {
  expect(soundCard(odd(members))).toEqual({ ...bareCard(), ...want });
});

test("a card that is sound stays as it is", () => {
  expect(soundCard(bareCard())).toEqual(bareCard());
});

const commands = [["card", "get"], ["card", "get", "--validate"], ["doctor"], ["task", "get", "t", "--bearer", "b"]];
const login = ["auth", "login", "--client-id", "c", "--client-secret", "s"];
const strange = [
  { skills: [null], provider: { organization: {} } },
  { securitySchemes: { a: null }, securityRequirements: [null] },
  { securitySchemes: { a: { oauth2SecurityScheme: {} } } },
  { capabilities: { extensions: [null] } },
];

test.each([...commands, login].flatMap((command) => strange.map((card) => [command.join(" "), card] as const)))(
  "a2a %s has no internal error about %j",
  async (command, card) => {
    const { stdout, stderr } = await runCli([...command.split(" "), "-a", "https://agent.example/"], {
      fetch: async ({ method }) => (method === "GET" ? Response.json(odd(card)) : Response.json({}, { status: 500 })),
    });
    expect(stdout + stderr).not.toMatch(/A2ACLI_ERR_INTERNAL|\[object/);
  },
);

import { AGENT, COMMON, type CommandRows } from "../command-line/command-row.ts";
import { faultRows } from "../mock/fault-names.ts";

/** Agents to test with, and agents to be tested. */
export const testing: CommandRows = {
  mock: {
    summary: "Be the agent that an OpenAPI file or an Agent Card describes, with scripted replies and faults",
    args: ["file|agent"],
    options: [
      "port",
      "host",
      "script",
      "fault",
      "overlay",
      "api-key",
      "bearer",
      "dialect",
      "output",
      "insecure",
      "ca",
      "client-cert",
      "client-key",
      ...COMMON,
    ],
    more: ["Faults", faultRows],
    examples: [
      ["a2a mock openapi.json", "answers with the examples of the file, in its dialect, to everybody"],
      ["a2a mock openapi.json --api-key test-key", "the same, to callers with this key only"],
      ["a2a mock agents.example", "an agent with the card of a live one"],
      ["a2a mock card.json --script replies.yaml", "an agent that is known by its card, with replies of your own"],
      ["a2a mock openapi.json --fault SendStreamingMessage:drop=2", "streams break off after two events"],
      ["a2a mock openapi.json --fault status=503,times=2", "two calls fail, then everything works"],
    ],
    load: async () => (await import("../commands/mock.ts")).mock,
  },
  doctor: {
    summary: "Examine an agent or a card: what deviates from A2A 1.0, what it costs, what would mend it",
    args: ["agent?"],
    options: ["send", "fail-on", ...AGENT],
    examples: [
      ["a2a doctor agents.example", "about ten requests that start nothing"],
      ['a2a doctor agents.example --send "Hello"', "and two messages, which may cost something"],
      ["a2a doctor ./card.json", "a card alone"],
      ["a2a doctor agents.example -o json --fail-on warning", "in CI: exit status 1 for warnings, too"],
    ],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  conformance: {
    summary: "Run every check against an agent, and report each: text, JSON or JUnit",
    args: ["agent?"],
    options: ["send", "junit", "tck", ...AGENT],
    examples: [
      ['a2a conformance agents.example --send "Hello"', "all rules of A2A 1.0 that can be judged from outside"],
      ["a2a conformance agents.example --junit results.xml", "for a CI system"],
      ["a2a conformance agents.example --tck ../a2a-tck", "the public test kit, from a checkout of it"],
    ],
    load: async () => (await import("../commands/conformance.ts")).conformance,
  },
};

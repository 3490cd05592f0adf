import type { SmallInput } from "./small-inputs.ts";

const email = { type: "string", format: "email" };

/** Keywords of JSON Schema that generators often leave out. */
export const keywordInputs: readonly SmallInput[] = [
  {
    name: "an email is checked where formats are asserted",
    given: {
      Mail: { type: "object", required: ["to"], properties: { to: email, cc: { type: "array", items: email } } },
    },
    keeps: { Mail: [{ to: "ada@agents.example" }, { to: "not asserted by default" }] },
  },
];

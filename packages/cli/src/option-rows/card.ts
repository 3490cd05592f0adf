import type { OptionRow } from "../command-line/option-row.ts";

/** What is done with a card. */
export const cardOptions = {
  validate: { summary: "Check it against the schema of A2A 1.0, and list what is wrong" },
  extended: { summary: "The extended card, for those who show a credential of a scheme that the public card states" },
  jwks: {
    value: "path|url",
    summary: "Keys to verify its signatures with",
    note: "those that a signature names, on the card's own origin",
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";
import { emitSchemas } from "./schemas.ts";

const text = { type: "string" };
const person = { type: "object", properties: { name: text, email: text, phone: text } };
const team = { type: "object", properties: { leader: person, founder: person, seat: text } };
const members = (properties: object) => ({ type: "object", properties });

test.each([
  { what: "a long shape in two places", given: { A: members({ owner: person, reader: person }) }, want: ["$owner"] },
  {
    what: "the same in two components, described in other words",
    given: { A: members({ owner: person }), B: members({ by: { ...person, description: "Who" } }) },
    want: ["$owner"],
  },
  {
    what: "what only occurs within a shape that occurs more than once",
    given: {
      A: members({ team: members({ ...team.properties, founder: text }) }),
      B: members({ team: members({ ...team.properties, founder: text }) }),
    },
    want: ["$team"],
  },
  {
    what: "two shapes, the inner one first",
    given: { A: members({ team }), B: members({ team }) },
    want: ["$leader", "$team"],
  },
  {
    what: "two shapes found under one name",
    given: {
      A: members({ by: person, to: members({ by: team }) }),
      B: members({ by: person, to: members({ by: team, also: team }) }),
    },
    want: ["$by", "$by2"],
  },
  {
    what: "an item, and a key that is no identifier",
    given: {
      A: members({ people: { type: "array", items: person }, "x-team": team }),
      B: members({ "x-team": team }),
    },
    want: ["$peopleItem", "$x_team"],
  },
  { what: "short ones", given: { A: members({ a: members({ b: text }), c: members({ b: text }) }) }, want: [] },
  { what: "what occurs once", given: { A: members({ owner: person }) }, want: [] },
  {
    what: "shapes in another order of members",
    given: { A: members({ a: person, b: members({ phone: text, name: text, email: text }) }) },
    want: [],
  },
])("written once: $what", async ({ given, want }) => {
  const { model } = await readSmall({ document: withComponents(given) });
  const emitted = model ? await emitSchemas(model) : "";
  expect([...emitted.matchAll(/^const (\S+)/gm)].map(([, name]) => name)).toEqual(want);
  for (const name of want) expect(emitted.split(name).length, name).toBeGreaterThan(3);
});

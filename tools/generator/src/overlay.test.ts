import { expect, test } from "vitest";
import { readSmall, withComponents } from "./testing/read-text.ts";

const frame = { overlay: "1.0.0", info: { title: "Fix", version: "1" } };
const update = { target: "$.components.schemas", update: { A: { type: "string" } } };

async function findingsOf(overlay: object) {
  const { findings } = await readSmall({ document: withComponents({}), overlay });
  return findings.map(({ rule, pointer, message }) => [rule, pointer, message]);
}

test("what an overlay may say", async () => {
  const remove = { target: "$.components.schemas.Task", remove: true, description: "Gone", "x-why": 1 };
  expect(await findingsOf({ ...frame, extends: "openapi.json", "x-by": 1, actions: [update, remove] })).toEqual([]);
});

test.each([
  [
    { ...frame, actions: [{ ...update, updat: {} }] },
    "/actions/0/updat",
    "updat is not known here; did you mean update?",
  ],
  [{ ...frame, actions: [{ target: update.target }] }, "/actions/0", "it neither updates, removes nor copies anything"],
  [{ ...frame, actions: [update], action: [] }, "/action", "action is not known here; did you mean actions?"],
  [
    { ...frame, extends: "other.json", actions: [update] },
    "/extends",
    expect.stringMatching(/^it extends other\.json, but is applied to .*openapi\.json$/),
  ],
  [{ ...frame, actions: [null] }, "/actions/0", "An action must be an object."],
  [
    { ...frame, actions: [{ target: "$.info", update: 5 }] },
    "/actions/0/update",
    expect.stringMatching(/Cannot apply/),
  ],
])("%j", async (overlay, pointer, message) => {
  expect(await findingsOf(overlay)).toEqual([["overlay-invalid", pointer, message]]);
});

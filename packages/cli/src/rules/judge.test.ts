import { fields } from "@a2akit/protocol/codec";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { probes } from "./probes.ts";
import { rules } from "./rules.ts";
import type { Answer, Exchange, ProbeName, Seen, StreamSeen } from "./seen.ts";

/** JSON with the members of A2A, of any type and in any place. */
const names = ["toString", ...new Set(Object.values(fields).flatMap((row) => row.match(/\w+(?=[: ]|$)/g) ?? []))];
const { json } = fc.letrec((tie) => ({
  scalar: fc.constantFrom(
    null,
    true,
    0,
    -1,
    "",
    "t",
    "TASK_STATE_WORKING",
    "TASK_STATE_COMPLETED",
    "2026-01-01T00:00:00Z",
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie("json"), { maxKeys: 4, noNullPrototype: true }),
  json: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    tie("scalar"),
    tie("object"),
    fc.array(tie("json"), { maxLength: 3 }),
  ),
}));
/** Something that is nearly an event or an answer. */
const payload = fc.oneof(
  json,
  fc.dictionary(fc.constantFrom("task", "message", "statusUpdate", "artifactUpdate", "tasks", "configs"), json, {
    noNullPrototype: true,
  }),
);
const body = fc.oneof(
  json,
  fc.record(
    { jsonrpc: fc.constant("2.0"), id: json, result: payload },
    { requiredKeys: ["result"], noNullPrototype: true },
  ),
  fc.record({ error: json }, { noNullPrototype: true }),
);

const answer = body.map(
  (value): Answer => ({ status: 200, headers: new Headers(), text: JSON.stringify(value), json: value }),
);
const stream = fc.record<StreamSeen>({
  frames: fc.array(body, { maxLength: 4 }),
  end: fc.constantFrom("closed", "broken", "open"),
});
const exchange = (probe: ProbeName) =>
  fc
    .record({ answer, stream }, { requiredKeys: ["answer"] })
    .map((came): Exchange => ({ probe, method: probes[probe].method, id: probes[probe].id, ...came }));
const exchanges = fc.record(
  Object.fromEntries((Object.keys(probes) as ProbeName[]).map((probe) => [probe, exchange(probe)])),
  { requiredKeys: [] },
);
const seen = fc.record<Seen>({ card: fc.record({ json }), hasCredentials: fc.boolean(), exchanges });

test("whatever an agent answers, each rule has a verdict", () => {
  fc.assert(
    fc.property(seen, (given) => {
      for (const { messages } of judge(given, rules)) for (const text of messages) expect(text).toMatch(/\S/);
    }),
    { numRuns: 500 },
  );
});

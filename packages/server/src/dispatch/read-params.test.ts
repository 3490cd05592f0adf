import { isObject } from "@a2akit/protocol";
import { decodeParams } from "@a2akit/protocol/codec";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { examples } from "@a2akit/protocol/examples/a2a";
import { methodSchemas } from "@a2akit/schemas";
import type { Method } from "@a2akit/types";
import { describe, expect, it } from "vitest";
import { readParams } from "./read-params.ts";

const options = { dialect: a2a, limits: { nesting: 64, listItems: 1_000, objectMembers: 1_000 } };

/** Own, as JSON.parse makes it. */
const PROTO: unknown = JSON.parse('{"__proto__":{"polluted":1}}');
const WRONG = [undefined, null, 0, -1, true, "", "x", [], [null], {}, { x: {} }, PROTO];

/** A value with each of its members, at any depth, left out or replaced. */
function* variants(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) for (const other of variants(item)) yield value.with(index, other);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) for (const other of variants(value[key])) yield { ...value, [key]: other };
    yield { ...value, unknown: value };
    yield { ...value, ...JSON.parse('{"constructor":1}') };
  }
}

const requests = examples.flatMap(({ name, method, kind, value }) =>
  kind === "request" && method !== undefined && "params" in value
    ? [{ name, method, params: value.params as unknown }]
    : [],
);

/** What the schema itself says of params in canonical form; `undefined`: the codec refuses them before. */
function expected(method: Method, params: unknown) {
  try {
    const canonical = decodeParams(method, params, { maxDepth: 64, maxItems: 1_000 });
    return methodSchemas[method].params.safeParse(canonical);
  } catch {
    return undefined;
  }
}

describe("a compiled schema reads params as the schema does", () => {
  it.each(requests)("$name", ({ method, params }) => {
    let accepted = 0;
    let refused = 0;
    for (const variant of [params, ...variants(params)]) {
      const want = expected(method, variant);
      if (want?.success === true) {
        expect(JSON.stringify(readParams(method, variant, options))).toBe(JSON.stringify(want.data));
        accepted += 1;
      } else {
        expect(() => readParams(method, variant, options), JSON.stringify(variant)).toThrow(
          expect.objectContaining({ code: -32602 }),
        );
        refused += 1;
      }
    }
    expect(accepted).toBeGreaterThan(1);
    expect(refused).toBeGreaterThan(1);
  });
});

it.each<[Method, unknown, string]>([
  ["ListTasks", { statusTimestampAfter: "yesterday" }, "must be an RFC 3339 time"],
  [
    "SendMessage",
    { message: { messageId: "m", role: "ROLE_USER", parts: [{ raw: "*" }] } },
    "message.parts[0].raw: must be base64",
  ],
])("names the format that a member lacks, and no regular expression (%s)", (method, params, message) => {
  const refused = expect.objectContaining({ message: expect.stringContaining(message) });
  expect(() => readParams(method, params, options)).toThrow(refused);
});

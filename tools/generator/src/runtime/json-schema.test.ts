import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { assertFormats } from "../lint/assert-formats.ts";
import {
  base64,
  byKey,
  codePoints,
  dateTime,
  email,
  members,
  open,
  openTo,
  record,
  unique,
  uri,
  uriTemplate,
  withPrototype,
} from "./json-schema.ts";

const own = (text: string): unknown => JSON.parse(text);

test("an own __proto__ that nobody named is refused, since zod would lose it", () => {
  for (const schema of [open({}), record(z.unknown()), openTo({}, z.unknown())]) {
    expect(schema.safeParse(own('{"__proto__":{"a":1}}')).error?.issues).toMatchObject([
      { code: "unrecognized_keys", keys: ["__proto__"] },
    ]);
    expect(schema.safeParse(own('{"a":1}')).success).toBe(true);
  }
});

test("an own __proto__ that the shape names is checked and kept", () => {
  const schema = withPrototype(open(Object.fromEntries([["__proto__", z.string()]])));
  const result: unknown = schema.parse(own('{"__proto__":"x","a":1}'));
  expect(JSON.stringify(result)).toBe('{"a":1,"__proto__":"x"}');
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  for (const value of [own('{"__proto__":1}'), {}, own('{"__proto__":null}')])
    expect(schema.safeParse(value).error?.issues.map(({ path }) => path)).toEqual([["__proto__"]]);
  expect(schema.safeParse(1).success).toBe(false);
});

test("a check of a whole object with a __proto__ sees it, before the first value and after it", () => {
  const shape = Object.fromEntries([["__proto__", z.exactOptional(open({ a: z.number() }))]]);
  const schema = withPrototype(open(shape, members(1, 2)));
  for (let i = 0; i < 2; i++) {
    expect(JSON.stringify(schema.parse(own('{"b":1,"__proto__":{"a":1}}')))).toBe('{"b":1,"__proto__":{"a":1}}');
    expect(schema.safeParse(own('{"__proto__":{}}')).error?.issues.map(({ path }) => path)).toEqual([
      ["__proto__", "a"],
    ]);
    expect(schema.safeParse({}).success).toBe(false);
    expect(schema.safeParse(own('{"a":1,"b":1,"__proto__":{"a":1}}')).success).toBe(false);
  }
});

test("what an object inherits is no member of it", () => {
  const schema = open({ constructor: z.string(), valueOf: z.exactOptional(z.number()) });
  expect(schema.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([["constructor"]]);
  expect(schema.parse({ constructor: "x" })).toEqual({ constructor: "x" });
});

test("a check of a whole object leaves the guard in place, before the first value and after it", () => {
  const check = z.refine<object>(() => true);
  for (const schema of [open({ a: z.exactOptional(z.number()) }, check), record(z.unknown(), check)]) {
    expect(schema.safeParse(own('{"__proto__":1}')).success).toBe(false);
    expect(schema.safeParse({ a: 1 }).success).toBe(true);
    expect(schema.safeParse(own('{"__proto__":1}')).success).toBe(false);
  }
});

test("the error of a union comes from the branch whose key is there", () => {
  const never = z.exactOptional(z.never());
  const schema = byKey(["a", "b"], z.union([open({ a: z.string(), b: never }), open({ b: z.number(), a: never })]));
  expect(schema.safeParse({ b: "x" }).error?.issues).toMatchObject([{ path: ["b"], code: "invalid_type" }]);
  expect(schema.safeParse({ a: "x", b: 1 }).error?.issues).toMatchObject([
    { path: [], message: expect.stringContaining("received a, b") },
  ]);
  expect(schema.safeParse({}).error?.issues).toMatchObject([
    { path: [], message: expect.stringContaining("exactly one of a, b") },
  ]);
  expect(schema.safeParse([]).success).toBe(false);
  expect(schema.parse({ b: 1, c: 2 })).toEqual({ b: 1, c: 2 });
});

test("lengths count code points, and equal items are equal in any order of members", () => {
  expect(z.string().check(codePoints(0, 2)).safeParse("😀😀").success).toBe(true);
  expect(z.string().check(codePoints(2)).safeParse("😀").success).toBe(false);
  expect(
    z
      .array(z.unknown())
      .check(unique())
      .safeParse([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]).success,
  ).toBe(false);
  expect(
    z
      .array(z.unknown())
      .check(unique())
      .safeParse([1, "1", true, null, [1]]).success,
  ).toBe(true);
});

test("an email is one where ajv-formats says so", () => {
  const reference = fullFormats.email as RegExp;
  const characters = fc.constantFrom(..."aZ0.-_+@ é");
  const text = fc.string({ unit: characters, minLength: 1, maxLength: 5 });
  const emails = fc.tuple(text, fc.string({ unit: fc.constantFrom(..."aZ0.-"), minLength: 1, maxLength: 9 }));
  let valid = 0;
  fc.assert(
    fc.property(emails, ([local, domain]) => {
      const whole = `${local}@${domain}`;
      if (email.test(whole)) valid++;
      return email.test(whole) === reference.test(whole);
    }),
    { numRuns: 20_000, seed: 1 },
  );
  expect(valid).toBeGreaterThan(300);
});

test("a URI template is one where ajv-formats, made strict, says so", () => {
  const ajv = new Ajv2020();
  assertFormats(ajv);
  const reference = ajv.compile({ type: "string", format: "uri-template" });
  const unit = fc.constantFrom(..."{{{}}}aaZ1_.,:*%4%41+?/| é\u007f\ud800");
  let valid = 0;
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      if (uriTemplate.test(text)) valid++;
      return uriTemplate.test(text) === reference(text);
    }),
    { numRuns: 50_000, seed: 1 },
  );
  const expression = fc
    .string({ unit: fc.constantFrom(..."ab1.,:*%41+"), minLength: 1, maxLength: 8 })
    .map((text) => `{${text}}`);
  fc.assert(
    fc.property(expression, (text) => {
      if (uriTemplate.test(text)) valid++;
      return uriTemplate.test(text) === reference(text);
    }),
    { numRuns: 50_000, seed: 1 },
  );
  expect(valid).toBeGreaterThan(3_000);
});

test.each<readonly [RegExp, string, boolean]>([
  [dateTime, "2024-02-29T23:59:60.123Z", true],
  [dateTime, "2023-02-29T00:00:00Z", false],
  [dateTime, "2026-03-01T10:30:00+05:30", true],
  [dateTime, "2026-03-01T10:30:00", false],
  [base64, "SGVsbG8=", true],
  [base64, "AAAA".repeat(10_000_000), true],
  [base64, "SGVsbG8", false],
  [email, "ada.l+x@mail-1.agents.example", true],
  [email, "a@b.c", true],
  [email, `a@${"b-".repeat(4_000_000)}c.d`, true],
  [email, `a${".a".repeat(4_000_000)}@b.c`, true],
  [email, "a@localhost", false],
  [email, "a..b@c.d", false],
  [email, ".a@c.d", false],
  [email, "a.@c.d", false],
  [email, "a@-b.c", false],
  [email, "a@b-.c", false],
  [email, "a@b..c", false],
  [email, "a@b.c.", false],
  [email, "a@b.c-", false],
  [email, "a@b.c\n", false],
  [email, "a b@c.d", false],
  [email, "a@b@c.d", false],
  [uri, "https://[::1]:8080/a%20b?c#d", true],
  [uri, "mailto:a@b.example", true],
  [uri, "/relative", false],
  [uri, "https://a b", false],
  [uri, "https://a/%4", false],
  [uri, `https://a/${"b/%41".repeat(3_000_000)}`, true],
  [uri, `https://${"a".repeat(8_000_000)}@${"b".repeat(8_000_000)}/[`, false],
  [uriTemplate, "", true],
  [uriTemplate, "https://agents.example/{tenant}/tasks{?limit:3,state*}#{+rest}", true],
  [uriTemplate, "{a.b.c_1,%41}{/list*}{;x,y}{&z}{.a}{|a}{!b}é🚀", true],
  [uriTemplate, "{a}".repeat(3_000_000), true],
  [uriTemplate, `{${"a,".repeat(4_000_000)}a}`, true],
  [uriTemplate, `{${"a.".repeat(4_000_000)}}`, false],
  [uriTemplate, `${"{a}".repeat(3_000_000)}{`, false],
  ...[
    "{",
    "}",
    "{}",
    "{?}",
    "{a",
    "a}",
    "{{a}}",
    "{a}}",
    "{a b}",
    "{a-b}",
    "{a,}",
    "{,a,}",
    "{a.}",
    "{a..b}",
    "{..a}",
  ].map((text) => [uriTemplate, text, false] as const),
  ...[
    "{a:0}",
    "{a:10000}",
    "{a:}",
    "{a*:2}",
    "{a:2*}",
    "{a**}",
    "{*}",
    "{%4}",
    "%4",
    "%",
    "a b",
    "it's",
    '"',
    "a|b",
    "{ba|}",
    "<a>",
    "^",
  ].map((text) => [uriTemplate, text, false] as const),
  ...["a\n", "\u007f", "\u0085", "\ud800", "\ufdd0", "\uffff", "\u{1ffff}", "\u{e0001}"].map(
    (text) => [uriTemplate, text, false] as const,
  ),
  ...["\u00a0", "\ue000", "\u{10fffd}"].map((text) => [uriTemplate, text, true] as const),
])("%# %s", (pattern, text, matches) => {
  expect(pattern.test(text)).toBe(matches);
});

import { expect, test } from "vitest";
import { breakUnions } from "./break-unions.ts";

const long = "x".repeat(120);

test.each([
  { what: "a short union", given: 'type A = "a" | "b";', want: 'type A = "a" | "b";' },
  { what: "a long union", given: `type A = "a | b" | "${long}";`, want: `type A =\n  | "a | b"\n  | "${long}";` },
  {
    what: "a union in a union",
    given: `  a?: ("a" | "(${long}") | null;`,
    want: `  a?:\n    | "a"\n    | "(${long}"\n    | null;`,
  },
  {
    what: "a list of a union",
    given: `  a: ("a" | "${long}")[];`,
    want: `  a: (\n    | "a"\n    | "${long}"\n  )[];`,
  },
  {
    what: "a list beside another member",
    given: `  a: ("a" | "b")[] | Record<string, "${long}" | 1> | null;`,
    want: `  a:\n    | ("a" | "b")[]\n    | Record<string, "${long}" | 1>\n    | null;`,
  },
  { what: "a comment", given: ` * a: ${long} | b;`, want: ` * a: ${long} | b;` },
])("$what", ({ given, want }) => {
  expect(breakUnions(given)).toBe(want);
});

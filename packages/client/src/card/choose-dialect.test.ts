import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { expect, test } from "vitest";
import { chooseDialect } from "./choose-dialect.ts";

const all = [a2a, cdqGenius, moltrust];

test.each([
  { shape: "interfaces", options: {}, want: a2a },
  { shape: "flat", options: {}, want: a2a },
  { shape: "flat", options: { dialects: all }, want: cdqGenius },
  { shape: "flat", options: { dialects: all, dialect: "a2a" }, want: a2a },
  { shape: "interfaces", options: { dialects: all }, want: a2a },
  { shape: "interfaces", options: { dialects: all, dialect: "moltrust" }, want: moltrust },
  { shape: "interfaces", options: { dialects: [moltrust] }, want: moltrust },
  { shape: "interfaces", options: { dialects: [cdqGenius] }, want: a2a },
  { shape: "flat", options: { dialects: [moltrust] }, want: a2a },
] as const)("$shape, $options.dialect → $want.name", ({ shape, options, want }) => {
  expect(chooseDialect(shape, options)).toBe(want);
});

test("a name that is not among those passed in is refused", () => {
  expect(() => chooseDialect("flat", { dialects: all, dialect: "cdq" })).toThrow(
    'No dialect "cdq"; there is: a2a, cdq-genius, moltrust',
  );
});

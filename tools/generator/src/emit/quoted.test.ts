import { expect, test } from "vitest";
import { readSmall } from "../testing/read-text.ts";
import { quoted, quotedKey } from "./quoted.ts";
import { emitSchemas } from "./schemas.ts";
import { emitTypes } from "./types.ts";

const rows = [
  ["name", "name"],
  ["größe", "größe"],
  ["注文", "注文"],
  ["注文-1", '"注文-1"'],
  ["a b", '"a b"'],
  ["1", '"1"'],
  ["", '""'],
  ["🚀", '"🚀"'],
  ["it's \"\\", '"it\'s \\"\\\\"'],
  ["tab\t", '"tab\\t"'],
  ["bell\u0007", '"bell\\u0007"'],
  ["escape\u009b", '"escape\\u009b"'],
  ["narrow\u202f", '"narrow\\u202f"'],
  ["nothing\u200b", '"nothing\\u200b"'],
  ["turned\u202e", '"turned\\u202e"'],
  ["line\u2028", '"line\\u2028"'],
  // A letter that no font shows, and a tag that takes two units.
  ["filler\u3164", '"filler\\u3164"'],
  ["tag\u{e0041}", '"tag\\udb40\\udc41"'],
  ["half\ud800", '"half\\ud800"'],
] as const;

test.each(rows)("%j is written so that everything of it can be seen", (key, want) => {
  expect(quotedKey(key)).toBe(want);
  expect(new Function(`return { ${want}: ${quoted(key)} };`)()).toEqual({ [key]: key });
});

test("types and schemas write keys and values alike", async () => {
  const names = rows.map(([key]) => key);
  const properties = Object.fromEntries(names.map((key) => [key, { enum: [key, "other"] }]));
  const document = {
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: {},
    components: { schemas: { A: { type: "object", properties } } },
  };
  const { model } = await readSmall({ document }, { lenient: true });
  if (!model) throw new Error("not read");
  const [types, schemas] = [await emitTypes(model), await emitSchemas(model)];
  for (const [key, want] of rows) {
    expect(types).toContain(`  ${want}?: ${quoted(key)} | "other";\n`);
    expect(schemas).toContain(`    ${want}: z.enum([${quoted(key)}, "other"]).exactOptional(),\n`);
  }
});

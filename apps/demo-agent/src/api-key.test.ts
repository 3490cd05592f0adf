import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { expect, test } from "vitest";
import { requireApiKey } from "./api-key.ts";

const asking = (headers: Record<string, string>) => ({
  method: "POST",
  path: "/",
  header: (name: string) => headers[name],
  query: new URLSearchParams(),
  signal: AbortSignal.timeout(10_000),
});

test.each([
  { given: { "x-api-key": "open sesame" }, want: { owner: "demo", tenant: "" } },
  { given: { "x-api-key": "open" }, want: { status: 401 } },
  { given: { "x-api-key": "" }, want: { status: 401 } },
  { given: {}, want: { status: 401 } },
])("$given is $want", async ({ given, want }) => {
  expect(await requireApiKey(cdqGenius, "open sesame")?.(asking({ ...given }))).toMatchObject(want);
});

test("a dialect without security needs no gate, one with another security gets none", () => {
  const open: Dialect = a2a;
  expect(requireApiKey(open, "key")).toBeUndefined();
  const bearer = { schemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } }, requirements: [] };
  expect(() => requireApiKey({ ...a2a, security: bearer }, "key")).toThrow(
    "securitySchemes.token is httpAuthSecurityScheme, which its verifier cannot check",
  );
});

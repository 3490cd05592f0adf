import { expect, test } from "vitest";
import { createRedact } from "./redact.ts";
import { tokenize } from "./tokenize.ts";

const secret = 'p/w "q" ü';
const redact = createRedact(tokenize(["task", "get", "T", "--bearer", secret]), { A2ACLI_API_KEY: "k3y-from-env" });

test.each([
  ["as it stands", `Bearer ${secret}`],
  ["as JSON", JSON.stringify({ secret })],
  ["in a URL", `https://x/?k=${encodeURIComponent(secret)}`],
  ["in a query", new URLSearchParams({ k: secret }).toString()],
  ["in Base64", Buffer.from(secret).toString("base64")],
  ["from the environment", "key k3y-from-env"],
])("a secret %s is removed", (_, text) => {
  const shown = redact(text);
  expect(shown).toContain("[redacted]");
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain("k3y");
});

test.each(["authorization", "Cookie", "x-api-key", "X-Auth-Token", "client-secret"])(
  "the header %s is never shown",
  (name) => {
    expect(redact.header(name, "anything")).toBe("[redacted]");
  },
);

test("other headers and text are", () => {
  expect(redact.header("a2a-version", "1.0")).toBe("1.0");
  expect(redact("hello")).toBe("hello");
});

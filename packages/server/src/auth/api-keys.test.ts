import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { apiKeys } from "./api-keys.ts";
import { sameSecret } from "./secrets.ts";
import type { VerifyContext } from "./verifier.ts";

const scheme = { apiKeySecurityScheme: { location: "header", name: "X-Key" } };
const context: VerifyContext = {
  isProxied: false,
  scheme,
  request: {
    method: "POST",
    path: "/",
    header: () => undefined,
    query: new URLSearchParams(),
    signal: new AbortController().signal,
  },
};

it("knows its keys, by themselves or by their hash, and no other", async () => {
  const sha256 = createHash("sha256").update("hashed-key").digest("hex");
  const { verify } = apiKeys([
    { secret: "plain-key", owner: "alice", tenant: "t", scopes: ["read"] },
    { sha256: sha256.toUpperCase(), owner: "bob" },
  ]);
  expect(await verify("plain-key", context)).toEqual({ owner: "alice", tenant: "t", scopes: ["read"] });
  expect(await verify("hashed-key", context)).toEqual({ owner: "bob" });
  for (const wrong of ["", "plain-ke", "plain-key ", "Plain-key", sha256, "__proto__", "constructor"]) {
    expect(await verify(wrong, context)).toBeUndefined();
  }
});

it("what is looked up, and compared, is a MAC under a key of this process: no secret and no hash of one", async () => {
  const get = vi.spyOn(Map.prototype, "get");
  const { verify } = apiKeys([{ secret: "plain-key", owner: "alice" }]);
  await verify("plain-key", context);
  const lookups = get.mock.calls.map(([key]) => String(key));
  get.mockRestore();
  const hash = createHash("sha256").update("plain-key").digest("hex");
  expect(lookups.filter((key) => /^[\da-f]{64}$/.test(key))).toHaveLength(1);
  expect(lookups).not.toContain(hash);
  expect(lookups).not.toContain("plain-key");
});

it("compares secrets for whoever keeps them elsewhere", async () => {
  expect(await sameSecret("a", "a")).toBe(true);
  for (const [one, other] of [
    ["a", "b"],
    ["a", "aa"],
    ["", "a"],
    ["ä", "a"],
  ] as const) {
    expect(await sameSecret(one, other)).toBe(false);
  }
});

it("refuses what is no secret", () => {
  expect(() => apiKeys([{ secret: "", owner: "a" }])).toThrow("must not be empty");
  // @ts-expect-error: there is no such member
  expect(() => apiKeys([{ key: "k", owner: "a" }])).toThrow("Each entry needs a secret, or its sha256");
  expect(() => apiKeys([{ sha256: "abc", owner: "a" }])).toThrow("must be 64 hexadecimal digits");
});

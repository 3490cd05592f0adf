import type { AgentCard, SecurityRequirement } from "@a2akit/types";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { authenticationRequest } from "../testing/authentication-request.ts";
import { apiKeys } from "./api-keys.ts";
import { type AuthenticateOptions, createAuthenticate } from "./create-authenticate.ts";
import { basic, bearer } from "./http-schemes.ts";

const securitySchemes: NonNullable<AgentCard["securitySchemes"]> = {
  key: { apiKeySecurityScheme: { location: "header", name: "X-API-KEY" } },
  session: { apiKeySecurityScheme: { location: "cookie", name: "sid" } },
  password: { httpAuthSecurityScheme: { scheme: "Basic" } },
  token: { httpAuthSecurityScheme: { scheme: "bearer" } },
};

const verify = {
  key: apiKeys([{ secret: "key-a", owner: "alice" }]),
  session: apiKeys([{ secret: "session-a", owner: "alice" }]),
  password: basic(() => undefined),
  token: bearer([{ secret: "token-a", owner: "alice" }]),
};

/** Any scheme lets in, and what else is listed. */
function authenticate(options: Partial<AuthenticateOptions>, more: readonly SecurityRequirement[] = []) {
  const any = Object.keys(securitySchemes).map((name) => ({ schemes: { [name]: { list: [] } } }));
  return createAuthenticate({ securitySchemes, securityRequirements: [...any, ...more] }, { verify, ...options });
}

const basicOf = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
const ALICE = { owner: "alice", tenant: "" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wrong = (address?: string) =>
  authenticationRequest({ headers: { "x-api-key": "guess" }, ...(address && { peer: { address } }) });
const right = (address: string) => authenticationRequest({ headers: { "x-api-key": "key-a" }, peer: { address } });
const failures = { attempts: 3, window: 30_000 };

it("are throttled per address, right guesses too", async () => {
  const hook = authenticate({ failures });
  for (let attempt = 0; attempt < 3; attempt++) expect(await hook(wrong("192.0.2.1"))).toMatchObject({ status: 401 });
  expect(await hook(wrong("192.0.2.1"))).toEqual({ status: 429, retryAfter: 10 });
  expect(await hook(right("192.0.2.1"))).toEqual({ status: 429, retryAfter: 10 });
  expect(await hook(right("192.0.2.2"))).toEqual(ALICE);
  vi.advanceTimersByTime(10_000);
  expect(await hook(right("192.0.2.1"))).toEqual(ALICE);
});

it("who guesses many at once is counted all the same, and waits the longer", async () => {
  let open = (): void => {};
  const slow = new Promise<void>((resolve) => {
    open = resolve;
  });
  const password = basic(async () => {
    await slow;
    return undefined;
  });
  const hook = authenticate({ failures: { ...failures, atOnce: 5 }, verify: { ...verify, password } });
  const request = authenticationRequest({
    headers: { authorization: basicOf("alice:guess") },
    peer: { address: "192.0.2.1" },
  });
  const guesses = Array.from({ length: 10 }, () => hook(request));
  expect(await Promise.all(guesses.slice(5))).toEqual(Array(5).fill({ status: 429, retryAfter: 1 }));
  open();
  expect(await Promise.all(guesses.slice(0, 5))).toEqual(Array(5).fill(expect.objectContaining({ status: 401 })));
  expect(await hook(right("192.0.2.1"))).toEqual({ status: 429, retryAfter: 30 });
  vi.advanceTimersByTime(30_000);
  expect(await hook(right("192.0.2.1"))).toEqual(ALICE);
});

it("a verifier that fails is no guess of the caller", async () => {
  const password = basic(() => {
    throw new Error("the directory is down");
  });
  const hook = authenticate({ failures: { ...failures, atOnce: 1 }, verify: { ...verify, password } });
  const request = authenticationRequest({
    headers: { authorization: basicOf("alice:x") },
    peer: { address: "192.0.2.1" },
  });
  for (let attempt = 0; attempt < 10; attempt++) await expect(hook(request)).rejects.toThrow("the directory is down");
  expect(await hook(right("192.0.2.1"))).toEqual(ALICE);
});

it("who presents nothing guesses nothing", async () => {
  const hook = authenticate({ failures }, [{ schemes: {} }]);
  for (let attempt = 0; attempt < 5; attempt++) await hook(wrong("192.0.2.1"));
  expect(await hook(authenticationRequest({ peer: { address: "192.0.2.1" } }))).toEqual({ owner: "", tenant: "" });
});

it("an address that nobody knows is not throttled; nor is anybody without limits", async () => {
  for (const [options, address] of [
    [{ failures }, undefined],
    [{ failures: false }, "192.0.2.1"],
  ] as const) {
    const hook = authenticate(options);
    for (let attempt = 0; attempt < 50; attempt++) expect(await hook(wrong(address))).toMatchObject({ status: 401 });
  }
});

it("one guess with several wrong credentials counts once; right ones count never", async () => {
  const hook = authenticate({ failures });
  const headers = { "x-api-key": "guess", authorization: "Bearer guess", cookie: "sid=guess" };
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await hook(authenticationRequest({ headers, peer: { address: "192.0.2.1" } }))).toMatchObject({
      status: 401,
    });
  for (let attempt = 0; attempt < 50; attempt++) expect(await hook(right("192.0.2.2"))).toEqual(ALICE);
  expect(await hook(right("192.0.2.1"))).toMatchObject({ status: 429 });
});

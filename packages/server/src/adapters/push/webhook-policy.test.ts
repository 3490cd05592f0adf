import { describe, expect, it, test } from "vitest";
import type { ResolveHost } from "./resolve-host.ts";
import { createWebhookPolicy, type WebhookPolicyOptions } from "./webhook-policy.ts";

/** What the names of these tests resolve to. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  "example.com": ["93.184.215.14", "2606:2800:21f::1"],
  "private.example": ["10.0.0.1"],
  "mixed.example": ["93.184.215.14", "10.0.0.1"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "zoned.example": ["fe80::1%2"],
  "odd.example": ["not an address"],
  "empty.example": [],
  "hooks.corp.example": ["10.1.2.3"],
  "hooks.corp.example.": ["10.1.2.3"],
};

const resolve: ResolveHost = async (hostname) => {
  const found = HOSTS[hostname];
  if (found === undefined) throw new Error("ENOTFOUND");
  return found;
};

const judge = (url: string, options: WebhookPolicyOptions = {}) =>
  createWebhookPolicy({ resolve, ...options }).judge(url);

const address = "must not lead to an address that is not public";

describe("by default", () => {
  test.each([
    ["http://127.0.0.1/", "127.0.0.1 is loopback"],
    ["http://127.0.0.1:8080/hook", "127.0.0.1 is loopback"],
    ["http://2130706433/", "127.0.0.1 is loopback"],
    ["http://017700000001/", "127.0.0.1 is loopback"],
    ["http://0x7f000001/", "127.0.0.1 is loopback"],
    ["http://0x7f.1/", "127.0.0.1 is loopback"],
    ["http://0177.0.0.1/", "127.0.0.1 is loopback"],
    ["http://127.1/", "127.0.0.1 is loopback"],
    ["http://127.0.1/", "127.0.0.1 is loopback"],
    ["http://127.0.0.1./", "127.0.0.1 is loopback"],
    ["http://１２７.0.0.1/", "127.0.0.1 is loopback"],
    ["http://127。0。0。1/", "127.0.0.1 is loopback"],
    ["http://%31%32%37.0.0.1/", "127.0.0.1 is loopback"],
    ["http:\\\\127.0.0.1\\", "127.0.0.1 is loopback"],
    ["http://0/", "0.0.0.0 is unspecified or this network"],
    ["http://0xa9fea9fe/latest/meta-data", "169.254.169.254 is link-local or metadata"],
    ["http://2852039166/", "169.254.169.254 is link-local or metadata"],
    ["http://[::1]/", "::1 is unspecified, loopback or IPv4-compatible"],
    ["http://[0:0:0:0:0:0:0:1]/", "::1 is unspecified, loopback or IPv4-compatible"],
    ["http://[::127.0.0.1]/", "::7f00:1 is unspecified, loopback or IPv4-compatible"],
    ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1 is IPv4-mapped or -translated"],
    ["http://[64:ff9b::7f00:1]/", "64:ff9b::7f00:1 is loopback"],
    ["http://[fd00:ec2::254]/", "fd00:ec2::254 is unique local"],
    ["http://localhost/", "127.0.0.1 is loopback"],
    ["http://LOCALHOST./", "127.0.0.1 is loopback"],
    ["http://a.localhost:1/", "127.0.0.1 is loopback"],
    ["https://private.example/", "10.0.0.1 is private"],
    ["https://mixed.example/", "10.0.0.1 is private"],
    ["https://mapped.example/", "::ffff:10.0.0.1 is IPv4-mapped or -translated"],
    ["https://zoned.example/", "fe80::1%2 is not a public address"],
    ["https://odd.example/", "not an address is not a public address"],
  ])("%s is refused: %s", async (url, found) => {
    expect(await judge(url)).toEqual({ kind: "refused", rule: address, found });
  });

  test.each([
    ["https://user@example.com/", "must not hold a user name or a password"],
    ["https://:secret@example.com/", "must not hold a user name or a password"],
    ["https://127.0.0.1@example.com/", "must not hold a user name or a password"],
    ["ftp://example.com/", "must be an absolute http or https URL"],
    ["file:///etc/passwd", "must be an absolute http or https URL"],
    ["/hook", "must be an absolute http or https URL"],
    ["http://[fe80::1%25eth0]/", "must be an absolute http or https URL"],
    ["http://1.2.3.4.5/", "must be an absolute http or https URL"],
  ])("%s is refused: it %s", async (url, rule) => {
    expect(await judge(url)).toEqual({ kind: "refused", rule, found: `The URL ${rule}` });
  });

  test.each([
    ["https://example.com/hook?a=b", HOSTS["example.com"]],
    ["http://EXAMPLE.com:8080/", HOSTS["example.com"]],
    ["http://8.8.8.8/", ["8.8.8.8"]],
    ["http://134744072/", ["8.8.8.8"]],
    ["http://[2606:4700::1111]/", ["2606:4700::1111"]],
  ])("%s is allowed, at its addresses", async (url, addresses) => {
    expect(await judge(url)).toEqual({ kind: "allowed", url: new URL(url), addresses });
  });

  test.each(["https://nowhere.example/", "https://empty.example/"])("%s does not resolve", async (url) => {
    expect(await judge(url)).toEqual({ kind: "unresolved", found: "The host name does not resolve" });
  });
});

it("takes a name that does not answer in time for one that does not resolve", async () => {
  const never: ResolveHost = () => new Promise(() => {});
  expect((await judge("https://slow.example/", { resolve: never, resolveTimeout: 1 })).kind).toBe("unresolved");
});

it("refuses http on demand", async () => {
  expect(await judge("http://example.com/", { httpsOnly: true })).toMatchObject({ rule: "must be an https URL" });
  expect((await judge("https://example.com/", { httpsOnly: true })).kind).toBe("allowed");
});

describe("the allow list", () => {
  test.each([
    { url: "http://127.0.0.1:1/", allow: ["127.0.0.1"], want: "allowed" },
    { url: "http://127.0.0.2:1/", allow: ["127.0.0.1"], want: "refused" },
    { url: "http://127.0.0.2:1/", allow: ["127.0.0.0/8"], want: "allowed" },
    { url: "http://[::1]/", allow: ["::1"], want: "allowed" },
    { url: "http://localhost/", allow: ["127.0.0.1"], want: "refused" },
    { url: "http://localhost/", allow: ["127.0.0.1", "::1"], want: "allowed" },
    { url: "https://private.example/", allow: ["10.0.0.0/8"], want: "allowed" },
    { url: "https://private.example/", allow: ["Private.Example"], want: "allowed" },
    { url: "https://hooks.corp.example/", allow: ["hooks.corp.example"], want: "allowed" },
    { url: "https://hooks.corp.example/", allow: ["*.corp.example"], want: "allowed" },
    { url: "https://hooks.corp.example/", allow: ["*.example"], want: "allowed" },
    { url: "https://hooks.corp.example./", allow: ["hooks.corp.example"], want: "allowed" },
    { url: "https://hooks.corp.example/", allow: ["corp.example"], want: "refused" },
    { url: "https://private.example/", allow: ["*.private.example"], want: "refused" },
    { url: "https://odd.example/", allow: ["odd.example"], want: "refused" },
    { url: "https://user@private.example/", allow: ["private.example"], want: "refused" },
  ])("$allow: $url is $want", async ({ url, allow, want }) => {
    expect((await judge(url, { allow })).kind).toBe(want);
  });

  it.each(["", "*", "a b", "http://x", "user@x", "x:1", "*.", "10.0.0.0/99"])("refuses the entry '%s'", (entry) => {
    expect(() => createWebhookPolicy({ allow: [entry] })).toThrow(TypeError);
  });
});

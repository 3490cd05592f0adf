import { expect, it } from "vitest";
import { createClientAddress } from "./client-address.ts";

const trustedProxies = ["10.0.0.0/8", "fd00::/8"];

it.each([
  { peer: "192.0.2.1", forwarded: "203.0.113.9", want: "192.0.2.1", why: "whoever is no proxy may say what it likes" },
  { peer: "10.0.0.1", forwarded: undefined, want: "10.0.0.1", why: "a proxy that names nobody" },
  { peer: "10.0.0.1", forwarded: "203.0.113.9", want: "203.0.113.9", why: "a proxy names its client" },
  {
    peer: "10.0.0.1",
    forwarded: "198.51.100.1, 203.0.113.9",
    want: "203.0.113.9",
    why: "what the client says before does not count",
  },
  {
    peer: "10.0.0.1",
    forwarded: "198.51.100.1, 203.0.113.9, 10.9.9.9",
    want: "203.0.113.9",
    why: "a chain of our own proxies",
  },
  { peer: "10.0.0.1", forwarded: "203.0.113.9, nonsense", want: "10.0.0.1", why: "nonsense ends the chain" },
  { peer: "10.0.0.1", forwarded: "203.0.113.9:4711", want: "203.0.113.9", why: "with a port" },
  {
    peer: "::ffff:10.0.0.1",
    forwarded: "[2001:db8:1:2:3::4]:4711",
    want: "32.1.13.184.0.1.0.2::/64",
    why: "IPv6 with a port, by network",
  },
  { peer: "2001:db8:1:2::7", forwarded: undefined, want: "32.1.13.184.0.1.0.2::/64", why: "all of a network are one" },
  {
    peer: undefined,
    forwarded: "203.0.113.9",
    want: undefined,
    why: "where nobody knows the peer, nothing is believed",
  },
  { peer: "", forwarded: undefined, want: undefined, why: "a socket that is closed has no address" },
])("$why: $peer, $forwarded → $want", ({ peer, forwarded, want }) => {
  const request = {
    header: (name: string) => (name === "x-forwarded-for" ? forwarded : undefined),
    ...(peer !== undefined && { peer: { address: peer } }),
  };
  expect(createClientAddress({ trustedProxies }).of(request)).toBe(want);
});

it("a chain of more than 16 proxies is not followed to its end", () => {
  const { of } = createClientAddress({ trustedProxies });
  const through = (hops: number) =>
    of({ header: () => `203.0.113.9${", 10.0.0.2".repeat(hops)}`, peer: { address: "10.0.0.1" } });
  expect([through(15), through(16)]).toEqual(["203.0.113.9", "10.0.0.2"]);
});

it("a runtime may say it in its own way", () => {
  const address = createClientAddress({ addressOf: ({ header }) => header("cf-connecting-ip") });
  const header = (name: string) => (name === "cf-connecting-ip" ? "203.0.113.9" : undefined);
  expect(address.of({ header, peer: { address: "10.0.0.1" } })).toBe("203.0.113.9");
});

it("a long header costs no more than a short one", () => {
  const forwarded = `${"10.0.0.2,".repeat(100_000)}10.0.0.3`;
  const { of } = createClientAddress({ trustedProxies });
  expect(of({ header: () => forwarded, peer: { address: "10.0.0.1" } })).toBe("10.0.0.2");
  expect(of({ header: () => " ".repeat(1_000_000), peer: { address: "10.0.0.1" } })).toBe("10.0.0.1");
});

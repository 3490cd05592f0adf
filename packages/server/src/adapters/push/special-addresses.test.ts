import { describe, expect, it, test } from "vitest";
import { isListed, specialRange, toList } from "./special-addresses.ts";

test.each([
  ["0.0.0.0", "unspecified or this network"],
  ["0.255.255.255", "unspecified or this network"],
  ["10.0.0.0", "private"],
  ["10.255.255.255", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.0.1", "private"],
  ["100.64.0.0", "carrier-grade NAT"],
  ["100.100.100.200", "carrier-grade NAT"],
  ["100.127.255.255", "carrier-grade NAT"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["169.254.0.1", "link-local or metadata"],
  ["169.254.169.254", "link-local or metadata"],
  ["168.63.129.16", "link-local or metadata"],
  ["192.0.0.192", "protocol assignment"],
  ["192.88.99.1", "6to4 relay"],
  ["192.0.2.1", "documentation"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["198.18.0.1", "benchmark"],
  ["198.19.255.255", "benchmark"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "broadcast or reserved"],
  ["255.255.255.255", "broadcast or reserved"],
  ["::", "unspecified, loopback or IPv4-compatible"],
  ["::1", "unspecified, loopback or IPv4-compatible"],
  ["0:0:0:0:0:0:0:1", "unspecified, loopback or IPv4-compatible"],
  ["::127.0.0.1", "unspecified, loopback or IPv4-compatible"],
  ["::8.8.8.8", "unspecified, loopback or IPv4-compatible"],
  ["::ffff:127.0.0.1", "IPv4-mapped or -translated"],
  ["::ffff:7f00:1", "IPv4-mapped or -translated"],
  ["::ffff:8.8.8.8", "IPv4-mapped or -translated"],
  ["::ffff:0:127.0.0.1", "IPv4-mapped or -translated"],
  ["64:ff9b::127.0.0.1", "loopback"],
  ["64:ff9b::", "unspecified or this network"],
  ["64:ff9b::1", "unspecified or this network"],
  ["64:ff9b::a9fe:a9fe", "link-local or metadata"],
  ["64:ff9b:0:0:0:0:a00:1", "private"],
  ["64:ff9b:1::10.0.0.1", "local NAT64"],
  ["100::1", "discard"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "unique local"],
  ["fe80::1", "link-local"],
  ["febf::1", "link-local"],
  ["fe80::1%eth0", "not a public address"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["2001::1", "Teredo or protocol assignment"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo or protocol assignment"],
  ["2001:2::1", "Teredo or protocol assignment"],
  ["2001:20::1", "Teredo or protocol assignment"],
  ["2001:db8::1", "documentation"],
  ["3fff::1", "documentation"],
  ["2002:7f00:1::", "6to4"],
  ["5f00::1", "reserved"],
  ["4000::1", "reserved"],
  ["1::1", "reserved"],
  ["localhost", "not a public address"],
  ["127.1", "not a public address"],
  ["", "not a public address"],
])("%s is %s", (address, name) => {
  expect(specialRange(address)).toBe(name);
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.255.255",
  "169.255.0.0",
  "168.63.129.15",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "2606:4700::1111",
  "2a00::1",
  "2003::1",
  "64:ff9b::8.8.8.8",
  "64:ff9b::808:808",
])("%s is public", (address) => {
  expect(specialRange(address)).toBeUndefined();
});

describe("a list of addresses and ranges", () => {
  it.each([
    ["10.1.2.3", true],
    ["::ffff:10.1.2.3", true],
    ["10.2.0.0", false],
    ["192.168.0.7", true],
    ["192.168.0.8", false],
    ["fd00::1", true],
    ["fe80::1", false],
  ])("of %s: %s", (address, listed) => {
    expect(isListed(toList(["10.1.0.0/16", "192.168.0.7", "fd00::/8"]), address)).toBe(listed);
  });

  it.each(["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8", "::/129", "x/8", "1.2.3.4/8/8", "fe80::1%eth0"])(
    "refuses %s with its name",
    (range) => {
      expect(() => toList([range])).toThrow(new TypeError(`${range} is no address range`));
    },
  );
});

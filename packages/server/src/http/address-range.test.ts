import { expect, it } from "vitest";
import { createRanges, parseAddress } from "./address-range.ts";

it.each([
  {
    range: "10.0.0.0/8",
    yes: ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3", "::FFFF:a01:203"],
    no: ["11.0.0.0", "9.255.255.255"],
  },
  { range: "192.0.2.7", yes: ["192.0.2.7"], no: ["192.0.2.6", "192.0.2.70"] },
  { range: "192.0.2.128/25", yes: ["192.0.2.128", "192.0.2.255"], no: ["192.0.2.127"] },
  { range: "0.0.0.0/0", yes: ["1.2.3.4", "255.255.255.255"], no: ["::1"] },
  { range: "2001:db8::/32", yes: ["2001:db8::1", "2001:0DB8:0:0::", "2001:db8:ffff::%eth0"], no: ["2001:db9::", "::"] },
  { range: "fd00:1:2:3:4:5:6:0/113", yes: ["fd00:1:2:3:4:5:6:7fff"], no: ["fd00:1:2:3:4:5:6:8000"] },
  { range: "::1", yes: ["::1", "0:0:0:0:0:0:0:1", "::0.0.0.1"], no: ["::2", "127.0.0.1"] },
])("$range has $yes and not $no", ({ range, yes, no }) => {
  const isIn = createRanges(["203.0.113.0/24", range]);
  expect(yes.filter((address) => !isIn(address))).toEqual([]);
  expect(no.filter(isIn)).toEqual([]);
});

it.each([
  "",
  "unix",
  "unknown",
  "1.2.3",
  "1.2.3.4.5",
  "256.0.0.1",
  "1.2.3.4:80",
  ":::",
  "1::2::3",
  "g::",
  "[::1]",
  "/",
])("%j is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
  expect(createRanges(["0.0.0.0/0", "::/0"])(text)).toBe(false);
});

it.each(["10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0.0/-1", "example.com", ""])(
  "%j is no range",
  (range) => {
    expect(() => createRanges([range])).toThrow(new TypeError(`${range} is no address range`));
  },
);

import { expect, test } from "vitest";
import { a2a } from "./gen/dialects/a2a.ts";
import { cdqGenius } from "./gen/dialects/cdq-genius.ts";
import { moltrust } from "./gen/dialects/moltrust.ts";
import { parseVersion } from "./parse-version.ts";
import { negotiateVersion } from "./version.ts";

const call = (header?: string, query = "") => ({
  header: (name: string) => (name === "a2a-version" ? header : undefined),
  query: new URLSearchParams(query),
});

test.each([
  ["1.0", "1.0"],
  ["1.0.1", "1.0"],
  [" 0.3.0 ", "0.3"],
  ["12.34", "12.34"],
  ["1", undefined],
  ["v1.0", undefined],
  ["1.0, 1.0", undefined],
  ["1.0.0-rc", undefined],
  ["", undefined],
])("%j is version %j", (text, want) => {
  expect(parseVersion(text)).toBe(want);
});

test.each([
  ["the header", call("1.0")],
  ["a patch number", call("1.0.1")],
  ["the query parameter", call(undefined, "A2A-Version=1.0")],
  ["the query parameter beside an empty header", call("", "A2A-Version=1.0")],
  ["the header before the parameter", call("1.0", "A2A-Version=9.9")],
])("1.0 is asked for by %s", (_, given) => {
  expect(negotiateVersion(given, a2a)).toBe("1.0");
});

test.each([
  [call("99.0"), a2a, "99.0"],
  [call("1"), a2a, "1"],
  [call("1.00"), a2a, "1.00"],
  [call(), a2a, "0.3"],
  [call(" "), moltrust, "0.3"],
  [call("", "A2A-Version="), a2a, "0.3"],
  [call("0.3"), cdqGenius, "0.3"],
])("%# another version is refused by name", (given, dialect, requestedVersion) => {
  expect(() => negotiateVersion(given, dialect)).toThrow(
    expect.objectContaining({ code: -32009, metadata: { requestedVersion, supportedVersions: "1.0" } }),
  );
});

test("an absent version means what the dialect says", () => {
  expect(negotiateVersion(call(), cdqGenius)).toBe("1.0");
});

test("a hostile version is cut before it is repeated", () => {
  expect(() => negotiateVersion(call("9".repeat(10_000)), a2a)).toThrow(
    expect.objectContaining({ metadata: { requestedVersion: "9".repeat(40), supportedVersions: "1.0" } }),
  );
});

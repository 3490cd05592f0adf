import { expect, test } from "vitest";
import { chooseInterface } from "./choose-interface.ts";
import { testCard } from "./fixtures.test-helper.ts";

const entry = (protocolBinding: string, protocolVersion: string, url = "https://h/") => ({
  url,
  protocolBinding,
  protocolVersion,
});

test.each([
  [
    "the first of ours",
    [entry("GRPC", "1.0"), entry("JSONRPC", "1.0", "https://a/"), entry("JSONRPC", "1.0")],
    "https://a/",
  ],
  ["one of our version", [entry("JSONRPC", "0.3"), entry("JSONRPC", "1.0", "https://b/")], "https://b/"],
  ["any patch of it", [entry("JSONRPC", "1.0.1", "https://c/")], "https://c/"],
  ["one without a version", [entry("JSONRPC", "", "https://d/")], "https://d/"],
])("takes %s (A2A §8.3.2)", (_, supportedInterfaces, url) => {
  expect(chooseInterface(testCard({ supportedInterfaces })).url).toBe(url);
});

test("says what is offered in place of ours", () => {
  const other = testCard({ supportedInterfaces: [entry("GRPC", "1.0"), entry("HTTP+JSON", "1.0")] });
  expect(() => chooseInterface(other)).toThrow(
    expect.objectContaining({
      name: "UnsupportedOperationError",
      message: "The agent offers GRPC 1.0, HTTP+JSON 1.0; this client speaks JSONRPC 1.0",
    }),
  );
  const older = testCard({ supportedInterfaces: [entry("JSONRPC", "0.3.0")] });
  expect(() => chooseInterface(older)).toThrow(expect.objectContaining({ name: "VersionNotSupportedError" }));
});

test.each(["rpc", "/rpc", "", "javascript:alert(1)", "file:///etc/passwd"])("%j is no endpoint", (url) => {
  expect(() => chooseInterface(testCard({ supportedInterfaces: [entry("JSONRPC", "1.0", url)] }))).toThrow(
    expect.objectContaining({
      name: "InvalidAgentResponseError",
      message: expect.stringContaining(JSON.stringify(url)),
    }),
  );
});

import { describe, expect, test } from "vitest";
import { testCard } from "../fixtures.test-helper.ts";
import { chooseInterface } from "./choose-interface.ts";
import { ownInterface } from "./own-interface.ts";

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
  expect(chooseInterface({ card: testCard({ supportedInterfaces }) }).url).toBe(url);
});

test("says what is offered in place of ours", () => {
  const other = testCard({ supportedInterfaces: [entry("GRPC", "1.0"), entry("HTTP+JSON", "1.0")] });
  expect(() => chooseInterface({ card: other })).toThrow(
    expect.objectContaining({
      name: "UnsupportedOperationError",
      message: "The agent offers GRPC 1.0, HTTP+JSON 1.0; this client speaks JSONRPC 1.0",
    }),
  );
  const older = testCard({ supportedInterfaces: [entry("JSONRPC", "0.3.0")] });
  expect(() => chooseInterface({ card: older })).toThrow(expect.objectContaining({ name: "VersionNotSupportedError" }));
});

test.each(["rpc", "/rpc", "", "javascript:alert(1)", "file:///etc/passwd", "https://u:p@h/"])(
  "%j is no endpoint",
  (url) => {
    expect(() => chooseInterface({ card: testCard({ supportedInterfaces: [entry("JSONRPC", "1.0", url)] }) })).toThrow(
      expect.objectContaining({
        name: "InvalidAgentResponseError",
        message: expect.stringContaining(JSON.stringify(url)),
      }),
    );
  },
);

describe("a card from a public host", () => {
  const home = "https://agents.example/.well-known/agent-card.json";
  const card = (...urls: string[]) =>
    testCard({ supportedInterfaces: urls.map((url) => entry("JSONRPC", "1.0", url)) });

  test.each([
    "http://127.0.0.1:7340/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://10.1.2.3/",
    "http://172.31.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest",
    "http://100.64.0.1/",
    "http://0.0.0.0/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://LOCALHOST./",
    "http://printer.local/",
    "http://a.localhost/",
  ])("does not lead to %s, unless it is let", (url) => {
    const resolved = { card: card(url), url: home };
    expect(() => chooseInterface(resolved)).toThrow(
      expect.objectContaining({
        name: "InvalidAgentResponseError",
        message: expect.stringContaining("in a private network"),
      }),
    );
    expect(chooseInterface(resolved, { allowPrivateHosts: true }).url).toBe(url);
  });

  test.each([
    "https://172.32.0.1/",
    "https://11.0.0.1/",
    "https://100.128.0.1/",
    "https://local.example/",
    "https://1.127.0.1/",
  ])("leads to %s", (url) => {
    expect(chooseInterface({ card: card(url), url: home }).url).toBe(url);
  });

  test("that offers a public interface too leads to that", () => {
    expect(chooseInterface({ card: card("http://localhost/", "https://b/"), url: home }).url).toBe("https://b/");
  });

  test.each([undefined, "http://localhost:4000/", "http://192.168.1.7/card.json"])("is not one from %s", (url) => {
    const resolved = url === undefined ? {} : { url };
    expect(chooseInterface({ card: card("http://127.0.0.1/"), ...resolved }).url).toBe("http://127.0.0.1/");
  });
});

test("one with user and password is looked at closely, though it is on the card's own origin", () => {
  const card = testCard({ supportedInterfaces: [entry("JSONRPC", "1.0", "https://u:p@h/")] });
  expect(ownInterface({ card })).toBeUndefined();
  expect(() => chooseInterface({ card })).toThrow("without user and password");
});

import { expect, test } from "vitest";
import { fakeFetch, testCard } from "../fixtures.test-helper.ts";
import { resolveCard } from "./resolve-card.ts";

const dialects = [{ cardPath: "/first.json" }, { cardPath: "/second.json" }];
const notFound = () => new Response("none", { status: 404 });

test("tries the card paths in turn until one is there", async () => {
  const { fetch, requests } = fakeFetch(({ url }) => (url.endsWith("/second.json") ? testCard() : notFound()));
  expect(await resolveCard("agent.example", { fetch, dialects })).toEqual({
    card: testCard(),
    shape: "interfaces",
    url: requests.at(-1)?.url,
  });
  expect(requests.map(({ url }) => url)).toEqual([
    "https://agent.example/first.json",
    "https://agent.example/second.json",
  ]);
});

test("any other failure ends the search", async () => {
  const { fetch, requests } = fakeFetch(() => new Response("locked", { status: 403 }));
  await expect(resolveCard("agent.example", { fetch, dialects })).rejects.toMatchObject({
    name: "TransportError",
    status: 403,
    message: "No Agent Card at https://agent.example/first.json: HTTP 403",
  });
  expect(requests).toHaveLength(1);
});

test("none anywhere: the message says what was tried", async () => {
  const { fetch } = fakeFetch(notFound);
  await expect(resolveCard("agent.example", { fetch, dialects })).rejects.toMatchObject({
    status: 404,
    body: "none",
    message: "No Agent Card at https://agent.example/first.json, https://agent.example/second.json: HTTP 404",
  });
  await expect(resolveCard("agent.example", { fetch, dialects: [] })).rejects.toThrow("`dialects` is empty");
});

test.each<[number, string]>([
  [404, "not here"],
  [405, "posts only"],
  [200, "<html>"],
])("the URL of something else, which answers %i, is told from a base", async (status, page) => {
  const { fetch } = fakeFetch(() => new Response(page, { status }));
  const hint = '; a URL is that of the card itself, unless it ends in "/"';
  for (const [url, isHinted] of [
    ["https://agent.example/rpc", true],
    ["https://agent.example/rpc/", false],
    ["https://agent.example/x/.well-known/agent.json", false],
  ] as const) {
    const failure: Error = await resolveCard(url, { fetch }).catch((error) => error);
    expect(failure.message).toMatch(/^No Agent Card at https:\/\/agent\.example\/[\w./-]+: /);
    expect(failure.message.endsWith(hint)).toBe(isHinted);
  }
});

test("a user and a password in the URL are refused, and not repeated", async () => {
  for (const url of ["https://me:secret@agent.example/", "me:secret@agent.example"]) {
    const failure: Error = await resolveCard(url).catch((error) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toMatch(/without user and password: …@agent\.example/);
  }
});

test("a reference that is none is refused in a time in proportion to its length", async () => {
  const failure: Error = await resolveCard(`https://me:sec\nret@${" ".repeat(1_000_000)}`).catch((error) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure.message).not.toContain("sec");
  await expect(resolveCard("a b".repeat(300_000))).rejects.toBeInstanceOf(TypeError);
});

test("an at sign elsewhere is none of a user", async () => {
  const { fetch, requests } = fakeFetch(() => testCard());
  await resolveCard("https://agent.example/@me/card.json?a=b@c", { fetch });
  expect(requests.map(({ url }) => url)).toEqual(["https://agent.example/@me/card.json?a=b@c"]);
});

test("a card that is passed in is recognised, in a flat shape too, and nothing is fetched", async () => {
  const { fetch, requests } = fakeFetch(notFound);
  const { supportedInterfaces, ...rest } = testCard();
  const flat = { ...rest, url: "https://agent.example/", protocolVersion: "1.0" };
  const { card, shape } = await resolveCard(flat, { fetch });
  expect(shape).toBe("flat");
  expect(card.supportedInterfaces).toEqual([
    { url: "https://agent.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ]);
  expect(requests).toEqual([]);
});

test.each([
  ["no card", { hello: "world" }, { name: "InvalidAgentResponseError" }],
  [
    "no JSON",
    new Response("<html>"),
    { name: "TransportError", message: expect.stringContaining("card.json: The body is not JSON"), status: 200 },
  ],
  [
    "too large a card",
    new Response("x".repeat(65)),
    { name: "TransportError", message: expect.stringContaining("card.json: The body is larger than 64 bytes") },
  ],
])("%s", async (_, answer, want) => {
  const { fetch } = fakeFetch(() => answer);
  await expect(resolveCard("https://agent.example/card.json", { fetch, maxCardBytes: 64 })).rejects.toMatchObject(want);
});

test("a relative interface URL is one beside the card", async () => {
  const { fetch } = fakeFetch(() =>
    testCard({ supportedInterfaces: [{ url: "rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] }),
  );
  const { card } = await resolveCard("https://agent.example/x/card.json", { fetch });
  expect(card.supportedInterfaces[0]?.url).toBe("https://agent.example/x/rpc");
});

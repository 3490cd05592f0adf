import { expect, test } from "vitest";
import { connect } from "../connect.ts";
import { testCard } from "../fixtures.test-helper.ts";
import type { Fetch } from "../transport/fetch.ts";
import { cacheCards } from "./cache-cards.ts";
import { resolveCard } from "./resolve-card.ts";

const url = "https://agent.example/.well-known/agent-card.json";

/** A cache before a host that answers with these, in turn; the clock is set by hand. */
function cached(...answers: ResponseInit[]) {
  const requests: Record<string, string>[] = [];
  const clock = { now: 1_000_000 };
  const origin: Fetch = async (request) => {
    const init = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ method: request.method, ...Object.fromEntries(request.headers) });
    const body = init?.status === 304 ? null : JSON.stringify(testCard({ version: String(requests.length) }));
    return new Response(body, init);
  };
  const fetch = cacheCards({ fetch: origin, now: () => clock.now, maxCards: 2, maxCardBytes: 2_000 });
  const version = async (of = url) => (await resolveCard(of, { fetch })).card.version;
  return { fetch, requests, clock, version };
}

const headers = (all: Record<string, string>, status = 200): ResponseInit => ({ headers: all, status });

test("a fresh card answers by itself, a stale one is asked for anew", async () => {
  const { version, requests, clock } = cached(headers({ "cache-control": "public, max-age=60" }));
  expect([await version(), await version()]).toEqual(["1", "1"]);
  clock.now += 59_999;
  expect(await version()).toBe("1");
  clock.now += 1;
  expect(await version()).toBe("2");
  expect(requests).toHaveLength(2);
});

test.each([
  ["etag", { etag: '"v1"' }, { "if-none-match": '"v1"' }],
  [
    "last-modified",
    { "last-modified": "Wed, 01 Apr 2026 00:00:00 GMT" },
    { "if-modified-since": "Wed, 01 Apr 2026 00:00:00 GMT" },
  ],
])("one with %s is asked for on a condition, and fresh again after 304", async (_, validator, condition) => {
  const { version, requests, clock } = cached(
    headers({ ...validator, "cache-control": "max-age=1" }),
    headers({ "cache-control": "max-age=10" }, 304),
    headers({}),
  );
  await version();
  clock.now += 1_000;
  expect(await version()).toBe("1");
  expect(requests[1]).toMatchObject(condition);
  clock.now += 9_999;
  expect(await version()).toBe("1");
  clock.now += 1;
  expect(await version()).toBe("3");
});

test.each([
  ["no-store", { "cache-control": "no-store, max-age=60", etag: '"a"' }],
  ["nothing", {}],
  ["an age as high as its lifetime", { "cache-control": "max-age=60", age: "60" }],
  ["vary: *", { "cache-control": "max-age=60", vary: "*" }],
])("one with %s is not kept", async (_, given) => {
  const { version, requests } = cached(headers(given));
  expect([await version(), await version()]).toEqual(["1", "2"]);
  expect(requests[1]).not.toHaveProperty("if-none-match");
});

test("no-cache is kept, and asked about each time", async () => {
  const { version, requests } = cached(headers({ "cache-control": "no-cache", etag: '"a"' }), headers({}, 304));
  expect([await version(), await version(), await version()]).toEqual(["1", "1", "1"]);
  expect(requests).toHaveLength(3);
});

test("an error replaces nothing for good", async () => {
  const { version, clock } = cached(headers({ "cache-control": "max-age=1" }), headers({}, 500), headers({}));
  await version();
  clock.now += 1_000;
  await expect(version()).rejects.toMatchObject({ status: 500 });
  expect(await version()).toBe("3");
});

test("only so many are kept, those used last, and none that is too large", async () => {
  const { version, requests } = cached(headers({ "cache-control": "max-age=60" }));
  const [a, b, c] = ["https://a.example/", "https://b.example/", "https://c.example/"];
  for (const of of [a, b, a, c, a]) await version(of);
  expect(requests).toHaveLength(3);
  await version(b);
  expect(requests).toHaveLength(4);

  const large: Fetch = async () =>
    Response.json(testCard({ description: "x".repeat(2_000) }), headers({ "cache-control": "max-age=60" }));
  const fetch = cacheCards({ fetch: large, maxCardBytes: 2_000 });
  expect((await resolveCard(url, { fetch })).card.description).toHaveLength(2_000);
});

test("what is not a plain GET passes through", async () => {
  const { fetch, requests } = cached(headers({ "cache-control": "max-age=60" }));
  for (const init of [{ headers: { authorization: "Bearer t" } }, { headers: { cookie: "a=b" } }, { method: "POST" }]) {
    await fetch(new Request(url, init));
    await fetch(new Request(url, init));
  }
  expect(requests).toHaveLength(6);
});

test("a client's calls go through the same fetch", async () => {
  const fetch = cacheCards({
    fetch: async (request) => {
      if (request.method === "GET") return Response.json(testCard(), headers({ "cache-control": "max-age=60" }));
      const { id } = (await request.json()) as { id: number };
      return Response.json({ jsonrpc: "2.0", id, result: { id: "t", status: { state: "TASK_STATE_WORKING" } } });
    },
  });
  const client = connect(await resolveCard(url, { fetch }), { fetch });
  expect((await client.getTask({ id: "t" })).id).toBe("t");
});

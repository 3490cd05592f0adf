import { expect, test } from "vitest";
import { fakeFetch, testCard } from "../fixtures.test-helper.ts";
import { MAX_REDIRECTS } from "./card-request.ts";
import { resolveCard } from "./resolve-card.ts";

const start = "https://agents.example/card.json";
const redirect = (location?: string, status = 302) =>
  new Response(null, { status, headers: location === undefined ? {} : { location } });

/** Resolves a card whose requests are answered by path and host. */
async function follow(
  hops: Readonly<Record<string, Response>>,
  options: { allowPrivateHosts?: boolean } = {},
  url = start,
) {
  const { fetch, requests } = fakeFetch(({ url: asked }) => hops[asked]?.clone() ?? testCard());
  const resolved = await resolveCard(url, { fetch, ...options });
  return { resolved, urls: requests.map(({ url: asked }) => asked) };
}

test("redirects are followed hop by hop, relative ones too", async () => {
  const { resolved, urls } = await follow({
    [start]: redirect("/moved.json", 301),
    "https://agents.example/moved.json": redirect("https://other.example/card.json", 308),
  });
  expect(urls).toEqual([start, "https://agents.example/moved.json", "https://other.example/card.json"]);
  expect(resolved).toMatchObject({ url: start, card: testCard() });
});

test("a relative address in the card is one beside where it was found", async () => {
  const relative = testCard({
    supportedInterfaces: [{ url: "rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  });
  const { fetch } = fakeFetch(({ url }) => (url === start ? redirect("https://other.example/x/card.json") : relative));
  const { card } = await resolveCard(start, { fetch });
  expect(card.supportedInterfaces[0]?.url).toBe("https://other.example/x/rpc");
});

test.each([
  "http://127.0.0.1/card.json",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/",
  "http://printer.local/",
])("none leads from a public host to %s, unless it is let, or the first host was private", async (location) => {
  const hops = { [start]: redirect("https://other.example/"), "https://other.example/": redirect(location) };
  await expect(follow(hops)).rejects.toMatchObject({
    name: "TransportError",
    status: 302,
    message: `No Agent Card at ${start}: redirected to ${new URL(location).href}, which is in a private network: see allowPrivateHosts`,
  });
  expect((await follow(hops, { allowPrivateHosts: true })).urls.at(-1)).toBe(new URL(location).href);
  const own = "http://localhost:4000/card.json";
  expect((await follow({ [own]: redirect(location) }, {}, own)).urls).toHaveLength(2);
});

test.each([
  ["a loop", { [start]: redirect(start) }, `redirected more than ${MAX_REDIRECTS} times`],
  ["no address", { [start]: redirect() }, `${start} redirects to nowhere`],
  ["what is no URL", { [start]: redirect("https://") }, `${start} redirects to nowhere`],
  ["another protocol", { [start]: redirect("file:///etc/passwd") }, "which is no http(s) URL"],
])("%s is refused", async (_, hops, message) => {
  await expect(follow(hops)).rejects.toMatchObject({
    name: "TransportError",
    message: expect.stringContaining(message),
  });
});

test("where a redirect is not shown, the runtime follows it, and where it ended is looked at", async () => {
  const withMembers = (response: Response, members: object) =>
    Object.defineProperties(
      response,
      Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value }])),
    );
  const open = (end: string) =>
    resolveCard(start, {
      fetch: async ({ redirect: mode }) =>
        mode === "manual"
          ? withMembers(new Response(), { type: "opaqueredirect", status: 0, ok: false })
          : withMembers(Response.json(testCard()), { url: end }),
    });
  expect((await open("https://other.example/card.json")).card).toEqual(testCard());
  await expect(open("http://10.0.0.1/card.json")).rejects.toThrow("in a private network");
});

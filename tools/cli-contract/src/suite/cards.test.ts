import { expect } from "vitest";
import { a2a, json } from "../harness/a2a.ts";
import { cardAt } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";
import { serve } from "../harness/serve.ts";

const completed = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
const { supportedInterfaces: _, ...bare } = cardAt("") as Record<string, unknown>;

/** The shapes of cards that are about, each cut down to what makes it one, and the path that is called. */
const shapes: readonly [string, (url: string) => object, string][] = [
  ["a relative URL", () => cardAt("/rpc"), "/rpc"],
  [
    "an interface without a version",
    (url) => ({ ...bare, supportedInterfaces: [{ url: `${url}x`, protocolBinding: "JSONRPC" }] }),
    "/x",
  ],
  [
    "both shapes",
    (url) => ({ ...cardAt(`${url}listed`), url: `${url}flat`, preferredTransport: "JSONRPC" }),
    "/listed",
  ],
  ["an unknown member", (url) => ({ ...cardAt(url), trust: { score: 1 } }), "/"],
];

covers(["CARD_GET_001"], "each shape of card that can be used is", async () => {
  for (const [title, card, path] of shapes) {
    const served = await serve((request, { method, body }) =>
      method === "GET"
        ? Response.json(card(new URL("/", request.url).href))
        : Response.json({ jsonrpc: "2.0", id: JSON.parse(body).id, result: completed }),
    );
    expect((await a2a(["task", "get", "t", "-a", served.url])).status, title).toBe(0);
    expect(served.calls()[0]?.path, title).toBe(path);
    expect((await json(["card", "get", "-a", served.url])).supportedInterfaces[0].url, title).toBe(
      new URL(path, served.url).href,
    );
  }
});

covers(
  ["CARD_GET_001", "OUT_004"],
  "what is no card of this version is refused by name, and nothing is sent",
  async () => {
    for (const [title, card, code] of [
      [
        "0.3",
        (url: string) => ({ ...bare, url, protocolVersion: "0.3.0", preferredTransport: "JSONRPC" }),
        "VersionNotSupportedError",
      ],
      ["another format", () => ({ schema_version: "1", agent: { id: "x" } }), "A2ACLI_ERR_CARD_INVALID"],
      ["a bill", () => ({ error: "payment required", accepts: [] }), "A2ACLI_ERR_CARD_INVALID"],
    ] as const) {
      const served = await serve((request) => Response.json(card(request.url)));
      expect((await json(["send", "hi", "-a", served.url])).error.code, title).toBe(code);
      expect(served.calls(), title).toEqual([]);
    }
  },
);

import { afterEach, describe, expect, it, vi } from "vitest";
import { createPushSender, type Serving, serve } from "../adapters/node.ts";
import { type A2AHandler, createA2AHandler, type HandlerOptions } from "../handler.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { CARD } from "../testing/harness.ts";
import { LEASE, opening, SCOPE } from "../testing/log-entries.ts";
import { createFetch } from "./fetch.ts";
import { createHealth } from "./health.ts";

let handler: A2AHandler;
let serving: Serving | undefined;
afterEach(async () => {
  await (serving ?? handler).close();
  serving = undefined;
});

const create = (options: Partial<HandlerOptions> = {}): A2AHandler =>
  createA2AHandler({ card: CARD, agent: async () => "ok", onError: () => {}, ...options });
const push = createPushSender();
const HOOK = { id: "p", url: "https://example.com/" };

async function probe(path = "/readyz", method = "GET"): Promise<[number, unknown]> {
  const response = await createFetch([createHealth(handler)])(new Request(`http://agent.test${path}`, { method }));
  const text = await response.text();
  return [response.status, text === "" ? text : JSON.parse(text)];
}

describe("health", () => {
  it("is ready with a store that answers, and lives as long as it answers at all", async () => {
    handler = create();
    expect(await probe()).toEqual([200, { status: "ok" }]);
    expect(await probe("/livez")).toEqual([200, { status: "ok" }]);
    expect((await probe("/readyz", "POST"))[0]).toBe(405);
    expect((await probe("/other"))[0]).toBe(404);
    await handler.close();
    expect(await handler.readiness()).toEqual({ ready: false, accepting: false, store: true, outbox: true });
    expect(await probe()).toEqual([503, { status: "unavailable" }]);
    expect((await probe("/livez"))[0]).toBe(200);
  });

  it("is not ready where the store fails or hangs, and the operator hears why", async () => {
    const store = createMemoryTaskStore();
    const onError = vi.fn();
    handler = create({ store, onError, timing: { readinessTimeout: 5 } });
    const load = vi.spyOn(store, "load").mockRejectedValueOnce(new Error("disk on fire"));
    expect(await handler.readiness()).toMatchObject({ ready: false, store: false, accepting: true });
    expect(onError).toHaveBeenCalledWith(new Error("disk on fire"), {});
    load.mockReturnValueOnce(new Promise(() => {}));
    expect((await probe())[0]).toBe(503);
    expect((await probe())[0]).toBe(200);
  });

  it("is not ready where frames are due and nobody takes them; a store without a sender is none of its business", async () => {
    const store = createMemoryTaskStore();
    await store.create(SCOPE, opening(), { ...LEASE, push: HOOK });
    handler = create({ store, push, timing: { outboxStuck: 60_000 } });
    expect(await handler.readiness()).toMatchObject({ ready: true, outbox: true });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(await handler.readiness()).toMatchObject({ ready: false, outbox: false, store: true });
    const idle = create({ store });
    expect(await idle.readiness()).toMatchObject({ ready: true });
    vi.useRealTimers();
    await idle.close();
  });

  it("comes with serve, beside the agents, at paths of one's choice", async () => {
    handler = create();
    serving = await serve({ handler, health: { ready: "/health/ready" } });
    const get = async (path: string) => (await fetch(`${serving?.url}${path}`)).status;
    expect(await Promise.all(["/health/ready", "/livez", "/readyz"].map(get))).toEqual([200, 200, 404]);
    const plain = await serve({ handler: create() });
    expect((await fetch(`${plain.url}/readyz`)).status).toBe(404);
    await plain.close();
  });
});

import type { AgentCard } from "@a2akit/types";
import { afterEach, describe, expect, it } from "vitest";
import type { Caller } from "./call-context.ts";
import { createA2AHandler } from "./handler.ts";
import { CARD, dialectWith, messageOf, startServer, type TestServer, WRITERS } from "./testing/harness.ts";
import { scripted } from "./testing/scripted-steps.ts";

describe.each(WRITERS)("a mount of one tenant over %s", (writer) => {
  let server: TestServer;
  afterEach(() => server.close());

  const dialect = dialectWith({});
  const start = async (): Promise<TestServer> => {
    const callers: Record<string, Caller> = {
      free: { owner: "u", tenant: "" },
      north: { owner: "u", tenant: "north" },
      south: { owner: "u", tenant: "south" },
    };
    server = await startServer(writer, {
      agent: (context) => (context.text === "tenant" ? Promise.resolve(context.tenant) : scripted(context)),
      mounts: [{ dialect }, { path: "/north", dialect, tenant: "north" }, { path: "/south", dialect, tenant: "south" }],
      authenticate: async ({ header }) => callers[header("x-user") ?? ""] ?? { status: 401 },
    });
    return server;
  };

  it("its card names the tenant (A2A §4.4.6)", async () => {
    const { request } = await start();
    const of = async (path: string) => {
      const card = (await (await request(`${path}/.well-known/agent-card.json`)).json()) as {
        supportedInterfaces: { tenant?: string }[];
      };
      return card.supportedInterfaces[0]?.tenant;
    };
    expect([await of(""), await of("/north"), await of("/south")]).toEqual([undefined, "north", "south"]);
  });

  it.each([
    { path: "/", user: "free", named: undefined, want: "" },
    { path: "/", user: "free", named: "north", want: "north" },
    { path: "/", user: "north", named: undefined, want: "north" },
    { path: "/", user: "north", named: "north", want: "north" },
    { path: "/", user: "north", named: "south", want: undefined },
    { path: "/north", user: "free", named: undefined, want: "north" },
    { path: "/north", user: "free", named: "north", want: "north" },
    { path: "/north", user: "free", named: "south", want: undefined },
    { path: "/north", user: "north", named: undefined, want: "north" },
    { path: "/north", user: "south", named: undefined, want: undefined },
    { path: "/north", user: "south", named: "south", want: undefined },
    { path: "/north", user: "south", named: "north", want: undefined },
  ])("$user at $path, naming $named, is of tenant $want", async ({ path, user, named, want }) => {
    const { call } = await start();
    const headers = { "x-user": user };
    const tenant = named === undefined ? {} : { tenant: named };
    const sent = await call("SendMessage", { ...messageOf("task:input:q"), ...tenant }, { path, headers });
    if (want === undefined) {
      expect(sent).toMatchObject({ status: 403, body: { error: { data: [{ reason: "PERMISSION_DENIED" }] } } });
      return;
    }
    const told = await call("SendMessage", { ...messageOf("tenant"), ...tenant }, { path, headers });
    expect(told.body.result.message.parts).toEqual([{ text: want }]);
    const { id } = sent.body.result.task;
    for (const other of ["", "north", "south"]) {
      const { body } = await call("GetTask", { id, tenant: other }, { headers: { "x-user": "free" } });
      expect(body.error?.code).toBe(other === want ? undefined : -32001);
    }
  });
});

it.each([
  ["card.name: ", { card: { ...CARD, name: 1 as unknown as string } }],
  ["card.skills[0].tags: ", { card: { ...CARD, skills: [{ id: "s", name: "S", description: "" } as never] } }],
  [
    "extendedCard.skills[1].id: ",
    { extendedCard: { skills: [{ id: "s", name: "S", description: "", tags: ["t"] }, {} as never] } },
  ],
  ["give `authenticate` to the mount at /", { extendedCard: {}, authenticate: undefined as never }],
  ["A signed card needs `baseUrl`", { signCard: async (card: AgentCard) => card }],
])("refuses at once, and says where: %s", (message, options) => {
  const authenticate = async () => ({ owner: "a", tenant: "" });
  expect(() => createA2AHandler({ agent: scripted, card: CARD, authenticate, ...options })).toThrow(message);
});

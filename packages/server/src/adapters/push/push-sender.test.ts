import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Delivery, PushConfig } from "../../push-store.ts";
import { cert, key } from "../../testing/certificate.ts";
import { hang, ok, startWebhook } from "../../testing/webhook.ts";
import { createPushSender, type PushSenderOptions } from "./push-sender.ts";
import { signWebhook } from "./webhook-signature.ts";

const allow = ["127.0.0.1"];
const NO_ANSWER = "The connection closed without an answer";
const live = new AbortController().signal;

const deliveryTo = (url: string, more: Partial<PushConfig> = {}): Delivery => ({
  id: "stream.7",
  scope: { tenant: "", owner: "alice" },
  config: { id: "c", taskId: "t", url, ...more },
  number: 7,
  frame: { statusUpdate: { taskId: "t", contextId: "x", status: { state: "TASK_STATE_WORKING" } } },
  attempt: 1,
  fence: "f",
});

/** One attempt of a sender that may reach this machine. */
const send = (delivery: Delivery, options: PushSenderOptions = {}, signal: AbortSignal = live) =>
  createPushSender({ allow, ...options }).send(delivery, signal);

describe("a delivery", () => {
  it("is one POST of the frame, with the credentials of its config (A2A §4.3.3, §13.2)", async () => {
    const webhook = await startWebhook();
    const authentication = { scheme: "Bearer", credentials: "s3cret" };
    const delivery = deliveryTo(`${webhook.origin}/hook?for=a#part`, { token: "tok-1", authentication });
    expect(await send(delivery)).toMatchObject({ kind: "delivered" });
    expect(webhook.received).toMatchObject([
      {
        method: "POST",
        path: "/hook?for=a",
        frame: delivery.frame,
        headers: {
          host: `127.0.0.1:${webhook.port}`,
          authorization: "Bearer s3cret",
          "x-a2a-notification-token": "tok-1",
          "content-type": "application/a2a+json",
          // Nobody else's delivery comes over the same connection.
          connection: "close",
          "webhook-id": "stream_7",
          "webhook-timestamp": expect.stringMatching(/^\d{10,}$/),
        },
      },
    ]);
  });

  it("has no credentials and no signature where none are configured", async () => {
    const webhook = await startWebhook();
    await send(deliveryTo(webhook.origin));
    const { headers } = webhook.received[0] ?? {};
    for (const name of ["authorization", "x-a2a-notification-token", "webhook-signature"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it("is signed with the secrets of the owner, over the same id in each attempt", async () => {
    const webhook = await startWebhook();
    const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(24, byte).toString("base64")}`);
    const secretsOf = ({ owner }: { owner: string }): readonly string[] => (owner === "alice" ? secrets : []);
    for (let time = 0; time < 2; time += 1) await send(deliveryTo(webhook.origin), { secrets: secretsOf });
    expect(webhook.received).toHaveLength(2);
    for (const { headers, text } of webhook.received) {
      const message = { id: "stream_7", timestamp: Number(headers["webhook-timestamp"]), body: text };
      expect(headers["webhook-signature"]).toBe(signWebhook(message, secrets));
    }
  });

  it("goes over TLS to the name of the URL, whose certificate is checked", async () => {
    const webhook = await startWebhook(ok, { key, cert });
    const options = { allow: ["webhook.test"], resolve: async () => ["127.0.0.1"] };
    const delivery = deliveryTo(`https://webhook.test:${webhook.port}/`);
    expect(await send(delivery, options)).toEqual({ kind: "failed", reason: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    const elsewhere = deliveryTo(`https://127.0.0.1:${webhook.port}/`);
    expect(await send(elsewhere, { ca: cert })).toEqual({ kind: "failed", reason: "ERR_TLS_CERT_ALTNAME_INVALID" });
    expect(webhook.received).toEqual([]);
    expect(await send(delivery, { ...options, ca: cert })).toMatchObject({ kind: "delivered" });
    expect(webhook.received[0]?.headers.host).toBe(`webhook.test:${webhook.port}`);
  });

  it("is refused where a credential cannot be a header, without repeating it", async () => {
    const webhook = await startWebhook();
    const attempt = send(deliveryTo(webhook.origin, { token: "a\r\nx-evil: 1" }));
    await expect(attempt).rejects.toThrow(/^Invalid character in header content \["x-a2a-notification-token"\]$/);
    expect(webhook.received).toEqual([]);
  });
});

describe("an answer", () => {
  it.each([
    { status: 200, want: { kind: "delivered" } },
    { status: 202, want: { kind: "delivered" } },
    { status: 400, want: { kind: "failed", reason: "HTTP 400" } },
    { status: 500, want: { kind: "failed", reason: "HTTP 500" } },
    { status: 503, after: "7", want: { kind: "failed", reason: "HTTP 503", retryAfter: 7_000 } },
    { status: 503, after: "soon", want: { kind: "failed", reason: "HTTP 503" } },
  ])("of $status ($after) is $want.kind", async ({ status, after, want }) => {
    const headers = after === undefined ? {} : { "retry-after": after };
    const webhook = await startWebhook((_, response) => void response.writeHead(status, headers).end("thanks"));
    expect(await send(deliveryTo(webhook.origin))).toEqual({ ...want, status });
  });

  it.each([301, 302, 303, 307, 308])("of %i is a failure: nobody goes where it points", async (status) => {
    const target = await startWebhook();
    const location = `${target.origin}/private`;
    const webhook = await startWebhook((_, response) => void response.writeHead(status, { location }).end());
    const attempt = await send(deliveryTo(webhook.origin, { token: "t" }));
    expect(attempt).toEqual({ kind: "failed", reason: `HTTP ${status}; redirects are not followed`, status });
    expect(target.received).toEqual([]);
  });

  it("that never ends is read to the bound and no further", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const webhook = await startWebhook((_, response) => {
      closed = once(response, "close");
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.writeHead(200).on("drain", pour);
      pour();
    });
    expect(await send(deliveryTo(webhook.origin), { responseBytes: 100_000 })).toMatchObject({ kind: "delivered" });
    await closed;
  });

  it("whose body does not come counts by its status when the time is up", async () => {
    const controller = new AbortController();
    const webhook = await startWebhook((_, response) => {
      // So much is not sent before the head has been read.
      const much = Buffer.alloc(32 * 1024 * 1024);
      response.writeHead(200).write(much, () => controller.abort("too late"));
    });
    const options = { responseBytes: Number.POSITIVE_INFINITY };
    expect(await send(deliveryTo(webhook.origin), options, controller.signal)).toMatchObject({ kind: "delivered" });
  });

  it("that does not come at all is a failure when the time is up", async () => {
    const controller = new AbortController();
    const webhook = await startWebhook(hang);
    const attempt = send(deliveryTo(webhook.origin), {}, controller.signal);
    await webhook.count(1);
    controller.abort("too late");
    expect(await attempt).toEqual({ kind: "failed", reason: "too late" });
    expect(await send(deliveryTo(webhook.origin), {}, controller.signal)).toMatchObject({ reason: "too late" });
    expect(webhook.received).toHaveLength(1);
  });

  it.each([
    ["nothing", "", "ECONNRESET"],
    ["no HTTP", "hello\r\n\r\n", "HPE_INVALID_CONSTANT"],
    ["a head without an end", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(32_768)}`, "HPE_HEADER_OVERFLOW"],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n", NO_ANSWER],
  ])("of %s is a failure", async (_, bytes, reason) => {
    const server = createServer((socket) => socket.once("data", () => socket.on("error", () => {}).end(bytes)));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await send(deliveryTo(`http://127.0.0.1:${port}/`))).toEqual({ kind: "failed", reason });
  });

  it("of nobody is a failure", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    server.close();
    await once(server, "close");
    expect(await send(deliveryTo(`http://127.0.0.1:${port}/`))).toEqual({ kind: "failed", reason: "ECONNREFUSED" });
  });
});

describe("the policy", () => {
  it("holds for the address that is connected to, whatever the name resolved to before", async () => {
    const webhook = await startWebhook();
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const sender = createPushSender({ resolve: async () => answers.shift() ?? [] });
    const url = `http://rebinding.example:${webhook.port}/`;
    expect(await sender.check(url)).toBeUndefined();
    expect(await sender.send(deliveryTo(url), live)).toEqual({
      kind: "failed",
      reason: "127.0.0.1 is loopback",
      final: true,
    });
    expect(webhook.received).toEqual([]);
  });

  it("connects to the address that was checked: the name is resolved once per attempt", async () => {
    const webhook = await startWebhook();
    const asked: string[] = [];
    const resolve = async (name: string): Promise<string[]> => {
      asked.push(name);
      return asked.length === 1 ? ["127.0.0.1"] : ["127.0.0.2"];
    };
    const url = `http://name.example:${webhook.port}/`;
    expect(await send(deliveryTo(url), { resolve })).toMatchObject({ kind: "delivered" });
    expect(asked).toEqual(["name.example"]);
    expect(await send(deliveryTo(url), { resolve })).toMatchObject({ reason: "127.0.0.2 is loopback", final: true });
  });

  it("tries the next address where one does not answer", async () => {
    const webhook = await startWebhook();
    const options = { allow: ["127.0.0.0/8"], resolve: async () => ["127.0.0.2", "127.0.0.1"] };
    const url = `http://name.example:${webhook.port}/`;
    expect(await send(deliveryTo(url), options)).toMatchObject({ kind: "delivered" });
  });

  it("lets a name that does not resolve be configured, and tries it again", async () => {
    const sender = createPushSender({ resolve: async () => [] });
    expect(await sender.check("https://later.example/")).toBeUndefined();
    const attempt = await sender.send(deliveryTo("https://later.example/"), live);
    expect(attempt).toEqual({ kind: "failed", reason: "The host name does not resolve", final: false });
  });

  it("tells whoever configures no more than the rule", async () => {
    const sender = createPushSender({ resolve: async () => ["10.1.2.3"] });
    expect(await sender.check("https://inside.example/")).toBe("must not lead to an address that is not public");
  });
});

it.each([
  { options: { allow: ["no range/9"] }, error: TypeError },
  { options: { secrets: ["short"] }, error: TypeError },
  { options: { responseBytes: -1 }, error: RangeError },
  { options: { resolveTimeout: Number.NaN }, error: RangeError },
])("refuses $options", ({ options, error }) => {
  expect(() => createPushSender(options)).toThrow(error);
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createWebhook, type WebhookOptions } from "./webhook.ts";

const event = { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } };
const TOKEN = { "x-a2a-notification-token": "secret" };

function post(body: unknown, headers: Record<string, string> = TOKEN): Request {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Request("https://me.example/webhook", {
    method: "POST",
    body: text,
    headers: { "content-type": "application/a2a+json", ...headers },
  });
}

/** A webhook that takes `secret` as its token, and what it saw. */
function receiver(options: Partial<WebhookOptions> = {}) {
  const seen: unknown[] = [];
  const webhook = createWebhook({ token: "secret", onEvent: (given) => void seen.push(given), ...options });
  return { seen, status: async (request: Request) => (await webhook(request)).status };
}

test("an event is taken, in any spelling", async () => {
  const { seen, status } = receiver();
  expect(await status(post(event))).toBe(204);
  const snake = { status_update: { task_id: "t", context_id: "c2", status: { state: 3 } } };
  expect(await status(post(snake, { ...TOKEN, "content-type": "application/json; charset=utf-8" }))).toBe(204);
  expect(seen).toEqual([event, { statusUpdate: { ...event.statusUpdate, contextId: "c2" } }]);
});

test.each<[number, string, Request]>([
  [405, "GET", new Request("https://me.example/webhook")],
  [415, "another type", post(event, { ...TOKEN, "content-type": "text/plain" })],
  [401, "no token", post(event, {})],
  [401, "another token", post(event, { "x-a2a-notification-token": "Secret" })],
  [400, "no JSON", post("{")],
  [400, "no event", post({ hello: 1 })],
  [400, "two events in one", post({ ...event, task: { id: "t", status: { state: "TASK_STATE_WORKING" } } })],
  [413, "too much, unannounced", post(JSON.stringify(event).padEnd(2_000))],
  [413, "too much, announced", post(event, { ...TOKEN, "content-length": "2001" })],
  [404, "a task that nobody waits for", post({ task: { id: "other", status: { state: "TASK_STATE_WORKING" } } })],
])("%i: %s", async (want, _, request) => {
  const { seen, status } = receiver({ maxBodyBytes: 1_000, expects: async (id) => id === "t" });
  expect(await status(request)).toBe(want);
  expect(seen).toEqual([]);
});

test("the scheme of a credential may be in any case, the credential may not", async () => {
  const { status } = receiver({ token: undefined, authentication: { scheme: "Bearer", credentials: "Key" } });
  expect(await status(post(event, { authorization: "bearer Key" }))).toBe(204);
  expect(await status(post(event, { authorization: "Bearer key" }))).toBe(401);
});

test("a body that does not end, ends with its request", async () => {
  const controller = new AbortController();
  const { status } = receiver();
  const request = new Request("https://me.example/webhook", {
    method: "POST",
    body: new ReadableStream(),
    headers: { "content-type": "application/json", ...TOKEN },
    signal: controller.signal,
    duplex: "half",
  });
  const answer = status(request);
  controller.abort();
  expect(await answer).toBe(400);
});

test("an agent is told to send again what `expects` could not look up", async () => {
  const { status } = receiver({ expects: () => Promise.reject(new Error("database is down")) });
  expect(await status(post(event))).toBe(500);
});

test("a credential of the config comes back in Authorization, and both must fit where both are given", async () => {
  const { status } = receiver({ authentication: { scheme: "Bearer", credentials: "k" } });
  expect(await status(post(event))).toBe(401);
  expect(await status(post(event, { authorization: "Bearer k" }))).toBe(401);
  expect(await status(post(event, { ...TOKEN, authorization: "Bearer k" }))).toBe(204);
});

describe("a delivery that comes again", () => {
  test("is known by its id, else by its body", async () => {
    const { seen, status } = receiver();
    for (const id of ["1", "1", "2"]) expect(await status(post(event, { ...TOKEN, "webhook-id": id }))).toBe(204);
    expect(seen).toHaveLength(2);
    for (let time = 0; time < 2; time += 1) expect(await status(post(event))).toBe(204);
    expect(seen).toHaveLength(3);
  });

  test("without an id, it is one that repeats what was the last of its task", async () => {
    const { seen, status } = receiver();
    const state = (name: string, taskId = "t") => ({
      statusUpdate: { taskId, contextId: "c", status: { state: `TASK_STATE_${name}` } },
    });
    for (const body of [state("WORKING"), state("WORKING", "u"), state("INPUT_REQUIRED"), state("WORKING")]) {
      for (let time = 0; time < 2; time += 1) expect(await status(post(body))).toBe(204);
    }
    expect(seen).toEqual([state("WORKING"), state("WORKING", "u"), state("INPUT_REQUIRED"), state("WORKING")]);
  });

  test("without an id, it is none where a chunk is appended: two may well be the same", async () => {
    const { seen, status } = receiver();
    const artifact = { artifactId: "a", parts: [{ text: "\n" }] };
    const chunk = { artifactUpdate: { taskId: "t", contextId: "c", append: true, artifact } };
    for (let time = 0; time < 2; time += 1) await status(post(chunk));
    expect(seen).toEqual([chunk, chunk]);
    for (let time = 0; time < 2; time += 1) await status(post(chunk, { ...TOKEN, "webhook-id": "1" }));
    expect(seen).toHaveLength(3);
  });

  test("an id is one of its task", async () => {
    const { seen, status } = receiver();
    for (const taskId of ["t", "u"]) {
      await status(post({ statusUpdate: { ...event.statusUpdate, taskId } }, { ...TOKEN, "webhook-id": "1" }));
    }
    expect(seen).toHaveLength(2);
  });

  test("while the first is being taken waits for it; one that failed is taken again", async () => {
    let fail: (reason: Error) => void = () => {};
    const calls: unknown[] = [];
    const { status } = receiver({
      onEvent: (given) => {
        calls.push(given);
        return calls.length === 1 ? new Promise((_, reject) => (fail = reject)) : undefined;
      },
    });
    const first = status(post(event));
    const second = status(post(event));
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 });
    fail(new Error("disk full"));
    expect(await Promise.all([first, second])).toContain(500);
    expect(await status(post(event))).toBe(204);
  });

  test("only so many are remembered", async () => {
    const { seen, status } = receiver({ maxRemembered: 1 });
    for (const id of ["1", "2", "1"]) await status(post(event, { ...TOKEN, "webhook-id": id }));
    expect(seen).toHaveLength(3);
  });
});

describe("a signature of Standard Webhooks", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const old = `whsec_${"QUJD".repeat(8)}`;
  const signed = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature":
      "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  // The example of the specification, whose body is no event: whoever gets past the signature is told so.
  const body = '{"test": 2432232314}';
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const verified = async (changes: Record<string, string>, options: Partial<WebhookOptions> = {}) => {
    const { status } = receiver({ token: undefined, secrets: [old, secret], ...options });
    return (await status(post(body, { ...signed, ...changes }))) !== 401;
  };

  test("is verified with any of the secrets", async () => {
    expect(await verified({})).toBe(true);
    expect(await verified({}, { secrets: [old] })).toBe(false);
  });

  test.each([
    ["another id", { "webhook-id": "msg_other" }],
    ["another time", { "webhook-timestamp": "1614265331" }],
    ["no time", { "webhook-timestamp": "soon" }],
    ["no signature", { "webhook-signature": "" }],
    ["another version of it", { "webhook-signature": signed["webhook-signature"].replaceAll("v1", "v2") }],
  ])("does not fit %s", async (_, changes) => {
    expect(await verified(changes)).toBe(false);
  });

  test("is too old, or too new, beyond the tolerance", async () => {
    for (const offset of [-300_001, 300_001]) {
      vi.setSystemTime(1_614_265_330_000 + offset);
      expect(await verified({})).toBe(false);
      expect(await verified({}, { tolerance: 400_000 })).toBe(true);
    }
  });

  test("a secret that is none is an error that does not repeat it", () => {
    const digits = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    for (const bad of ["", "whsec_c2hvcnQ=", digits, `whsec_${digits}M`, `whsec_${digits.repeat(3)}`]) {
      expect(() => receiver({ secrets: [bad] })).toThrow("A secret is whsec_ and 24 to 64 bytes in base64");
    }
  });
});

test("without anything to verify by there is no webhook", () => {
  for (const nothing of [{}, { token: "" }, { authentication: { scheme: "Bearer" } }, { secrets: [] }]) {
    expect(() => createWebhook({ onEvent: () => {}, ...nothing })).toThrow(TypeError);
  }
});

import { expect, test } from "vitest";
import { ask, fetchAnswer, MAX_ANSWER_BYTES, MAX_EVENTS, RATE_LIMITED } from "./ask.ts";

const signal = new AbortController().signal;
const call = { url: "http://agent.example/", headers: new Headers(), body: "{}" };
const asking = (fetch: (request: Request) => Promise<Response>) =>
  ask(call, { probe: "send", method: "SendMessage", id: 1, fetch, signal });

function streamOf(...frames: readonly string[]): Response {
  return new Response(frames.map((frame) => `data: ${frame}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}

test("an answer is kept with its text and its JSON", async () => {
  expect(await asking(async () => new Response("{}", { status: 201 }))).toMatchObject({
    answer: { status: 201, text: "{}", json: {} },
  });
  expect(await asking(async () => new Response("<p>"))).toMatchObject({ answer: { text: "<p>", json: undefined } });
});

test("no answer, and one that is too large, are failures", async () => {
  expect(
    await asking(() => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }))),
  ).toMatchObject({
    failure: "ECONNREFUSED",
  });
  const large = new Response("x".repeat(MAX_ANSWER_BYTES + 1));
  expect(await asking(async () => large)).toMatchObject({
    failure: `its answer is larger than ${MAX_ANSWER_BYTES} bytes`,
  });
  const limited = await fetchAnswer(new Request(call.url), {
    fetch: async () => new Response("abc"),
    signal,
    limit: 2,
  });
  expect(limited).toBe("its answer is larger than 2 bytes");
});

test("what a rate limit says is no answer to what was asked", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Too many requests" } });
  const exchange = await asking(async () => new Response(body, { status: 429 }));
  expect(exchange.answer).toBeUndefined();
  expect(exchange.failure).toBe(RATE_LIMITED);
});

test("a redirect is not followed: it would carry credentials along", async () => {
  await asking(async (request) => {
    expect(request.redirect).toBe("manual");
    return new Response(null, { status: 302 });
  });
});

test("a stream is read to its end; what is no JSON stays text", async () => {
  const { stream } = await asking(async () => streamOf('{"a":1}', "oops"));
  expect(stream).toEqual({ frames: [{ a: 1 }, "oops"], end: "closed" });
});

test("a stream that breaks off, and one without end", async () => {
  const broken = new Response(
    ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode("data: 1\n\n");
        throw new Error("cut");
      })(),
    ),
    { headers: { "content-type": "text/event-stream" } },
  );
  expect((await asking(async () => broken)).stream).toEqual({ frames: [1], end: "broken" });
  const endless = await asking(async () => streamOf(...Array.from({ length: MAX_EVENTS + 5 }, () => "1")));
  expect([endless.stream?.frames.length, endless.stream?.end]).toEqual([MAX_EVENTS, "open"]);
});

test("an answer has its time, and so has a stream that is not closed after its last event", async () => {
  const asked = { probe: "cancel", method: "CancelTask", id: 1, signal } as const;
  const never = (request: Request) =>
    new Promise<Response>((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  expect(await ask(call, { ...asked, fetch: never, timeout: 5 })).toMatchObject({ failure: "none in time" });
  const last = 'data: {"result":{"statusUpdate":{"status":{"state":"TASK_STATE_COMPLETED"}}}}\n\n';
  const open = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(last)),
  });
  const fetch = async () => new Response(open, { headers: { "content-type": "text/event-stream" } });
  expect((await ask(call, { ...asked, fetch, grace: 5 })).stream).toMatchObject({ end: "open" });
});

test("who is interrupted hears of it", async () => {
  const interrupted = AbortSignal.abort(new Error("Interrupted"));
  const fetch = async (request: Request) => {
    request.signal.throwIfAborted();
    return new Response();
  };
  await expect(ask(call, { probe: "send", method: "SendMessage", id: 1, fetch, signal: interrupted })).rejects.toThrow(
    "Interrupted",
  );
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { statusError } from "./status-error.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const source = () => ({ url: "https://agent.example/", signal: new AbortController().signal });

test("says status, Retry-After, where a redirect leads, and how the body begins", async () => {
  const response = new Response("x".repeat(2_000), {
    status: 307,
    headers: { "retry-after": "2", location: "/there" },
  });
  expect(await statusError(response, "No JSON: ", source())).toMatchObject({
    message: "No JSON: HTTP 307 to /there",
    status: 307,
    retryAfter: 2_000,
    body: "x".repeat(1_000),
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("does not wait for the end of a body that goes on and on", async () => {
  let cancelled = false;
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("busy")),
    cancel: () => {
      cancelled = true;
    },
  });
  const error = statusError(new Response(endless, { status: 503 }), "", source());
  await vi.runAllTimersAsync();
  expect(await error).toMatchObject({ message: "HTTP 503", status: 503, body: "busy" });
  expect(cancelled).toBe(true);
});

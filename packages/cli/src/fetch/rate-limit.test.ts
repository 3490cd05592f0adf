import { describe, expect, test, vi } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import type { Io } from "../io.ts";
import { runCli } from "../run-cli.test-helper.ts";

interface Busy {
  readonly status?: number;
  readonly retryAfter?: string;
  readonly body?: object;
  /** The card is not to be had either. */
  readonly isCard?: boolean;
}

function busyAgent({ status = 429, retryAfter, body, isCard }: Busy): Io["fetch"] {
  const headers = { ...(retryAfter !== undefined && { "retry-after": retryAfter }) };
  return async ({ method }) => {
    if (method === "GET" && !isCard) return Response.json(bareCard());
    return body ? Response.json(body, { status, headers }) : new Response("busy", { status, headers });
  };
}

function ask(busy: Busy, output: "text" | "json", command = ["task", "get", "t-1"]) {
  return runCli([...command, "-a", "https://agent.example/", "-o", output], { fetch: busyAgent(busy) });
}

const AGAIN = "a2a task get t-1 -a https://agent.example/ -o json";
const ANSWER = { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Too many requests" } };

describe("an agent that takes no more for now says when it does again", () => {
  test.each<[string, Busy, object]>([
    ["seconds", { retryAfter: "30" }, { hint: `sleep 30 && ${AGAIN}`, retryAfter: 30 }],
    [
      "a JSON-RPC error",
      { retryAfter: "7", body: ANSWER },
      { hint: `sleep 7 && ${AGAIN}`, retryAfter: 7, a2aCode: -32000 },
    ],
    ["at once", { retryAfter: "0" }, { hint: AGAIN, retryAfter: 0 }],
    ["it does not", {}, { hint: AGAIN }],
    ["nonsense", { retryAfter: "soon" }, { hint: AGAIN }],
    ["the card", { retryAfter: "30", isCard: true }, { hint: `sleep 30 && ${AGAIN}`, retryAfter: 30 }],
    ["HTTP 503", { status: 503, retryAfter: "5" }, { hint: `sleep 5 && ${AGAIN}`, retryAfter: 5 }],
  ])("as JSON: %s", async (_, busy, want) => {
    const { status, stdout } = await ask(busy, "json");
    expect(status).toBeGreaterThan(0);
    const { error } = JSON.parse(stdout);
    expect(error).toEqual({ code: expect.any(String), message: expect.any(String), ...want });
  });

  test("a date is told as seconds from now", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1, 12, 0, 0, 500) });
    try {
      const { stdout } = await ask({ retryAfter: "Thu, 01 Jan 2026 12:01:30 GMT" }, "json");
      expect(JSON.parse(stdout).error).toMatchObject({ hint: `sleep 90 && ${AGAIN}`, retryAfter: 90 });
    } finally {
      vi.useRealTimers();
    }
  });

  test("as text: how long to wait, and the command to try again", async () => {
    const { stderr } = await ask({ retryAfter: "90" }, "text", ["send", "hi there", "--bearer", "t0ken-123"]);
    expect(stderr).toMatch(
      /^Error: .*HTTP 429.*\nCode: A2ACLI_ERR_UNREACHABLE\nRetry after: 1 min 30 s\nHint: sleep 90 && a2a send 'hi there' --bearer "\$A2ACLI_BEARER" -a /m,
    );
  });
});

test("any other error says nothing of it", async () => {
  const { stdout } = await ask({ status: 500, retryAfter: "30" }, "json");
  expect(JSON.parse(stdout).error).not.toHaveProperty("retryAfter");
});

import { type Agent, createA2AHandler } from "@a2akit/server";
import { afterAll, expect, test } from "vitest";
import { resolveCard } from "../card/resolve-card.ts";
import { connect } from "../connect.ts";
import { toArray } from "../fixtures.test-helper.ts";
import type { Fetch } from "../transport/fetch.ts";
import type { Resumption } from "./follow-events.ts";

const CHUNKS = ["one", "two", "three"];

const agent: Agent = async function* (context) {
  yield context.working();
  for (const [index, text] of CHUNKS.entries()) {
    yield context.artifact({ artifactId: "a", parts: [{ text }], append: index > 0 });
  }
};

const handler = createA2AHandler({
  agent,
  card: { name: "Agent", description: "An agent", version: "1.0.0" },
  onError: () => {},
});
afterAll(() => handler.close());
const resolved = await resolveCard("http://agent.example/", { fetch: handler.fetch });

/** Breaks the connection of each stream after so many bytes; the last one holds. */
function cutting(bytes: number, streams: number): Fetch {
  let opened = 0;
  return async (request) => {
    const response = await handler.fetch(request);
    opened += 1;
    if (opened > streams || !response.body) return response;
    let left = bytes;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.error(new Error("reset"));
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
}

/** What a stream tells, without ids and times. */
async function told(fetch: Fetch, notices: Resumption[] = []): Promise<string[]> {
  const client = connect(resolved, { fetch, resume: { delay: 0, attempts: 9 } });
  const events = await toArray(client.stream("go", { onResume: (notice) => notices.push(notice) }));
  return events.map(({ task, statusUpdate, artifactUpdate }) =>
    artifactUpdate
      ? artifactUpdate.artifact.parts.map(({ text }) => text).join()
      : `${task ? "task " : ""}${(task ?? statusUpdate)?.status.state}`,
  );
}

const whole = await told(handler.fetch);

test("a stream that nothing cuts", () => {
  expect(whole).toEqual(["task TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", ...CHUNKS, "TASK_STATE_COMPLETED"]);
});

// The first frame has about 400 bytes, the whole stream about 1,700.
test.each([450, 600, 700, 850, 1_000, 1_150, 1_300, 1_450, 1_600])(
  "cut after %i bytes, again and again, every event comes once and in order",
  async (bytes) => {
    const notices: Resumption[] = [];
    expect(await told(cutting(bytes, 3), notices)).toEqual(whole);
    expect(notices.length).toBeGreaterThan(0);
    for (const { gap, cause } of notices) {
      expect(gap).toBe(false);
      expect(cause).toMatchObject({ name: "TransportError" });
    }
  },
);

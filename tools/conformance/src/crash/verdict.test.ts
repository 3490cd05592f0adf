import { createMemoryTaskStore, type LogEntry, type TaskStore } from "@a2akit/server";
import type { Message, StreamResponse, TaskState } from "@a2akit/types";
import { expect, test } from "vitest";
import { type Effect, STEPS } from "./counting-agent.ts";
import type { Journey } from "./journey.ts";
import { judge, NOTHING_WRONG, type Verdict } from "./verdict.ts";

const SCOPE = { owner: "", tenant: "" };
const ids = { taskId: "t", contextId: "c" };
const status = (state: TaskState): LogEntry => ({ type: "status", event: { ...ids, status: { state } } });
const chunk = (step: number): LogEntry => ({
  type: "artifact",
  event: { ...ids, artifact: { artifactId: "m", parts: [{ text: `${step}` }] }, append: step > 0 },
});
const steps = Array.from({ length: STEPS }, (_, step) => step);
const effects = (attempt = 1, from = 0, to = STEPS): Effect[] =>
  steps.slice(from, to).map((step) => ({ taskId: "t", messageId: "m", attempt, step }));
/** Of the entries that make frames: the opening Task at 2, then all of `WHOLE`. */
const numbers = Array.from({ length: STEPS + 2 }, (_, index) => index + 2);
const WHOLE = [...steps.map(chunk), status("TASK_STATE_COMPLETED")];

/** A store with one task and these entries of its run. */
async function storeWith(entries: readonly LogEntry[]): Promise<TaskStore> {
  const store = createMemoryTaskStore();
  const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "last" }] };
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } as const;
  const opening: LogEntry[] = [
    { type: "task", task },
    { type: "message", message },
  ];
  const { run } = await store.create(SCOPE, opening, { lease: 60_000 });
  await store.append(run, entries);
  return store;
}

function told(entries: readonly LogEntry[]): Map<number, StreamResponse> {
  const frames = new Map<number, StreamResponse>();
  for (const [index, entry] of entries.entries()) {
    if (entry.type === "status") frames.set(index + 3, { statusUpdate: entry.event });
    if (entry.type === "artifact") frames.set(index + 3, { artifactUpdate: entry.event });
  }
  return frames;
}

interface Case {
  readonly title: string;
  readonly policy?: "fail" | "restart" | "resume";
  readonly entries?: readonly LogEntry[];
  readonly journey?: Partial<Journey>;
  readonly effects?: readonly Effect[];
  /** Numbers of the entries that came to the webhook. */
  readonly arrived?: readonly number[];
  readonly want: Partial<Verdict>;
}

const one = (step: number, attempt = 1): Effect => ({ taskId: "t", messageId: "m", attempt, step });

test.each<Case>([
  { title: "all is well", want: {} },
  { title: "a frame that is not in the log", journey: { frames: told([...WHOLE, chunk(99)]) }, want: { lost: 1 } },
  { title: "a frame that differs", journey: { frames: told([chunk(9), ...WHOLE.slice(1)]) }, want: { lost: 1 } },
  { title: "a follow-up that is not in the log", journey: { acknowledged: ["x"] }, want: { lost: 1 } },
  { title: "a task that is not there", journey: { taskId: "other" }, want: { lost: 1 } },
  { title: "a frame that came twice", journey: { repeated: 1 }, want: { misreported: 1 } },
  { title: "a frame that never came", journey: { frames: told(WHOLE.slice(0, -1)) }, want: { misreported: 1 } },
  { title: "a task that never ended", entries: steps.map(chunk), want: { stuck: 1 } },
  {
    title: "a failure that the policy does not know",
    entries: [...steps.map(chunk), status("TASK_STATE_FAILED")],
    want: { unlawful: 1 },
  },
  {
    title: "a step that was done again after resuming",
    effects: [...effects(), ...effects(2, 4)],
    entries: [...steps.map(chunk), ...steps.slice(4).map(chunk), status("TASK_STATE_COMPLETED")],
    want: { unlawful: 1 },
  },
  { title: "a step that was left out", effects: effects().filter(({ step }) => step !== 3), want: { unlawful: 1 } },
  { title: "two runs of one attempt", effects: [...effects(), one(STEPS - 1)], want: { unlawful: 1 } },
  {
    title: "a restart in the middle",
    policy: "restart",
    effects: [...effects(1, 0, 4), ...effects(2, 4)],
    want: { unlawful: 1 },
  },
  { title: "a restart from the beginning", policy: "restart", effects: [...effects(1, 0, 4), ...effects(2)], want: {} },
  {
    title: "a second attempt where none is allowed",
    policy: "fail",
    effects: [...effects(1, 0, 4), ...effects(2)],
    want: { unlawful: 1 },
  },
  { title: "a frame that no webhook took", arrived: numbers.slice(0, -1), want: { undelivered: 1 } },
  { title: "a frame that a webhook got again, in its place", arrived: [2, 3, 3, ...numbers.slice(2)], want: {} },
  { title: "a frame that a webhook got too late", arrived: [2, 4, 3, ...numbers.slice(3)], want: { disordered: 1 } },
])(
  "$title is noticed",
  async ({ policy = "resume", entries = WHOLE, journey, effects: done = effects(), arrived, want }) => {
    const journeys: Journey[] = [
      { taskId: "t", hook: "h", opened: 2, frames: told(entries), repeated: 0, acknowledged: ["m"], ...journey },
    ];
    const [{ frames } = { frames: new Map() }] = journeys;
    const came = arrived ?? [2, ...frames.keys()];
    const receiver = { arrivals: () => ({ all: came, taken: came }) };
    const verdict = await judge({ store: await storeWith(entries), policy, journeys, effects: done, receiver });
    expect(verdict).toEqual({ ...NOTHING_WRONG, ...want });
  },
);

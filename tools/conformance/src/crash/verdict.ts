import { isDeepStrictEqual } from "node:util";
import { isTerminal } from "@a2akit/protocol";
import { ANONYMOUS, type LostRuns, type Scope, type Stored, statusOf, type TaskStore } from "@a2akit/server";
import type { TaskState } from "@a2akit/types";
import { type Effect, STEPS } from "./counting-agent.ts";
import type { Journey } from "./journey.ts";
import { disordered, type Receiver, undelivered } from "./receiver.ts";

/** What went wrong, in numbers; all of them have to be 0. */
export interface Verdict {
  /** Entries that a caller was told of, or messages that were acknowledged, and that the log does not have as told. */
  lost: number;
  /** Entries that a caller was told of twice, or never, although the log has them. */
  misreported: number;
  /** Tasks that never ended. */
  stuck: number;
  /** Numbers that are missing in a log, and entries after the one that ended it. */
  gaps: number;
  /** Frames that a webhook never took. */
  undelivered: number;
  /** Deliveries that came after a later one. */
  disordered: number;
  /** Side effects, or endings, that the policy does not allow. */
  unlawful: number;
}

export interface Evidence {
  readonly store: TaskStore;
  readonly policy: LostRuns;
  readonly journeys: readonly Journey[];
  readonly effects: readonly Effect[];
  readonly receiver: Pick<Receiver, "arrivals">;
}

export const NOTHING_WRONG: Readonly<Verdict> = {
  lost: 0,
  misreported: 0,
  stuck: 0,
  gaps: 0,
  undelivered: 0,
  disordered: 0,
  unlawful: 0,
};

const SCOPE: Scope = { tenant: ANONYMOUS.tenant, owner: ANONYMOUS.owner };

export async function judge({ store, policy, journeys, effects, receiver }: Evidence): Promise<Verdict> {
  const verdict = { ...NOTHING_WRONG };
  const travelled = new Map(journeys.map((journey) => [journey.taskId, journey]));
  const done = Map.groupBy(effects, ({ taskId }) => taskId);
  // Also those whose creation nobody was told of, because the connection was lost.
  for await (const taskId of allTasks(store)) {
    const log = await readLog(store, taskId);
    const journey = travelled.get(taskId);
    if (!isAtRest(stateOf(log.at(-1)), journey)) verdict.stuck += 1;
    verdict.gaps += log.filter(({ number }, index) => number !== index + 1).length;
    verdict.gaps += log.slice(0, -1).filter(ends).length;
    if (!lawful(policy, log, done.get(taskId) ?? [])) verdict.unlawful += 1;
    if (journey !== undefined) {
      compare(journey, log, verdict);
      verdict.undelivered += undelivered(receiver, journey);
      verdict.disordered += disordered(receiver, journey);
    }
    travelled.delete(taskId);
  }
  verdict.lost += travelled.size;
  return verdict;
}

const stateOf = (stored: Stored | undefined): TaskState | undefined => stored && statusOf(stored.entry)?.state;

/** One whose caller never heard of it has nobody who would send the follow-up that it asks for. */
function isAtRest(state: TaskState | undefined, journey: Journey | undefined): boolean {
  if (state === undefined) return false;
  return isTerminal(state) || (journey === undefined && state === "TASK_STATE_INPUT_REQUIRED");
}

function ends(stored: Stored | undefined): boolean {
  const state = stateOf(stored);
  return state !== undefined && isTerminal(state);
}

function compare({ frames, opened, repeated, acknowledged }: Journey, log: readonly Stored[], verdict: Verdict): void {
  verdict.misreported += repeated;
  for (const { number, entry } of log) {
    if (number <= opened || entry.type === "message") continue;
    if (!frames.has(number)) verdict.misreported += 1;
  }
  for (const [number, { statusUpdate, artifactUpdate }] of frames) {
    const entry = log[number - 1]?.entry;
    const event = entry?.type === "status" || entry?.type === "artifact" ? entry.event : undefined;
    if (!isDeepStrictEqual(event, statusUpdate ?? artifactUpdate)) verdict.lost += 1;
  }
  for (const messageId of acknowledged) {
    const found = log.filter(({ entry }) => entry.type === "message" && entry.message.messageId === messageId);
    if (found.length !== 1) verdict.lost += 1;
  }
}

/** Whether what the agent did to the world, and how its task ended, is what the policy promises. */
function lawful(policy: LostRuns, log: readonly Stored[], effects: readonly Effect[]): boolean {
  const failed = stateOf(log.at(-1)) === "TASK_STATE_FAILED";
  const messages = [...Map.groupBy(effects, ({ messageId }) => messageId)];
  if (policy === "fail") {
    return effects.every(({ attempt }) => attempt === 1) && messages.every(([, done]) => counts(done.map(stepOf)));
  }
  return !failed && messages.every(([messageId, done]) => tookTurns(policy, done, chunksOf(log, messageId)));
}

/** Every attempt counts on from where it began: `restart` from 0, `resume` from what the log had, without a gap. */
function tookTurns(policy: LostRuns, effects: readonly Effect[], chunks: readonly number[]): boolean {
  const attempts = [...Map.groupBy(effects, ({ attempt }) => attempt).values()].map((done) => done.map(stepOf));
  let reached = 0;
  for (const steps of attempts) {
    const [first = 0] = steps;
    if (!counts(steps, first) || first > (policy === "restart" ? 0 : reached)) return false;
    reached = Math.max(reached, first + steps.length);
  }
  if (policy === "restart") return (attempts.at(-1)?.length ?? 0) === STEPS;
  return reached === STEPS && chunks.length === STEPS && counts(chunks);
}

const stepOf = ({ step }: Effect): number => step;
const counts = (steps: readonly number[], from = 0): boolean => steps.every((step, index) => step === from + index);

function chunksOf(log: readonly Stored[], messageId: string): number[] {
  return log.flatMap(({ entry }) =>
    entry.type === "artifact" && entry.event.artifact.artifactId === messageId
      ? [Number(entry.event.artifact.parts[0]?.text)]
      : [],
  );
}

async function* allTasks(store: TaskStore): AsyncGenerator<string> {
  let pageToken = "";
  do {
    const page = await store.list(SCOPE, { pageSize: 100, pageToken });
    for (const { id } of page.tasks) yield id;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}

async function readLog(store: TaskStore, taskId: string): Promise<Stored[]> {
  const { last } = (await store.load(SCOPE, taskId)) ?? { last: 0 };
  const log: Stored[] = [];
  for await (const stored of store.entries(SCOPE, taskId, 0, new AbortController().signal)) {
    if (log.push(stored) >= last) break;
  }
  return log;
}

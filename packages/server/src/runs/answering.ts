import type { Message, Task } from "@a2akit/types";
import type { Agent } from "../agent.ts";
import type { Observation } from "../observe/combine.ts";
import type { ObservedRequest } from "../observe/observe-request.ts";
import { callWithin, type ObservedRun, observeRun } from "../observe/observe-run.ts";
import type { Run, Stored } from "../task-store.ts";
import { type Aborter, createAborter } from "./aborter.ts";
import type { RunAnswer } from "./await-run.ts";
import { type AgentAnswer, type CallInfo, invokeAgent } from "./invoke-agent.ts";

export interface MessageToAnswer {
  readonly message: Message;
  readonly task: Task | undefined;
  readonly taskId: string;
  readonly contextId: string;
  readonly info: CallInfo;
  /** 1, or higher when the process that answered this message before died. */
  readonly attempt: number;
  /** What earlier attempts wrote. */
  readonly log: readonly Stored[];
  /** The request that brought it, where it is observed. */
  readonly observed: ObservedRequest | undefined;
}

/** The call that brought a message, of which the log holds nothing. */
export type QueuedCall = Pick<MessageToAnswer, "info" | "observed">;

/** An agent at work. */
export interface Answering {
  readonly request: MessageToAnswer;
  readonly reply: AgentAnswer | Promise<AgentAnswer>;
  /**
   * The entry that answers the message, known in this process before anybody reads the log; `undefined`: look there, the
   * run ended some other way.
   */
  readonly answered: Promise<RunAnswer | undefined>;
  /** The first answer stands. */
  settle(answer: RunAnswer | undefined): void;
  /** Behind the agent's signal. */
  readonly aborter: Aborter;
  readonly observed: ObservedRun | undefined;
  /** Under which the answer is written; none before there is a task. */
  run: Run | undefined;
}

/** Calls the agent. */
export function callAgent(agent: Agent, request: MessageToAnswer, observation?: Observation): Answering {
  const aborter = createAborter();
  let waiting: Answering["settle"] | undefined;
  const answered = new Promise<RunAnswer | undefined>((resolve) => {
    waiting = resolve;
  });
  // The end of a run settles what nothing settled before: to resolve a promise again is slow in Node.
  const settle: Answering["settle"] = (answer) => {
    waiting?.(answer);
    waiting = undefined;
  };
  const { signal } = aborter;
  const observed = observation && observeRun(observation, request);
  const reply =
    observed === undefined
      ? invokeAgent(agent, request, signal)
      : callWithin(observed.observer, () => invokeAgent(agent, request, signal));
  return { request, reply, answered, settle, aborter, observed, run: undefined };
}

import type { Message, Task } from "@a2akit/types";
import { type Aborter, createAborter } from "./aborter.ts";
import type { Agent } from "./agent.ts";
import type { RunAnswer } from "./await-run.ts";
import { type AgentAnswer, type CallInfo, invoke } from "./invoke.ts";
import type { Run, Stored } from "./task-store.ts";

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
}

/** An agent at work. */
export interface Answering {
  readonly request: MessageToAnswer;
  readonly reply: AgentAnswer | Promise<AgentAnswer>;
  /**
   * The entry that answers the message, known in this process before anybody reads the log; `undefined`: look there, the
   * run ended some other way.
   */
  readonly answered: Promise<RunAnswer | undefined>;
  settle(answer: RunAnswer | undefined): void;
  /** Behind the agent's signal. */
  readonly aborter: Aborter;
  /** Under which the answer is written; none before there is a task. */
  run: Run | undefined;
}

/** Calls the agent. */
export function callAgent(agent: Agent, request: MessageToAnswer): Answering {
  const aborter = createAborter();
  let settle: Answering["settle"] = () => {};
  const answered = new Promise<RunAnswer | undefined>((resolve) => {
    settle = resolve;
  });
  return { request, reply: invoke(agent, request, aborter.signal), answered, settle, aborter, run: undefined };
}

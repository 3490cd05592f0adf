import type { MessageToAnswer } from "../runs/answering.ts";
import type { AgentAnswer } from "../runs/invoke-agent.ts";
import type { Observation, Observed } from "./combine.ts";
import type { RunFacts } from "./instrumentation.ts";
import { noteTask } from "./observe-request.ts";

/** The work of an agent on one message, under observation. */
export interface ObservedRun {
  readonly facts: RunFacts;
  readonly observer: Observed;
}

/** Begins to follow the answer to a message. */
export function observeRun(observation: Observation, request: MessageToAnswer): ObservedRun {
  const { taskId, contextId, attempt, info, observed } = request;
  const { caller = info.caller } = observed?.facts ?? {};
  const facts: RunFacts = { agent: observation.agent, taskId, contextId, caller, attempt };
  if (observed === undefined) return { facts, observer: observation.run(facts) };
  noteTask(observed.facts, { contextId });
  return { facts, observer: observed.observer.run(facts) };
}

type Reply = AgentAnswer | Promise<AgentAnswer>;

/** Calls the agent in the context of its run. A generator does its work when its events are read: they are read there, too. */
export function callWithin(observer: Observed, call: () => Reply): Reply {
  if (!observer.surrounds) return call();
  const reply = observer.within(call);
  return reply instanceof Promise ? reply.then((answer) => readWithin(observer, answer)) : readWithin(observer, reply);
}

function readWithin(observer: Observed, answer: AgentAnswer): AgentAnswer {
  if (answer.kind === "message") return answer;
  const { events } = answer;
  return {
    kind: "events",
    events: {
      [Symbol.asyncIterator]() {
        const iterator = observer.within(() => events[Symbol.asyncIterator]());
        return {
          next: () => observer.within(() => iterator.next()),
          return: async () => observer.within(() => iterator.return?.()) ?? { done: true, value: undefined },
        };
      },
    },
  };
}

import { type Agent, createA2AHandler, createMemoryTaskStore } from "@a2akit/server";
import { serve as listenAndServe } from "@a2akit/server/node";
import { answerTo, chunk, parseScript } from "./agent.ts";
import type { Serve } from "./serve.ts";

/** More than any benchmark opens as its one anonymous caller. */
const STREAMS_PER_CALLER = 10_000;

/** Our server with its defaults: validation, event log, abort, keep-alive. */
export const serve: Serve = async (keeping) => {
  const handler = createA2AHandler({
    agent,
    card: { name: "Benchmark agent", description: "Answers at once, or in chunks", version: "1.0.0" },
    store: createMemoryTaskStore(keeping === "settled" ? { compactAfter: 0 } : {}),
    limits: { streamsPerCaller: STREAMS_PER_CALLER },
  });
  const { port } = await listenAndServe({ handler });
  return port;
};

const agent: Agent = async function* ({ text }) {
  const script = parseScript(text);
  if (script.kind === "hold") await new Promise(() => {});
  else if (script.kind === "answer") yield answerTo(text);
  else for (let index = 0; index < script.count; index += 1) yield chunk(index);
};

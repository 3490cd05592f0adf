import type { Interceptor, StreamEvent } from "@a2akit/client";
import { results } from "@a2akit/protocol/codec";
import { requireShape } from "./require-shape.ts";

type Events = AsyncIterable<Iterable<StreamEvent>>;

/** Lets through only what commands can read: see {@link requireShape}. Events before one that is refused are shown. */
export const checkAnswers: Interceptor = async (call, next) => {
  const result = results[call.method];
  const reply = await next(call);
  if (reply.kind === "events") return { ...reply, events: checked(result, reply.events) };
  requireShape(result, reply.result);
  return reply;
};

async function* checked(type: string, batches: Events): Events {
  for await (const batch of batches) yield checkedBatch(type, batch);
}

function* checkedBatch(type: string, events: Iterable<StreamEvent>): Iterable<StreamEvent> {
  for (const event of events) {
    requireShape(type, event.value);
    yield event;
  }
}

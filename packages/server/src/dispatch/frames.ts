import { type Dialect, type RequestId, successResponse } from "@a2akit/protocol";
import { encodeResult } from "@a2akit/protocol/codec";
import type { Method } from "@a2akit/types";
import type { Frame } from "../call-context.ts";
import type { NumberedEvent } from "./streams.ts";

type Step = IteratorResult<Frame, undefined>;
const DONE: Step = { done: true, value: undefined };

/** What the events answer. */
interface Answered {
  readonly id: RequestId;
  readonly method: Method;
  readonly dialect: Dialect;
}

/** Many are idle: each is one object, whose functions are shared but for the one that a promise calls. */
interface Frames extends AsyncIterableIterator<Frame> {
  readonly events: AsyncIterableIterator<NumberedEvent>;
  readonly answered: Answered;
  readonly frameOf: (step: IteratorResult<NumberedEvent, unknown>) => Step;
}

/** Envelopes around the events; no async generator, which would hold back `return` while an event is awaited. */
export function framesOf(
  events: AsyncIterableIterator<NumberedEvent>,
  answered: Answered,
): AsyncIterableIterator<Frame> {
  const frames: Frames = {
    events,
    answered,
    frameOf: (step) => (step.done === true ? DONE : frameOf(step.value, answered)),
    next,
    return: leave,
    [Symbol.asyncIterator]: itself,
  };
  return frames;
}

function frameOf({ id, result }: NumberedEvent, answered: Answered): Step {
  const body = successResponse(answered.id, encodeResult(answered.dialect, answered.method, result));
  return { done: false, value: id === undefined ? { body } : { id, body } };
}

function next(this: Frames): Promise<Step> {
  return this.events.next().then(this.frameOf);
}

async function leave(this: Frames): Promise<Step> {
  await this.events.return?.();
  return DONE;
}

function itself(this: Frames): Frames {
  return this;
}

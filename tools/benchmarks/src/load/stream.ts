import { number, text } from "../processes/answer.ts";
import type { Numbers, Question } from "../processes/child.ts";
import { connect, numbered, post } from "./client.ts";
import { createFrameCounter } from "./frame-counter.ts";

/** `repeat` streams, one after the other, over one connection. */
export async function stream(question: Question): Promise<Numbers> {
  const client = connect(number(question, "port"));
  const read = reader(question);
  const started = performance.now();
  for (let left = number(question, "repeat"); left > 0; left -= 1) await read(client);
  const seconds = (performance.now() - started) / 1_000;
  await client.destroy();
  return { seconds };
}

/** Reads one stream. @throws Error when it has fewer than `events` events or does not end with `expect` */
export function reader(question: Question): (client: ReturnType<typeof connect>) => Promise<void> {
  const body = numbered(text(question, "body"));
  const events = number(question, "events");
  const expect = text(question, "expect");
  return async (client) => {
    const counter = createFrameCounter();
    await post(client, body(), counter.push);
    if (counter.frames < events) throw new Error(`${counter.frames} events instead of ${events}: ${counter.tail}`);
    if (!counter.tail.includes(expect)) throw new Error(`the stream did not end with ${expect}: ${counter.tail}`);
  };
}

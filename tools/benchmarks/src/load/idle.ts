import { number, text } from "../processes/answer.ts";
import type { Numbers, Question } from "../processes/child.ts";
import { connect, numbered, post } from "./client.ts";

const open: ReturnType<typeof connect>[] = [];
/** A connect queue longer than the listener's backlog would be retried by the kernel after a second. */
const AT_A_TIME = 50;

/** Opens `count` streams and leaves them open; resolves when each has sent its first bytes. */
export async function openStreams(question: Question): Promise<Numbers> {
  const body = numbered(text(question, "body"));
  for (let left = number(question, "count"); left > 0; left -= AT_A_TIME) {
    const clients = Array.from({ length: Math.min(left, AT_A_TIME) }, () => connect(number(question, "port")));
    open.push(...clients);
    await Promise.all(clients.map((client) => firstData(client, body())));
  }
  return { open: open.length };
}

/** Cuts every open stream. */
export async function closeStreams(): Promise<Numbers> {
  const closed = open.splice(0);
  await Promise.all(closed.map((client) => client.destroy()));
  return { closed: closed.length };
}

function firstData(client: ReturnType<typeof connect>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("the stream ended at once"));
    post(client, body, (data) => {
      if (data.includes('"error"')) reject(new Error(data.toString()));
      else resolve();
    }).then(ended, reject);
  });
}

import { number, text } from "../processes/answer.ts";
import type { Numbers, Question } from "../processes/child.ts";
import { quantile } from "../statistics.ts";
import { connect, numbered, post } from "./client.ts";
import { stayAwake } from "./stay-awake.ts";

/** `count` calls over `connections` connections, each sending its next call when the last is answered. */
export async function unary(question: Question): Promise<Numbers> {
  const clients = Array.from({ length: number(question, "connections") }, () => connect(number(question, "port")));
  const call = caller(text(question, "body"), text(question, "expect"));
  let left = number(question, "count");
  const latencies: number[] = [];
  const sleep = stayAwake();
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (left > 0) {
        left -= 1;
        latencies.push(await call(client));
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  sleep();
  await Promise.all(clients.map((client) => client.destroy()));
  return { seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

const EXCERPT_CHARACTERS = 300;

/** One call; resolves with its milliseconds. @throws Error when the answer does not contain `expect` */
export function caller(template: string, expect: string): (client: ReturnType<typeof connect>) => Promise<number> {
  const body = numbered(template);
  return async (client) => {
    const started = performance.now();
    let answer: Buffer | undefined;
    await post(client, body(), (data) => {
      answer = answer ? Buffer.concat([answer, data]) : data;
    });
    const latency = performance.now() - started;
    if (!answer?.includes(expect))
      throw new Error(`no ${expect} in: ${answer?.toString().slice(0, EXCERPT_CHARACTERS)}`);
    return latency;
  };
}

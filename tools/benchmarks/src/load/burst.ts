import { number, text } from "../processes/answer.ts";
import type { Numbers, Question } from "../processes/child.ts";
import { quantile } from "../statistics.ts";
import { connect } from "./client.ts";
import { reader } from "./stream.ts";
import { caller } from "./unary.ts";

/** Calls of `connections` other callers while one stream bursts, `repeat` times; latencies in milliseconds, bursts pooled. */
export async function burst(question: Question): Promise<Numbers> {
  const port = number(question, "port");
  const reading = connect(port);
  const others = Array.from({ length: number(question, "connections") }, () => connect(port));
  const read = reader(question);
  const call = caller(text(question, "otherBody"), text(question, "otherExpect"));
  const latencies: number[] = [];
  for (let left = number(question, "repeat"); left > 0; left -= 1) {
    let bursting = true;
    const calls = others.map(async (client) => {
      while (bursting) latencies.push(await call(client));
    });
    await read(reading);
    bursting = false;
    await Promise.all(calls);
  }
  await Promise.all([reading, ...others].map((client) => client.destroy()));
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), calls: latencies.length };
}

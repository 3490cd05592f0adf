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
    const stop = () => {
      bursting = false;
    };
    const callOn = async (client: ReturnType<typeof connect>) => {
      while (bursting) latencies.push(await patient(() => call(client)));
    };
    await Promise.all([read(reading).finally(stop), ...others.map(callOn)]);
  }
  await Promise.all([reading, ...others].map((client) => client.destroy()));
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), calls: latencies.length };
}

const ATTEMPTS = 3;

/**
 * Milliseconds until a call is answered. A server that was busy for longer than its keep-alive timeout cuts connections when it
 * comes back; a caller connects again then, and has waited all that time.
 */
async function patient(call: () => Promise<number>): Promise<number> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call();
      return performance.now() - started;
    } catch (error) {
      if (attempt === ATTEMPTS || !isCut(error)) throw error;
    }
  }
}

function isCut(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "UND_ERR_SOCKET");
}

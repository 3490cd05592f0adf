import { serve } from "@a2akit/server/node";
import type { Context } from "../context.ts";
import { createDemoAgent, DEMO_TOKEN } from "../demo/demo-agent.ts";
import { scenarios } from "../demo/scenarios.ts";
import { listening } from "../listening.ts";
import { messageOf } from "../message-of.ts";
import { line, warn } from "../output/output.ts";
import { untilInterrupted } from "../waiting/until-interrupted.ts";

const PORT = 4_000;

/** `a2a demo-server`: an agent to practise with, until it is interrupted (DEMO_SERVER_001). */
export async function demoServer({ invocation, io, signal }: Context): Promise<void> {
  const { port = PORT, host = "127.0.0.1" } = invocation.values;
  const handler = createDemoAgent({
    onError: (error) => warn(io, messageOf(error)),
  });
  const serving = await listening(serve({ handler, port, host }), { port, host });
  io.stdout.write(greeting(`${serving.url}/`));
  try {
    await untilInterrupted(signal);
  } finally {
    await serving.close();
  }
}

function greeting(url: string): string {
  const tries = Object.entries(scenarios).map(([name, { summary }]) =>
    line(`Try`, `a2a send -a ${url} "${name}" – ${summary}`),
  );
  return [
    line("Listening", url),
    line("Card", `${url}.well-known/agent-card.json`),
    line("Token", DEMO_TOKEN),
    ...tries,
  ].join("");
}

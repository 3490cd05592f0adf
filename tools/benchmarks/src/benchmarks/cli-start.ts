import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Benchmark, ContestantName } from "../benchmark.ts";
import { agentCard } from "../clients/agent-card.ts";

const BIN = join(import.meta.dirname, "../../../../packages/cli/dist/bin.js");
const MODULE = ["--input-type=module", "-e"];
/** Starts per reading; the fastest counts, since whatever else the machine does only adds. */
const STARTS = 5;

type Command = (url: string) => readonly string[];

/** What each contestant runs: Node alone, a script that shows the card at a URL, ours. */
const COMMANDS: Readonly<Record<ContestantName, { readonly version: Command; readonly card: Command }>> = {
  bare: {
    version: () => ["-e", "0"],
    card: (url) => [...MODULE, `console.log(JSON.stringify(await (await fetch("${url}")).json(), null, 2))`],
  },
  sdk: {
    version: () => [...MODULE, 'import "@a2a-js/sdk/client"'],
    card: (url) => [
      ...MODULE,
      `import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
       console.log(JSON.stringify(await new DefaultAgentCardResolver().resolve("${url}", ""), null, 2))`,
    ],
  },
  a2akit: {
    version: () => [BIN, "--version"],
    card: (url) => [BIN, "card", "get", "-o", "json", "-a", url],
  },
};

/** How long the command line takes from start to end. */
export const cliStartBenchmark: Benchmark = {
  name: "cli-start",
  slices: { quick: 3, full: 10 },
  rows: [
    {
      reading: "version",
      title: "a2a --version, beside node -e 0",
      unit: "ms",
      peer: "bare",
      limit: { atMost: 1.5 },
    },
    {
      reading: "card",
      title: "a2a card get, beside a bare script that fetches the card",
      unit: "ms",
      peer: "bare",
      limit: { atMost: 1.5 },
    },
  ],
  async start(contestant) {
    if (!existsSync(BIN)) throw new Error("The command line is not built: turbo run build --filter=@a2akit/cli");
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(agentCard(url)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/card.json`;
    const { version, card } = COMMANDS[contestant];
    return {
      measure: async () => ({ version: await fastest(version(url)), card: await fastest(card(url)) }),
      async stop() {
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        await closed;
      },
    };
  },
};

async function fastest(args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) times.push(await timed(args));
  return Math.min(...times);
}

/** Milliseconds from start to end of a process that must succeed. */
async function timed(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ["ignore", "ignore", "inherit"] });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return performance.now() - begin;
}

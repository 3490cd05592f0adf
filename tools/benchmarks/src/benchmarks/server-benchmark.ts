import type { Benchmark, Readings, Size } from "../benchmark.ts";
import { type Child, startChild } from "../processes/child.ts";
import { servers } from "../servers/index.ts";
import type { Keeping } from "../servers/serve.ts";
import { read } from "./cost.ts";

/** A server under test and the load generator beside it. */
export interface Bench {
  readonly size: Size;
  readonly server: Child;
  readonly load: Child;
  readonly port: number;
  readonly url: string;
  readonly longStreams: boolean;
}

export interface ServerBenchmark extends Omit<Benchmark, "start"> {
  readonly keeping: Keeping;
  /** Warms the server up and gives what measures one slice. */
  prepare(bench: Bench): Promise<() => Promise<Readings>>;
}

/** A benchmark in which the server is under test. */
export function serverBenchmark({ keeping, prepare, ...benchmark }: ServerBenchmark): Benchmark {
  return {
    ...benchmark,
    async start(contestant, { size, flags }) {
      const { module, longStreams } = servers[contestant];
      const server = startChild(new URL("../processes/server.ts", import.meta.url), [module, keeping], flags);
      const load = startChild(new URL("../processes/load.ts", import.meta.url), []);
      const stop = async () => {
        await Promise.all([load.stop(), server.stop()]);
      };
      try {
        const port = read(await server.ask({ ask: "port" }), "port");
        const url = `http://127.0.0.1:${port}/`;
        return { stop, measure: await prepare({ size, server, load, port, url, longStreams }) };
      } catch (error) {
        await stop();
        throw new Error(contestant, { cause: error });
      }
    },
  };
}

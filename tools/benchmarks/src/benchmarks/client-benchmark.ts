import type { Benchmark, Readings, Size } from "../benchmark.ts";
import { clients } from "../clients/index.ts";
import { type Child, startChild } from "../processes/child.ts";
import { servers } from "../servers/index.ts";
import { read } from "./cost.ts";

/** A client under test, in a process of its own, and the bare server that it talks to. */
interface ClientBench {
  readonly size: Size;
  readonly client: Child;
  readonly url: string;
}

export interface ClientBenchmark extends Omit<Benchmark, "start"> {
  /** Warms the client up and gives what measures one slice. */
  prepare(bench: ClientBench): Promise<() => Promise<Readings>>;
}

/** A benchmark in which the client is under test. */
export function clientBenchmark({ prepare, ...benchmark }: ClientBenchmark): Benchmark {
  return {
    ...benchmark,
    async start(contestant, { size, flags }) {
      const server = startChild(new URL("../processes/server.ts", import.meta.url), [servers.bare.module, "remember"]);
      const children = [server];
      const stop = async () => {
        await Promise.all(children.map((child) => child.stop()));
      };
      try {
        const url = `http://127.0.0.1:${read(await server.ask({ ask: "port" }), "port")}/`;
        const client = startChild(
          new URL("../processes/client.ts", import.meta.url),
          [clients[contestant], url],
          flags,
        );
        children.push(client);
        return { stop, measure: await prepare({ size, client, url }) };
      } catch (error) {
        await stop();
        throw new Error(contestant, { cause: error });
      }
    },
  };
}

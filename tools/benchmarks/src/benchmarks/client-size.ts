import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Benchmark, ContestantName } from "../benchmark.ts";

/** What an app imports for a JSON-RPC client; `bare` needs nothing. */
const IMPORTS: Readonly<Record<ContestantName, string>> = {
  bare: "console.log(fetch)",
  sdk: 'import { ClientFactory } from "@a2a-js/sdk/client"; console.log(ClientFactory)',
  a2akit: 'import { createClient } from "@a2akit/client"; console.log(createClient)',
};

/** A client in a browser bundle: minified, tree-shaken, gzipped. */
export const clientSizeBenchmark: Benchmark = {
  name: "client-size",
  // Nothing that the machine could change.
  slices: { quick: 1, full: 1 },
  rows: [{ reading: "size", title: "Client in a browser bundle, gzipped", unit: "KB", limit: { atMost: 7 } }],
  async start(contestant) {
    return {
      async measure() {
        const { outputFiles } = await build({
          stdin: { contents: IMPORTS[contestant], resolveDir: import.meta.dirname },
          bundle: true,
          minify: true,
          format: "esm",
          platform: "browser",
          target: "es2022",
          write: false,
          logLevel: "error",
        });
        const [bundle] = outputFiles;
        return { size: gzipSync(bundle?.contents ?? "", { level: 9 }).length / 1_024 };
      },
      stop: async () => {},
    };
  },
};

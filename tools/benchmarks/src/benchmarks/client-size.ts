import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import type { Benchmark, ContestantName } from "../benchmark.ts";

/** What an app imports for a JSON-RPC client; `bare` needs nothing. */
const IMPORTS: Readonly<Record<ContestantName, string>> = {
  bare: "console.log(fetch)",
  sdk: 'import { ClientFactory } from "@a2a-js/sdk/client"; console.log(ClientFactory)',
  a2akit: 'import { createClient } from "@a2akit/client"; console.log(createClient)',
};

const ENTRY = "client-size:entry";
/** Where it is taken to lie, so that its imports are those of this package. */
const FILE = `${import.meta.dirname}/client-size-entry.js`;

/** A client in a browser bundle as Vite makes it: minified, tree-shaken, gzipped file by file. */
export const clientSizeBenchmark: Benchmark = {
  name: "client-size",
  // Nothing that the machine could change.
  slices: { quick: 1, full: 1 },
  rows: [
    {
      reading: "size",
      title: "Client in a browser bundle, what a canonical agent loads",
      unit: "KB",
      limit: { atMost: 7 },
    },
    {
      reading: "all",
      title: "Client in a browser bundle, with what others load later",
      unit: "KB",
      limit: { atMost: 13 },
    },
  ],
  async start(contestant) {
    return {
      async measure() {
        const files = await bundle(IMPORTS[contestant]);
        const sizes = files.map(({ code, isEntry }) => ({
          isEntry,
          size: gzipSync(code, { level: 9 }).length / 1_024,
        }));
        const sum = (list: readonly { readonly size: number }[]) => list.reduce((total, { size }) => total + size, 0);
        return { size: sum(sizes.filter(({ isEntry }) => isEntry)), all: sum(sizes) };
      },
      stop: async () => {},
    };
  },
};

/** The files of a bundle; the entry imports no other at once. */
async function bundle(contents: string): Promise<{ code: string; isEntry: boolean }[]> {
  const build = await rolldown({
    input: ENTRY,
    cwd: import.meta.dirname,
    platform: "browser",
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? FILE : undefined),
        load: (id) => (id === FILE ? contents : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  const chunks = output.filter((file) => file.type === "chunk");
  const early = chunks.find(({ isEntry, imports }) => isEntry && imports.length > 0);
  if (early) throw new Error(`The entry is more than one file: ${early.imports.join()}`);
  return chunks.map(({ code, isEntry }) => ({ code, isEntry }));
}

import { dirname, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** What most command lines need. Each file that is read costs half a millisecond of every start, whatever its size. */
const OFTEN_NEEDED = ["main.ts", "commands/card-get.ts", "commands/send.ts", "commands/task-get.ts"];

/**
 * Puts what is often needed into one file. A chunk is what the same set of entries reaches, and each `import()` is an entry: left alone, some thirty
 * chunks are what several of them share. As every entry is made to reach what is often needed, that is one chunk.
 */
const together: Plugin = {
  name: "together",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" ? { path: resolve(resolveDir, path), namespace: "entry" } : undefined,
    );
    onLoad({ filter: /./, namespace: "entry" }, ({ path }) => ({
      contents: `import "often-needed"; export * from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
    onResolve({ filter: /^often-needed$/ }, ({ path }) => ({ path, namespace: path }));
    onLoad({ filter: /./, namespace: "often-needed" }, () => ({
      contents: OFTEN_NEEDED.map((path) => `import "./${path}";`).join(""),
      resolveDir: resolve("src"),
    }));
  },
};

// The binary is self-contained: the packages of this repository are devDependencies, which are bundled.
export default defineConfig({
  entry: ["src/bin.ts"],
  format: "esm",
  target: "node22.13",
  platform: "node",
  splitting: true,
  clean: true,
  esbuildPlugins: [together],
});

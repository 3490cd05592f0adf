import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "tsup";

/** Builds the package in the current folder: one entry per path in its `exports` map, under the same name in `dist`. */
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; exports: Record<string, string> };
const sources = Object.values(manifest.exports).filter((path) => path.endsWith(".ts"));

/**
 * What browsers load is built file by file: bundlers put whole files where they are needed, and what only some agents need must not share one with
 * what all do (docs/decisions/0009-small-client.md).
 */
const isForBrowsers = ["@a2akit/protocol", "@a2akit/client"].includes(manifest.name);
const modules = isForBrowsers ? globSync("src/**/*.ts").filter((path) => !/\.test(-d|-helper)?\.ts$/.test(path)) : [];

const entries = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path.replace(/^(\.\/)?src\//, "").replace(/\.ts$/, ""), path]));

export default defineConfig({
  entry: entries([...modules, ...sources]),
  format: "esm",
  target: "es2023",
  platform: "neutral",
  // Modules of Node keep their prefix: without it, "sqlite" is none.
  removeNodeProtocol: false,
  external: [/^node:/],
  dts: { entry: entries(sources) },
  clean: true,
  plugins: [
    {
      name: "constants",
      /** esbuild makes each `const` of a module a `var`, which bundlers cannot write out where it is used. Capitals are never assigned to. */
      renderChunk: (code) => ({ code: code.replaceAll(/^var (?=[A-Z][A-Z_]* = )/gm, "const ") }),
    },
  ],
  treeshake: true,
});

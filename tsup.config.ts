import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

/** Builds the package in the current folder: one entry per path in its `exports` map, under the same name in `dist`. */
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { exports: Record<string, string> };
const sources = Object.values(manifest.exports).filter((path) => path.endsWith(".ts"));

export default defineConfig({
  entry: Object.fromEntries(sources.map((path) => [path.slice("./src/".length, -".ts".length), path])),
  format: "esm",
  target: "es2023",
  platform: "neutral",
  // Modules of Node keep their prefix: without it, "sqlite" is none.
  removeNodeProtocol: false,
  external: [/^node:/],
  dts: true,
  clean: true,
  treeshake: true,
});

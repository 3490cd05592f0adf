import { defineConfig } from "tsup";

// The binary is self-contained: the packages of this repository are devDependencies, which are bundled. Each command is a chunk of its own.
export default defineConfig({
  entry: ["src/bin.ts"],
  format: "esm",
  target: "node22.13",
  platform: "node",
  splitting: true,
  clean: true,
});

import { defineConfig } from "tsup";

// Two programs. The packages of this repository are bundled: what runs is what was built.
export default defineConfig({
  entry: ["src/main.ts", "src/demo.ts"],
  format: "esm",
  target: "node24",
  platform: "node",
  // "sqlite" without its prefix is no module.
  removeNodeProtocol: false,
  noExternal: [/^@a2akit\//],
  clean: true,
});

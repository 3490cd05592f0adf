import { copyFile } from "node:fs/promises";
import { defineConfig } from "tsup";

// The canonical spec, which vendors' files refer to, goes along; in the repository it lies with the other specs.
export default defineConfig({
  entry: ["src/index.ts", "src/bin.ts"],
  format: "esm",
  target: "es2023",
  platform: "node",
  splitting: true,
  dts: { entry: "src/index.ts" },
  clean: true,
  treeshake: true,
  onSuccess: () => copyFile("../../specs/a2a/openapi.yaml", "dist/a2a.openapi.yaml"),
});

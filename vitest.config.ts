import { defineConfig } from "vitest/config";

/** One configuration for every package: `vitest run --config ../../vitest.config.ts` takes the package's folder as its root. */
export default defineConfig({
  test: { include: ["**/src/**/*.test.ts"], testTimeout: 20_000, passWithNoTests: false },
});

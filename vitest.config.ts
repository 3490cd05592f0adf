import { defineConfig } from "vitest/config";

/** For what hangs, and nothing else: a machine that is slow, or has other work, must not fail a test. */
const TIMEOUT = 90_000;

/** One configuration for every package: `vitest run --config ../../vitest.config.ts` takes the package's folder as its root. */
export default defineConfig({
  test: { include: ["**/src/**/*.test.ts"], testTimeout: TIMEOUT, hookTimeout: TIMEOUT, passWithNoTests: false },
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { installPackages } from "./npm.ts";
import { cleanEnvironment } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-npm-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

it("an installation without a registry says what it wanted and why", async () => {
  // Nothing listens on port 9, and the cache is empty.
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
  vi.stubEnv("npm_config_cache", join(folder, "cache"));
  await expect(installPackages(join(folder, "project"), { zod: "4.6.7" })).rejects.toThrow(
    /npm registry, which must be in reach for this test: zod \(4\.6\.7\).*exit code.*ECONNREFUSED/s,
  );
});

it("a child process keeps the way to the registry and loses what leads back into the workspace", () => {
  const kept = {
    PATH: "/bin",
    HTTPS_PROXY: "p",
    NODE_EXTRA_CA_CERTS: "c",
    npm_config_registry: "r",
    NPM_CONFIG_CACHE: "n",
  };
  const dropped = { NODE_PATH: "/here", NODE_OPTIONS: "--conditions=x", npm_execpath: "pnpm", npm_config_prefix: "/p" };
  expect(cleanEnvironment({ ...kept, ...dropped })).toEqual(kept);
});

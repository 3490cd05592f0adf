import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import { CliError } from "../cli-error.ts";
import { runCli } from "../run-cli.test-helper.ts";
import { MAX_SOURCE_BYTES } from "./read-source.ts";

const generator = vi.hoisted(() => ({ isLoaded: false }));
vi.mock("@a2akit/generator", async (load) => {
  generator.isLoaded = true;
  return load();
});

const interrupted = new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted");
const folder = mkdtempSync(join(tmpdir(), "a2akit-source-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a card does without the generator, which is slow to load", async () => {
  writeFileSync(join(folder, "card.json"), JSON.stringify(bareCard({ name: "Carded" })));
  const stop = new AbortController();
  const { status, stdout } = await runCli(["mock", "card.json", "--port", "0"], {
    cwd: folder,
    signal: stop.signal,
    onStdout: () => stop.abort(interrupted),
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining("Mock: Carded\n")]);
  expect(generator.isLoaded).toBe(false);
});

test("it takes files of the size that the generator takes", async () => {
  const { MAX_SPEC_BYTES } = await import("@a2akit/generator");
  expect(MAX_SOURCE_BYTES).toBe(MAX_SPEC_BYTES);
  writeFileSync(join(folder, "large.json"), "");
  truncateSync(join(folder, "large.json"), MAX_SOURCE_BYTES + 1);
  const { status, stderr } = await runCli(["mock", "large.json"], { cwd: folder });
  expect([status, stderr]).toEqual([2, expect.stringContaining(`large.json is larger than ${MAX_SOURCE_BYTES} bytes`)]);
});

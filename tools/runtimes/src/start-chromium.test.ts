import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { requireChromium } from "./find-chromium.ts";
import { startChromium } from "./start-chromium.ts";
import { startPage } from "./start-page.ts";

test("a page shows what its script prints, and why it failed", async (context) => {
  const chromium = await startChromium(requireChromium(context));
  onTestFinished(() => chromium.stop());
  const page = await startPage(new URL("page.fixture.ts", import.meta.url));
  onTestFinished(() => page.close());
  expect(await chromium.read(page.showing("a & <b>"))).toBe("Shown: a & <b>");
  expect(await chromium.read(page.showing("fail"))).toBe("Shown: fail\nError: as it was told to");
});

test("a program that ends at once is an error", async () => {
  // Node does not know the options.
  await expect(startChromium(process.execPath)).rejects.toThrow(/did not start: The browser has ended\n.*bad option/s);
});

test("a browser that crashes as it opens a page is an error, and one only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "a2akit-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "crash.mjs");
  writeFileSync(path, CRASHING, { mode: 0o755 });
  const chromium = await startChromium(path);
  onTestFinished(() => chromium.stop());
  // A rejection that nobody handles would fail the run.
  await expect(chromium.read("http://127.0.0.1/")).rejects.toThrow("The browser has ended");
});

/** Does as it is told until it is to open a page. */
const CRASHING = `#!${process.execPath}
import { createReadStream, writeSync } from "node:fs";
createReadStream("", { fd: 3, encoding: "utf8" }).on("data", (text) => {
  for (const message of text.split("\\0").filter(Boolean)) {
    const { id, method } = JSON.parse(message);
    if (method === "Page.navigate") process.exit(1);
    writeSync(4, JSON.stringify({ id, result: { targetId: "t", sessionId: "s" } }) + "\\0");
  }
});
`;

test("a missing browser is a reason to skip, and in CI to fail", () => {
  onTestFinished(() => void vi.unstubAllEnvs().restoreAllMocks());
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const skip = (reason: string): never => {
    throw new Error(`skipped: ${reason}`);
  };
  vi.stubEnv("PATH", import.meta.dirname).stubEnv("CI", "");
  expect(() => requireChromium({ skip })).toThrow("skipped: Chromium is not installed");
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/^WARNING: Chromium is not installed/));
  vi.stubEnv("CI", "true");
  expect(() => requireChromium({ skip })).toThrow(/^Chromium is not installed/);
});

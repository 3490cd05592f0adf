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

import { requireChromium, startChromium, startPage } from "@a2akit/runtimes/browser";
import { expect, onTestFinished, test } from "vitest";
import { SIGHTS, startTourAgent } from "./tour-agent.test-helper.ts";

test("a page of another origin, in Chromium", async (context) => {
  const path = requireChromium(context);
  const agent = await startTourAgent();
  onTestFinished(() => agent.close());
  const page = await startPage(new URL("tour.test-helper.ts", import.meta.url));
  onTestFinished(() => page.close());
  const chromium = await startChromium(path);
  onTestFinished(() => chromium.stop());
  const text = await chromium.read(page.showing(agent.url));
  expect(text).toMatch(/^{/);
  expect(JSON.parse(text)).toEqual({ ...SIGHTS, runtime: expect.stringMatching(/Chrome\//) });
});

import { requireChromium, startChromium, startPage } from "@a2akit/runtimes/browser";
import { expect, onTestFinished, test } from "vitest";
import { startDemoAgent } from "./start-demo-agent.ts";

const script = new URL("page.test-helper.ts", import.meta.url);

test("a page in Chromium shows what the agent streams, if its origin may call", async (context) => {
  const path = requireChromium(context);
  const [page, stranger] = [await startPage(script), await startPage(script)];
  onTestFinished(() => page.close());
  onTestFinished(() => stranger.close());
  const agent = await startDemoAgent({ cors: { origins: [page.origin] } });
  onTestFinished(() => agent.close());
  const chromium = await startChromium(path);
  onTestFinished(() => chromium.stop());

  const lines = (await chromium.read(page.showing(`${agent.url}/`))).split("\n");
  expect(lines).toEqual([
    "TASK_STATE_WORKING",
    "Boehringer Ingelheim GmbH, Birkendorfer Str. 65, 88397 Biberach an der Riss, DE.",
    "TASK_STATE_COMPLETED",
  ]);
  expect(await chromium.read(stranger.showing(`${agent.url}/`))).toMatch(/^TransportError: /);
});

import type { StreamResponse } from "@a2akit/client";
import { expect, test } from "vitest";
import { createStreamRenderer } from "./stream-renderer.ts";

const chunk = (text: string, append: boolean, artifactId = "a1"): StreamResponse => ({
  artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId, name: "Report", parts: [{ text }] }, append },
});
const status = (state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED", text?: string): StreamResponse => ({
  statusUpdate: {
    taskId: "t",
    contextId: "c",
    status: {
      state,
      ...(text !== undefined && { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text }] } }),
    },
  },
});

function render(...events: StreamResponse[]): string {
  const renderer = createStreamRenderer();
  return events.map((event) => renderer.push(event)).join("") + renderer.end();
}

test("the chunks of one artifact run on under one label", () => {
  expect(
    render(
      status("TASK_STATE_WORKING", "thinking"),
      chunk("Hel", false),
      chunk("lo", true),
      status("TASK_STATE_COMPLETED"),
    ),
  ).toBe(
    "State: TASK_STATE_WORKING\nMessage:\nthinking\n\nArtifact: Report (a1)\nText:\nHello\n\nState: TASK_STATE_COMPLETED\n",
  );
});

test("another artifact, and one that starts anew, gets its own label", () => {
  expect(render(chunk("a", false), chunk("b", false, "a2"), chunk("c", false, "a2"))).toBe(
    "Artifact: Report (a1)\nText:\na\n\nArtifact: Report (a2)\nText:\nb\n\nArtifact: Report (a2)\nText:\nc\n\n",
  );
});

test("parts that are no text are rendered in place (SEND_004)", () => {
  const parts = [
    { text: "x" },
    { data: null },
    { raw: "AAAA", filename: "f.bin", mediaType: "a/b" },
    { url: "https://h/p" },
  ];
  expect(render({ artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts } } })).toBe(
    "Artifact: a\nText:\nx\n\nData:\nnull\n\nFile: f.bin, a/b, 3 B\nFile: unnamed, https://h/p\n",
  );
});

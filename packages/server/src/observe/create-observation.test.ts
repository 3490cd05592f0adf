import { expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../testing/harness.ts";

const failure = new Error("the log is full");

test.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw failure;
    },
  ],
  ["rejects", async () => Promise.reject(failure)],
])("an onError that %s costs neither the task its end nor the operator the error", async (_, onError) => {
  const written = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => written.mockRestore());
  const cause = new Error("agent");
  const server = await startServer("fetch", {
    agent: () => {
      throw cause;
    },
    onError,
  });
  expect((await server.send("hi")).task.status.state).toBe("TASK_STATE_FAILED");
  await server.close();
  expect(written.mock.calls).toEqual([[cause], [failure]]);
});

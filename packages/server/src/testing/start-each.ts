import { afterEach } from "vitest";
import { startServer, type TestOptions, type TestServer, type Writer } from "./harness.ts";
import { scripted } from "./scripted-steps.ts";

/** For tests that start one server each: starts it, with the scripted agent unless another is given, and closes it when the test is over. */
export function startEach(writer: Writer): (options?: Partial<TestOptions>) => Promise<TestServer> {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  return async (options) => {
    server = await startServer(writer, { agent: scripted, ...options });
    return server;
  };
}

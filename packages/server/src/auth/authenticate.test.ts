import { afterEach, describe, expect, it } from "vitest";
import { startServer, type TestServer, WRITERS } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import type { Authenticate } from "./authenticate.ts";

describe.each(WRITERS)("what a hook resolves with, over %s", (writer) => {
  let server: TestServer;
  afterEach(() => server.close());
  const ask = async (answer: unknown) => {
    // A hook in JavaScript may resolve with anything.
    const authenticate = (async () => answer) as unknown as Authenticate;
    server = await startServer(writer, { agent: scripted, authenticate });
    return server.call("ListTasks");
  };

  it("403, with a challenge that says what is lacking, or without one", async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="write"';
    const { status, headers, body } = await ask({ status: 403, challenge });
    expect([status, headers.get("www-authenticate")]).toEqual([403, challenge]);
    expect(body.error).toMatchObject({ code: -32000, data: [{ reason: "PERMISSION_DENIED" }] });
    await server.close();
    expect((await ask({ status: 403 })).headers.get("www-authenticate")).toBeNull();
  });

  it("429, with the time to come back", async () => {
    const { status, headers, body } = await ask({ status: 429, retryAfter: 0.2 });
    expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
    expect(body).toMatchObject({ id: null, error: { code: -32000, data: [{ reason: "RESOURCE_EXHAUSTED" }, {}] } });
  });

  it.each([[undefined], [null], [{}], [{ owner: "alice" }], [{ owner: 1, tenant: "" }], [true]])(
    "%j is nobody, and an internal error",
    async (answer) => {
      expect((await ask(answer)).body.error).toMatchObject({ code: -32603, message: "Internal error" });
      expect(server.errors.map(String)).toEqual([expect.stringContaining("must resolve with a caller")]);
    },
  );
});

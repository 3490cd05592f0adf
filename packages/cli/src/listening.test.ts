import { expect, test } from "vitest";
import { listening } from "./listening.ts";

test.each([
  ["EADDRINUSE", "another program listens there; --port 0 takes a free one"],
  ["EADDRNOTAVAIL", "this machine has no such address; --host names another"],
  ["EOTHER", "no luck"],
])("%s", async (code, why) => {
  const error = Object.assign(new Error(`${code}: no luck, listen`), { code });
  await expect(listening(Promise.reject(error), { port: 4000, host: "agent.example" })).rejects.toMatchObject({
    code: "A2ACLI_ERR_USAGE",
    message: `Cannot listen on port 4000 of agent.example: ${why}`,
  });
});

test("what is no error of the system stays what it is", async () => {
  const error = new Error("fault");
  await expect(listening(Promise.reject(error), { port: 1, host: "x" })).rejects.toBe(error);
});

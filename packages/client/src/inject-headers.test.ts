import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { fakeFetch, succeed, testCard } from "./fixtures.test-helper.ts";
import { injectHeaders } from "./inject-headers.ts";

test("headers are made for each call", async () => {
  const { fetch, requests } = fakeFetch(succeed({ id: "t", status: { state: "TASK_STATE_WORKING" } }));
  let calls = 0;
  const trace = injectHeaders((headers) => {
    calls += 1;
    headers.Traceparent = `00-trace-${calls}`;
  });
  const client = connect({ card: testCard(), shape: "interfaces" }, { fetch, interceptors: [trace] });
  await client.getTask({ id: "t" }, { headers: { "x-own": "1", traceparent: "old" } });
  await client.getTask({ id: "t" });
  expect(requests.map(({ headers }) => [headers.traceparent, headers["x-own"]])).toEqual([
    ["00-trace-1", "1"],
    ["00-trace-2", undefined],
  ]);
});

test("a call ends with its time limit while its headers are still to be made", async () => {
  const { fetch, requests } = fakeFetch(succeed({ id: "t" }));
  const never = injectHeaders(() => new Promise(() => {}));
  const client = connect({ card: testCard(), shape: "interfaces" }, { fetch, interceptors: [never] });
  await expect(client.getTask({ id: "t" }, { timeout: 1 })).rejects.toThrow("No answer within 1 ms");
  expect(requests).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { parseFault } from "./fault.ts";
import { faultNames } from "./fault-names.ts";
import { testMock } from "./mock.test-helper.ts";

const kinds = (events: readonly Record<string, unknown>[]) => events.map((event) => Object.keys(event)[0]);
const script = { replies: [{ events: [{ working: null }, { artifact: "a" }] }] };

describe("in an answer", () => {
  test.each([
    ["wrong-id", { id: "of-another-request" }],
    ["error=TaskNotFound", { id: 7, error: { code: -32001, message: expect.any(String) } }],
    ["error=-32050", { id: 7, error: { code: -32050 } }],
    ["set=/result/task/status/state=7", { result: { task: { status: { state: 7 } } } }],
    ['set=/**/state="x"', { result: { task: { status: { state: "x" } } } }],
    ["rename=/result/task/status=state_of_things", { result: { task: { state_of_things: expect.anything() } } }],
    ["remove=/result/task/artifacts/0/parts/0", { result: { task: { artifacts: [{ parts: [] }] } } }],
  ])("%s", async (fault, want) => {
    expect(await testMock({ script, faults: [fault] }).send("x")).toMatchObject(want);
  });

  test("remove with * takes the member from every item", async () => {
    const { result } = await testMock({ script, faults: ["remove=/result/task/*/*/parts"] }).send("x");
    expect(result.task.artifacts?.[0]).not.toHaveProperty("parts");
    expect(result.task.history?.[0]).not.toHaveProperty("parts");
  });

  test("malformed breaks off", async () => {
    const text = await (await testMock({ faults: ["malformed"] }).post("GetTask", { id: "x" })).text();
    expect(text.length).toBeGreaterThan(10);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test("status, content-type, header", async () => {
    const down = await testMock({ faults: ["status=503"] }).post("GetTask", { id: "x" });
    expect([down.status, down.headers.get("content-type")]).toEqual([503, "text/plain"]);
    const typed = await testMock({ faults: ["content-type=text/html", "header=x-extra:yes"] }).post("GetTask", {
      id: "x",
    });
    expect([typed.status, typed.headers.get("content-type"), typed.headers.get("x-extra")]).toEqual([
      200,
      "text/html",
      "yes",
    ]);
  });

  test("request-header is what the agent sees", async () => {
    const answer = await testMock({ faults: ["request-header=a2a-version:99.0"] }).call("GetTask", { id: "x" });
    expect(answer.error.code).toBe(-32009);
  });

  test("disconnect has no answer, hang none until the caller leaves", async () => {
    await expect(testMock({ faults: ["disconnect"] }).send("x")).rejects.toThrow("closed the connection");
    const mock = testMock({ faults: ["hang"] });
    const leave = new AbortController();
    const answer = mock.fetch(
      new Request("http://mock.example/", { method: "POST", body: "{}", signal: leave.signal }),
    );
    leave.abort();
    await expect(answer).rejects.toThrow("left");
  });

  test("delay lets others pass", async () => {
    const order: string[] = [];
    const send = async (name: string, faults: string[]) => {
      await testMock({ faults }).send("x");
      order.push(name);
    };
    await Promise.all([send("late", ["delay=100ms"]), send("early", [])]);
    expect(order).toEqual(["early", "late"]);
  });
});

describe("in a stream", () => {
  test.each([
    ["duplicate=2", ["task", "statusUpdate", "statusUpdate", "artifactUpdate", "statusUpdate"]],
    ["lose=1", ["statusUpdate", "artifactUpdate", "statusUpdate"]],
    ["reorder=1", ["statusUpdate", "task", "artifactUpdate", "statusUpdate"]],
    ["reorder=4", ["task", "statusUpdate", "artifactUpdate", "statusUpdate"]],
    ["pace=1ms", ["task", "statusUpdate", "artifactUpdate", "statusUpdate"]],
  ])("%s", async (fault, want) => {
    expect(kinds(await testMock({ script, faults: [fault] }).stream("x"))).toEqual(want);
  });

  test("drop breaks off after n events", async () => {
    const response = await testMock({ script, faults: ["drop=2"] }).post("SendStreamingMessage", { message });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of response.body ?? []) seen.push(new TextDecoder().decode(chunk));
    })();
    await expect(reading).rejects.toThrow("after 2 events");
    expect(seen).toHaveLength(2);
  });

  test("keep-open does not end with its last event, and lets its reader go", async () => {
    const response = await testMock({ script, faults: ["keep-open"] }).post("SendStreamingMessage", { message });
    const reader = (response.body ?? new Blob([]).stream()).getReader();
    let text = "";
    while (!text.includes("TASK_STATE_COMPLETED")) text += new TextDecoder().decode((await reader.read()).value);
    let ended = false;
    void reader.read().then(() => {
      ended = true;
    });
    await new Promise(setImmediate);
    expect(ended).toBe(false);
  });

  const message = { messageId: "1", role: "ROLE_USER", parts: [{ text: "x" }] };
});

describe("whom a fault is for", () => {
  test("one that names a method leaves the others alone", async () => {
    const mock = testMock({ faults: ["GetTask:status=500"] });
    expect((await mock.post("GetTask", { id: "x" })).status).toBe(500);
    expect((await mock.post("ListTasks", {})).status).toBe(200);
  });

  test("the card, which no other fault touches", async () => {
    const card = new Request("http://mock.example/.well-known/agent-card.json");
    const broken = await testMock({ faults: ["card:remove=/name"] }).fetch(card.clone());
    expect(await broken.json()).not.toHaveProperty("name");
    expect((await testMock({ faults: ["status=500"] }).fetch(card.clone())).status).toBe(200);
  });

  test("one that is for so many calls ends with them", async () => {
    const mock = testMock({ faults: ["status=503,times=2"] });
    const status = async () => (await mock.post("GetTask", { id: "x" })).status;
    expect([await status(), await status(), await status()]).toEqual([503, 503, 200]);
  });
});

test.each([
  ["dely=2s", "did you mean delay?"],
  ["delay", "delay needs a value: delay=<duration>"],
  ["delay=2", "is not a duration"],
  ["hang=2s", "hang takes no value"],
  ["GetTsk:hang", "GetTsk is no method of A2A; did you mean GetTask?"],
  ["drop=0", "is not a whole number from 1"],
  ["status=99", "is not a whole number from 200 to 599"],
  ["error=TaskNotFond", "did you mean TaskNotFound?"],
  ["set=result=1", "does not begin with a JSON pointer"],
  ["set=/result=x", "is not JSON; a string needs its quotes"],
  ["rename=/result", "is not pointer=name"],
  ["", "is no fault; there is delay, hang"],
])("%s is refused", (text, why) => {
  expect(() => parseFault(text)).toThrow(why);
});

test("every fault is there", () => {
  const values: Partial<Record<string, string>> = {
    duration: "1ms",
    "name|code": "-1",
    code: "500",
    type: "a/b",
    "name:value": "a:b",
    n: "1",
  };
  for (const [name, [value]] of Object.entries(faultNames))
    expect(() => parseFault(value === undefined ? name : `${name}=${values[value] ?? "/a=1"}`)).not.toThrow();
});

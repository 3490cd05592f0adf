import { expect, test } from "vitest";
import { messageOf, testMock } from "./mock.test-helper.ts";

test("without a script it says what it was sent, as a task", async () => {
  const { result } = await testMock().send("Hello");
  expect(result.task).toMatchObject({
    status: { state: "TASK_STATE_COMPLETED" },
    artifacts: [{ name: "Mock answer", parts: [{ text: "You said: Hello" }] }],
  });
});

test("an agent that writes JSON only answers in JSON", async () => {
  const card = { name: "Parrot", description: "", version: "1", defaultOutputModes: ["application/json"] };
  const { result } = await testMock({ source: { card } }).send([{ url: "https://files.example/a.pdf" }]);
  expect(result.task.artifacts?.[0]?.parts).toEqual([
    { data: { mock: "Parrot", text: "", parts: ["url"] }, mediaType: "application/json" },
  ]);
});

test("the first reply that fits is given", async () => {
  const mock = testMock({
    script: {
      replies: [
        { when: { text: "hello " }, message: "Good day" },
        {
          when: { regex: "order (\\d+)" },
          events: [{ working: "Looking up $1" }, { artifact: { name: "Order $1", parts: "$0" } }],
        },
        { when: { part: "raw" }, events: [{ "input-required": "Which page?" }] },
        { when: { continues: true }, message: "Still here" },
        { message: "What?" },
      ],
    },
  });
  expect((await mock.send("Hello")).result.message.parts).toEqual([{ text: "Good day" }]);
  const { task } = (await mock.send("Where is ORDER 17?")).result;
  expect(task.artifacts?.[0]).toMatchObject({ name: "Order 17", parts: [{ text: "ORDER 17" }] });
  const asked = (await mock.send([{ raw: "AAAA" }])).result.task;
  expect(asked.status).toMatchObject({
    state: "TASK_STATE_INPUT_REQUIRED",
    message: { parts: [{ text: "Which page?" }] },
  });
  expect((await mock.send("7", { taskId: asked.id })).result.message.parts[0]?.text).toBe("Still here");
  expect((await mock.send("Hm")).result.message.parts).toEqual([{ text: "What?" }]);
});

test("a reply that is used up makes way for the next", async () => {
  const mock = testMock({ script: { replies: [{ times: 1, error: "Internal" }, { message: "Fine" }] } });
  expect((await mock.send("x")).error.code).toBe(-32603);
  expect((await mock.send("x")).result.message.parts[0]?.text).toBe("Fine");
});

test("steps become events in their order, texts are chunks, and a wait ends with the task", async () => {
  const mock = testMock({
    script: { replies: [{ events: [{ working: null }, "one ", "two", { wait: "1ms" }, { failed: "No luck" }] }] },
  });
  const kinds = (await mock.stream("go")).map((result) => Object.keys(result)[0]);
  expect(kinds).toEqual(["task", "statusUpdate", "artifactUpdate", "artifactUpdate", "statusUpdate"]);
  const { task } = (await mock.send("go")).result;
  expect(task.artifacts?.[0]?.parts).toEqual([{ text: "one " }, { text: "two" }]);
  expect(task.status.state).toBe("TASK_STATE_FAILED");
});

test("a method can be answered with an error or a result of one's own", async () => {
  const mock = testMock({
    script: {
      replies: [
        {
          when: { method: "GetTask" },
          error: { code: -32050, message: "Closed on Sundays", data: [{ "@type": "x" }] },
        },
        { when: { method: "ListTasks" }, result: { tasks: "none of your business" } },
      ],
    },
  });
  expect(await mock.call("GetTask", { id: "x" })).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32050, message: "Closed on Sundays", data: [{ "@type": "x" }] },
  });
  expect((await mock.call("ListTasks", {})).result).toEqual({ tasks: "none of your business" });
});

test("faults of a reply are for its calls alone", async () => {
  const mock = testMock({ script: { replies: [{ when: { text: "break" }, faults: ["wrong-id"] }] } });
  expect((await mock.send("break")).id).toBe("of-another-request");
  expect((await mock.send("fine")).id).toBe(7);
});

test("a message that waits in the queue of a task gets the reply that was picked for it", async () => {
  const mock = testMock({
    script: {
      replies: [
        { when: { text: "first" }, events: [{ working: null }, { wait: "20ms" }, { "input-required": "More?" }] },
        { when: { text: "second" }, events: [{ artifact: "for the second" }] },
      ],
    },
  });
  const now = { configuration: { returnImmediately: true } };
  const { task } = (await mock.call("SendMessage", { ...messageOf("first"), ...now })).result;
  const { result } = await mock.send("second", { taskId: task.id });
  expect(result.task).toMatchObject({ id: task.id, artifacts: [{ parts: [{ text: "for the second" }] }] });
});

test("callers are let in without a key, unless one is asked for", async () => {
  const securitySchemes = {
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    token: { httpAuthSecurityScheme: { scheme: "bearer" } },
  };
  const card = {
    name: "Parrot",
    description: "",
    version: "1",
    securitySchemes,
    securityRequirements: [{ schemes: { key: {} } }],
  };
  expect((await testMock({ source: { card } }).post("GetTask", { id: "x" })).status).toBe(200);
  const locked = testMock({ source: { card }, keys: { "api-key": "k1", bearer: "t1" } });
  expect((await locked.post("GetTask", { id: "x" })).status).toBe(401);
  expect((await locked.post("GetTask", { id: "x" }, { "x-key": "other" })).status).toBe(401);
  expect((await locked.post("GetTask", { id: "x" }, { "x-key": "k1" })).status).toBe(200);
  expect((await locked.post("GetTask", { id: "x" }, { authorization: "Bearer t1" })).status).toBe(200);
  expect(() => testMock({ keys: { "api-key": "k1" } })).toThrow("--api-key: no security scheme");
});

test("no caller can choose a reply by a header", async () => {
  const mock = testMock({ script: { replies: [{ when: { text: "secret" }, message: "secret" }] } });
  const response = await mock.post("SendMessage", messageOf("x"), { "x-a2a-mock-reply": "1" });
  expect(await response.json()).toHaveProperty("result.task");
});

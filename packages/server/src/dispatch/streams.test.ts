import { describe, expect, it } from "vitest";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { brief, collect, gate, messageOf, WRITERS } from "../testing/harness.ts";
import { startEach } from "../testing/start-each.ts";

const RESUMABLE = { "a2a-extensions": EVENT_LOG_EXTENSION };

describe.each(WRITERS)("streams over %s", (writer) => {
  const start = startEach(writer);

  it("ends with the final Task where the log was compacted before it was read", async () => {
    const { stream } = await start({ store: createMemoryTaskStore({ compactAfter: 0 }) });
    const frames = await collect(await stream("SendStreamingMessage", messageOf("task:art:a:x;done")));
    expect(frames.map(brief).at(-1)).toMatch(/ COMPLETED$/);
  });

  it("opens with the Task, sends each event once, and closes on the terminal one (A2A §3.1.2, §9.4.2)", async () => {
    const { stream } = await start();
    const frames = await collect(
      await stream("SendStreamingMessage", messageOf("task:work:hi;art:a:x;done"), { id: "req-7" }),
    );
    expect(frames.map(brief)).toEqual(["task SUBMITTED", "status WORKING", "artifact a", "status COMPLETED"]);
    expect(frames.every(({ envelope, id }) => envelope.id === "req-7" && id === "")).toBe(true);
  });

  it("gives every Task only as much history as was asked for (A2A §3.2.4)", async () => {
    const { stream } = await start({
      async *agent({ working }) {
        yield working("one");
        yield { task: { id: "", status: { state: "TASK_STATE_COMPLETED" }, history: [] } };
      },
    });
    const lengths = async (configuration: object) => {
      const frames = await collect(await stream("SendStreamingMessage", { ...messageOf("go"), configuration }));
      return frames.flatMap(({ result: { task } }) => (task === undefined ? [] : [task.history?.length]));
    };
    expect(await lengths({})).toEqual([1, 2]);
    expect(await lengths({ historyLength: 1 })).toEqual([1, 1]);
    expect(await lengths({ historyLength: 0 })).toEqual([undefined, undefined]);
  });

  it("closes on an interruption too (A2A §11.7)", async () => {
    const { stream } = await start();
    const frames = await collect(await stream("SendStreamingMessage", messageOf("task:work;input:q")));
    expect(frames.map(brief)).toEqual(["task SUBMITTED", "status WORKING", "status INPUT_REQUIRED"]);
  });

  it("streams a direct Message as its only frame (A2A §3.1.2)", async () => {
    const { stream } = await start();
    const frames = await collect(
      await stream("SendStreamingMessage", messageOf("message:pong"), { headers: RESUMABLE }),
    );
    expect(frames.map((frame) => [brief(frame), frame.id])).toEqual([["message pong", ""]]);
  });

  it("sends the same later events to every subscriber, after a Task that holds the earlier ones (A2A §3.5.2)", async () => {
    const go = gate();
    const { stream } = await start({
      agent: async function* ({ artifact }) {
        yield artifact({ artifactId: "a", parts: "1" });
        await go.opened;
        yield artifact({ artifactId: "b", parts: "2" });
      },
    });
    const own = await stream("SendStreamingMessage", messageOf("go"));
    const opening = await own.next();
    const id = opening.value.result.task.id;
    await own.next();
    const others = [await stream("SubscribeToTask", { id }), await stream("SubscribeToTask", { id })];
    const tasks = await Promise.all(others.map((other) => other.next()));
    for (const { value } of tasks) expect(value.result.task.artifacts).toMatchObject([{ artifactId: "a" }]);
    go.open();
    for (const frames of await Promise.all([own, ...others].map(collect))) {
      expect(frames.map(brief)).toEqual(["artifact b", "status COMPLETED"]);
    }
  });

  it("lets a client leave without touching the task or the others", async () => {
    const go = gate();
    const { stream, call } = await start({
      agent: async function* ({ working }) {
        yield working();
        await go.opened;
      },
    });
    const leaving = new AbortController();
    const first = await stream("SendStreamingMessage", messageOf("go"), { signal: leaving.signal });
    const { id } = (await first.next()).value.result.task;
    const second = await stream("SubscribeToTask", { id });
    await second.next();
    leaving.abort();
    go.open();
    expect((await collect(second)).map(brief).at(-1)).toBe("status COMPLETED");
    expect((await call("GetTask", { id })).body.result.status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("numbers frames and resumes after any of them, also when the task has ended", async () => {
    const { stream } = await start();
    const frames = await collect(
      await stream("SendStreamingMessage", messageOf("task:work;art:a:x;done"), { headers: RESUMABLE }),
    );
    const { id } = frames[0]?.result.task ?? {};
    for (const [index, from] of frames.entries()) {
      const headers = { ...RESUMABLE, "last-event-id": from.id };
      const [task, ...rest] = await collect(await stream("SubscribeToTask", { id }, { headers }));
      expect(task?.id).toBe(from.id);
      expect(rest).toEqual(frames.slice(index + 1).map((frame) => ({ ...frame, envelope: expect.anything() })));
    }
  });

  it("refuses a position that is none, and one to send a message again", async () => {
    const { call, send } = await start();
    const { id } = (await send("task:done")).task;
    for (const position of ["0", "99", "x", ""]) {
      const { body } = await call("SubscribeToTask", { id }, { headers: { ...RESUMABLE, "last-event-id": position } });
      expect(body.error.code).toBe(-32602);
    }
    const again = await call("SendStreamingMessage", messageOf("task:done"), {
      headers: { ...RESUMABLE, "last-event-id": "2" },
    });
    expect(again.body.error.code).toBe(-32602);
    const plain = await call("SubscribeToTask", { id }, { headers: { "last-event-id": "2" } });
    expect(plain.body.error.code).toBe(-32004);
  });

  it("echoes the extension and gives no ids without it", async () => {
    const { request } = await start();
    const post = (headers: Record<string, string>) =>
      request("/", {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: messageOf("task:done") }),
      });
    const active = await post({ "a2a-extensions": `urn:other, ${EVENT_LOG_EXTENSION}` });
    expect(active.headers.get("a2a-extensions")).toBe(EVENT_LOG_EXTENSION);
    expect(await active.text()).toContain("id: 2\n");
    const plain = await post({});
    expect(plain.headers.get("a2a-extensions")).toBeNull();
    expect(await plain.text()).not.toMatch(/^id:/m);
  });

  it("keeps a subscription to an interrupted task open until it moves on (A2A §3.1.6)", async () => {
    const { stream, send } = await start();
    const { id } = (await send("task:input:q")).task;
    const frames = await stream("SubscribeToTask", { id });
    expect(brief((await frames.next()).value)).toBe("task INPUT_REQUIRED");
    await send("task:work;done", { taskId: id });
    expect((await collect(frames)).map(brief)).toEqual(["status WORKING", "status COMPLETED"]);
  });

  it("keeps a silent stream open with comments", async () => {
    const { request } = await start({ timing: { keepAlive: 20 } });
    const response = await request("/", {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: messageOf("task:wait") }),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!/^:/m.test(text)) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    expect(text).toMatch(/^data: .*\n\n:/s);
  });

  it("ends streams on close, with the task failed for a reason", async () => {
    const { call, stream, handler } = await start({ timing: { closeGrace: 0 } });
    const frames = await stream("SendStreamingMessage", messageOf("task:work;wait"));
    await frames.next();
    await handler.close();
    expect((await collect(frames)).length).toBeGreaterThan(0);
    expect((await call("ListTasks")).status).toBe(503);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTESTANTS } from "../benchmark.ts";
import { QUESTION, request, sendMessage } from "../benchmarks/requests.ts";
import { type Child, startChild } from "../processes/child.ts";
import { servers } from "./index.ts";

/** What may differ between two servers and two runs. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIMESTAMP = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const children = new Map<string, Child>();
const server = new URL("../processes/server.ts", import.meta.url);

async function post(name: string, body: string): Promise<string> {
  const { port } = (await children.get(name)?.ask({ ask: "port" })) ?? {};
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return response.text();
}

const withoutRandom = (json: string): unknown =>
  JSON.parse(json.replaceAll(UUID, "<id>").replaceAll(TIMESTAMP, "<time>"));
const frames = (stream: string) => stream.match(/(?<=^data: ?).*/gm)?.map(withoutRandom);

beforeAll(() => {
  for (const name of CONTESTANTS) children.set(name, startChild(server, [servers[name].module, "remember"]));
});
afterAll(() => Promise.all([...children.values()].map((child) => child.stop())));

/** Ratios mean something only between servers that do the same. */
describe.each(CONTESTANTS)("%s gives the same answer as the bare server", (name) => {
  it("to SendMessage and GetTask", async () => {
    const [want, got] = [await post("bare", sendMessage(QUESTION)), await post(name, sendMessage(QUESTION))];
    expect(withoutRandom(got)).toEqual(withoutRandom(want));

    const getTask = (answer: string) => request("GetTask", { id: JSON.parse(answer).result.task.id });
    expect(withoutRandom(await post(name, getTask(got)))).toEqual(withoutRandom(await post("bare", getTask(want))));
  });

  it("to SendStreamingMessage", async () => {
    const chunks = sendMessage("chunks 3", "SendStreamingMessage");
    expect(frames(await post(name, chunks))).toEqual(frames(await post("bare", chunks)));
  });
});

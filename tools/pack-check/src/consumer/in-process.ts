import { apiKey, collectText, createClient } from "@a2akit/client";
import type { Dialect } from "@a2akit/protocol";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { TaskSchema } from "@a2akit/schemas";
import { type Agent, type Authenticate, createA2AHandler } from "@a2akit/server";
import type { Task } from "@a2akit/types";

const agent: Agent = async function* ({ text, artifact }) {
  yield artifact({ name: "Greeting", parts: `Hello, ${text}!` });
};
const authenticate: Authenticate = async ({ header }) =>
  header("x-api-key") === "a key" ? { owner: "someone", tenant: "" } : { status: 401 };

const dialect: Dialect = cdqGenius;
const handler = createA2AHandler({
  card: { name: "Greeter", description: "Greets", version: "1.0.0" },
  mounts: [{ path: "/vendor/", dialect, authenticate }],
  agent,
});
const client = await createClient("http://greeter.test/vendor/", {
  dialects: [cdqGenius],
  auth: apiKey("a key"),
  fetch: handler.fetch,
});

const sent = await client.send("world");
const task: Task = TaskSchema.parse(await client.getTask({ id: sent.task?.id ?? "" }));
await handler.close();

/** What the test compares. */
export const result = {
  dialect: client.dialect.name,
  text: collectText(sent),
  state: task.status.state,
  artifacts: task.artifacts?.map(({ name }) => name),
  streams: client.supports("SendStreamingMessage"),
};

import { A2AError, createClient } from "@a2akit/client";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { StreamResponseSchema } from "@a2akit/schemas";
import { createA2AHandler, createMemoryTaskStore } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";

const handler = createA2AHandler({
  card: { name: "Counter", description: "Counts", version: "1.0.0" },
  mounts: [
    { path: "/", dialect: a2a },
    { path: "/vendor/", dialect: moltrust },
  ],
  store: createMemoryTaskStore(),
  async *agent({ working }) {
    yield working("Counting");
    yield "one ";
    yield "two";
  },
});
const serving: Serving = await serve({ handler, host: "127.0.0.1", port: 0 });

const client = await createClient(`${serving.url}/`);
const frames: string[] = [];
for await (const event of client.stream("Count!")) frames.push(...Object.keys(StreamResponseSchema.parse(event)));

const vendor = await createClient(`${serving.url}/vendor/`, { dialects: [moltrust], dialect: "moltrust" });
const { task } = await vendor.send("Count!", { configuration: { historyLength: 1 } });

const refusal = await client.getTask({ id: "of nobody" }).catch((error: unknown) => error);
await serving.close();

/** What the test compares. */
export const result = {
  first: frames[0],
  last: frames.at(-1),
  artifacts: frames.includes("artifactUpdate"),
  vendor: [vendor.dialect.name, task?.status.state, task?.history?.length],
  refusal: refusal instanceof A2AError && refusal.name,
};

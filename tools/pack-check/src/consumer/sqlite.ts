import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@a2akit/client";
import { createA2AHandler } from "@a2akit/server";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";

const folder = mkdtempSync(join(tmpdir(), "a2akit-consumer-"));

/** One life of a server: everything in it but the file is gone afterwards. */
async function live<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const store = createSqliteTaskStore({ file: join(folder, "tasks.db") });
  const handler = createA2AHandler({
    card: { name: "Keeper", description: "Remembers", version: "1.0.0" },
    store,
    async *agent({ text }) {
      yield text;
    },
  });
  const result = await use(await createClient("http://keeper.test/", { fetch: handler.fetch }));
  await handler.close();
  await store.close();
  return result;
}

const sent = await live((client) => client.send("Remember!"));
const kept = await live((client) => client.getTask({ id: sent.task?.id ?? "" }));
rmSync(folder, { recursive: true });

/** What the test compares. */
export const result = { state: kept.status.state, parts: kept.artifacts?.flatMap(({ parts }) => parts) };

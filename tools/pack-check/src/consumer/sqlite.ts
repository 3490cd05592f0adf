import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@a2akit/client";
import { type A2AHandler, createA2AHandler } from "@a2akit/server";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";

const folder = mkdtempSync(join(tmpdir(), "a2akit-consumer-"));

function open(): A2AHandler {
  return createA2AHandler({
    card: { name: "Keeper", description: "Remembers", version: "1.0.0" },
    store: createSqliteTaskStore({ file: join(folder, "tasks.db") }),
    async *agent({ text }) {
      yield text;
    },
  });
}

async function connect(handler: A2AHandler) {
  return createClient("http://keeper.test/", { fetch: handler.fetch });
}

const first = open();
const sent = await (await connect(first)).send("Remember!");
await first.close();

const second = open();
const kept = await (await connect(second)).getTask({ id: sent.task?.id ?? "" });
await second.close();
rmSync(folder, { recursive: true });

/** What the test compares. */
export const result = { state: kept.status.state, parts: kept.artifacts?.flatMap(({ parts }) => parts) };

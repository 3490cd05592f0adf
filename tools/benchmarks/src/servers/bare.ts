import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Message, Task, TaskState } from "@a2akit/types";
import { ARTIFACT_ID, answerTo, chunk, parseScript } from "./agent.ts";
import { listen } from "./listen.ts";
import type { Serve } from "./serve.ts";

interface Envelope {
  readonly id: string;
  readonly method: string;
  readonly params: { readonly id: string; readonly message: Message };
}

/**
 * The least a server can do: parse, build the same answer, serialise. No validation, no errors, no log, no abort; tasks are kept
 * only where the benchmark asks for them again; a stream is a loop around `write`.
 */
export const serve: Serve = (keeping) =>
  listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (data: Buffer) => chunks.push(data));
      request.on("end", () => handle(JSON.parse(Buffer.concat(chunks).toString()), response, keeping !== "forget"));
    }),
  );

const tasks = new Map<string, Task>();

function handle({ id, method, params }: Envelope, response: ServerResponse, remember: boolean): void {
  if (method === "GetTask") json(response, { jsonrpc: "2.0", id, result: tasks.get(params.id) });
  else if (method === "SendMessage") {
    const task = finish(params.message);
    if (remember) tasks.set(task.id, task);
    json(response, { jsonrpc: "2.0", id, result: { task } });
  } else if (method === "SendStreamingMessage") void stream(response, id, params.message);
  else response.writeHead(200, head).write(frame(id, { task: tasks.get(params.id) }));
}

function json(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}

const status = (state: TaskState) => ({ state, timestamp: new Date().toISOString() });

function finish(message: Message): Task {
  const [id, contextId] = [randomUUID(), randomUUID()];
  return {
    id,
    contextId,
    status: status("TASK_STATE_COMPLETED"),
    artifacts: [{ artifactId: ARTIFACT_ID, parts: [{ text: answerTo(message.parts[0]?.text ?? "") }] }],
    history: [{ ...message, taskId: id, contextId }],
  };
}

const head = { "content-type": "text/event-stream", "cache-control": "no-cache" };
const frame = (id: string, result: unknown) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;

async function stream(response: ServerResponse, id: string, message: Message): Promise<void> {
  const ids = { taskId: randomUUID(), contextId: randomUUID() };
  const task = { id: ids.taskId, contextId: ids.contextId, status: status("TASK_STATE_SUBMITTED") };
  response.writeHead(200, head).write(frame(id, { task: { ...task, history: [{ ...message, ...ids }] } }));

  const script = parseScript(message.parts[0]?.text ?? "");
  for (let index = 0; script.kind === "chunks" && index < script.count; index += 1) {
    const artifact = { artifactId: ARTIFACT_ID, parts: [{ text: chunk(index) }] };
    const event = { ...ids, artifact, ...(index > 0 && { append: true }) };
    if (!response.write(frame(id, { artifactUpdate: event }))) await once(response, "drain");
  }
  response.end(frame(id, { statusUpdate: { ...ids, status: status("TASK_STATE_COMPLETED") } }));
}

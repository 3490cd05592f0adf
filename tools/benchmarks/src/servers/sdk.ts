import { createServer } from "node:http";
import { type AgentCard, type Part, type Task, TaskState } from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { ARTIFACT_ID, answerTo, chunk, parseScript } from "./agent.ts";
import { listen } from "./listen.ts";
import type { Serve } from "./serve.ts";

/** The official SDK as its documentation sets it up: express, `jsonRpcHandler`, `DefaultRequestHandler`, `InMemoryTaskStore`. */
export const serve: Serve = () => {
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const app = express();
  app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  return listen(createServer(app));
};

const textPart = (value: string): Part => ({
  content: { $case: "text", value },
  metadata: undefined,
  filename: "",
  mediaType: "",
});

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const text = content?.$case === "text" ? content.value : "";
    const script = parseScript(text);
    const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
    const task: Task = {
      id: taskId,
      contextId,
      status: status(TaskState.TASK_STATE_SUBMITTED),
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task(task));
    if (script.kind === "hold") return new Promise(() => {});

    const texts =
      script.kind === "chunks" ? Array.from({ length: script.count }, (_, index) => chunk(index)) : [answerTo(text)];
    for (const [index, value] of texts.entries()) {
      const artifact = {
        artifactId: ARTIFACT_ID,
        name: "",
        description: "",
        parts: [textPart(value)],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact,
          append: index > 0,
          lastChunk: false,
          metadata: undefined,
        }),
      );
    }
    const completed = status(TaskState.TASK_STATE_COMPLETED);
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: completed, metadata: undefined }));
  },
  async cancelTask() {},
};

const card: AgentCard = {
  name: "Benchmark agent",
  description: "Answers at once, or in chunks",
  supportedInterfaces: [{ url: "http://127.0.0.1/", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" }],
  provider: undefined,
  version: "1.0.0",
  capabilities: { streaming: true, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    {
      id: "answer",
      name: "Answer",
      description: "Repeats what it was told",
      tags: ["benchmark"],
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    },
  ],
  signatures: [],
};

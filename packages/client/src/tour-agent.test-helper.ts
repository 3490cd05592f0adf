import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Agent, createA2AHandler } from "@a2akit/server";
import { serve } from "@a2akit/server/node";
import type { Seen } from "./tour.test-helper.ts";

/** What `tour` must see, whatever it runs in. */
export const SIGHTS: Omit<Seen, "runtime"> = {
  card: "Guide",
  answer: "you said hello",
  stream: ["task", "TASK_STATE_WORKING", "you said hello", "TASK_STATE_COMPLETED"],
  resumed: { text: "first, then the rest", gaps: [false] },
  left: "you said left",
  canceled: "TASK_STATE_CANCELED",
  aborted: "enough",
  refused: ["TaskNotFoundError", -32001, "TASK_NOT_FOUND"],
  lost: ["TransportError", 404],
};

export interface TourAgent {
  /** Ends in `/`. */
  readonly url: string;
  close(): Promise<void>;
}

/** The agent that `tour` visits, on the loopback interface; pages of every origin may call it. */
export async function startTourAgent(): Promise<TourAgent> {
  const streams = new Set<ServerResponse>();
  const incidents = new EventEmitter<{ cut: []; left: [] }>();
  const cut = once(incidents, "cut");
  const left = once(incidents, "left");

  const agent: Agent = async function* ({ text, working, artifact, signal, canceled }) {
    if (text === "cut") {
      for (const response of streams) {
        streams.delete(response);
        response.destroy();
      }
      incidents.emit("cut");
    }
    if (text === "left") await left;
    yield working();
    if (text === "hold") {
      if (!signal.aborted) await once(signal, "abort");
      yield canceled();
    } else if (text === "wait") {
      yield artifact({ artifactId: "a", parts: [{ text: "first, " }] });
      await cut;
      yield artifact({ artifactId: "a", parts: [{ text: "then the rest" }], append: true });
    } else {
      yield artifact(`you said ${text}`);
    }
  };

  const card = { name: "Guide", description: "Shows clients around", version: "1.0.0" };
  // A call that was given up leaves a task behind, which nothing ends.
  const timing = { closeGrace: 1 };
  const serving = await serve({ handler: createA2AHandler({ agent, card, timing, cors: { origins: "*" } }) });
  serving.server.on("request", ({ headers }, response) => {
    if (!headers.accept?.includes("text/event-stream")) return;
    streams.add(response);
    response.once("close", () => {
      if (streams.delete(response) && !response.writableFinished) incidents.emit("left");
    });
  });
  return { url: `${serving.url}/`, close: serving.close };
}

import { request, sendMessage } from "../benchmarks/requests.ts";
import type { OpenClient } from "./open-client.ts";

const headers = { "content-type": "application/json", "a2a-version": "1.0" };

/** Plain fetch and the least that reads an event stream: no card, no checks, no limits, no errors, no resume. */
export const openClient: OpenClient = async (url) => ({
  async getTask(id) {
    const response = await fetch(url, { method: "POST", headers, body: request("GetTask", { id }) });
    const { result } = (await response.json()) as { result: { status: { state: string } } };
    return result.status.state;
  },

  async *stream(text) {
    const body = sendMessage(text, "SendStreamingMessage");
    const response = await fetch(url, { method: "POST", headers, body });
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) yield JSON.parse(frame.slice("data: ".length)).result;
    }
  },
});

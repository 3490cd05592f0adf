import { prepareUnary, UNARY_SLICES } from "./prepare-unary.ts";
import { COMPLETED, QUESTION, sendMessage } from "./requests.ts";
import { serverBenchmark } from "./server-benchmark.ts";

/** SendMessage to an agent that answers at once, with one artifact. */
export const sendMessageBenchmark = serverBenchmark({
  name: "send-message",
  keeping: "forget",
  slices: UNARY_SLICES,
  rows: [
    {
      reading: "cpu",
      title: "SendMessage, instant agent, 10 connections: server CPU",
      unit: "µs/request",
      peer: "bare",
      limit: { atMost: 2.0 },
    },
  ],
  prepare: (bench) => prepareUnary(bench, { body: sendMessage(QUESTION), expect: COMPLETED }),
});

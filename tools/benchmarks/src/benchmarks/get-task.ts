import { prepareUnary, UNARY_SLICES } from "./prepare-unary.ts";
import { COMPLETED, createTask, QUESTION, request } from "./requests.ts";
import { serverBenchmark } from "./server-benchmark.ts";

/** GetTask of a finished task with one artifact and its history. */
export const getTaskBenchmark = serverBenchmark({
  name: "get-task",
  keeping: "remember",
  slices: UNARY_SLICES,
  rows: [
    {
      reading: "cpu",
      title: "GetTask, 10 connections: server CPU",
      unit: "µs/request",
      peer: "bare",
      limit: { atMost: 1.3 },
    },
  ],
  async prepare(bench) {
    const id = await createTask(bench.url, QUESTION);
    return prepareUnary(bench, { body: request("GetTask", { id }), expect: COMPLETED });
  },
});

import type { Benchmark } from "../benchmark.ts";
import { burstBenchmark } from "./burst.ts";
import { cliStartBenchmark } from "./cli-start.ts";
import { clientCallBenchmark } from "./client-call.ts";
import { clientSizeBenchmark } from "./client-size.ts";
import { clientStreamBenchmark } from "./client-stream.ts";
import { getTaskBenchmark } from "./get-task.ts";
import { idleStreamBenchmark } from "./idle-stream.ts";
import { sendMessageBenchmark } from "./send-message.ts";
import { storedTaskBenchmark } from "./stored-task.ts";
import { streamBenchmark } from "./stream.ts";

/** In the order of the report. */
export const benchmarks: readonly Benchmark[] = [
  sendMessageBenchmark,
  getTaskBenchmark,
  streamBenchmark,
  burstBenchmark,
  idleStreamBenchmark,
  storedTaskBenchmark,
  clientCallBenchmark,
  clientStreamBenchmark,
  clientSizeBenchmark,
  cliStartBenchmark,
];

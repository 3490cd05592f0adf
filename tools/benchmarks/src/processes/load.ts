import { burst } from "../load/burst.ts";
import { closeStreams, openStreams } from "../load/idle.ts";
import { stream } from "../load/stream.ts";
import { unary } from "../load/unary.ts";
import { answer } from "./answer.ts";

/** The load generator: a process of its own, so that its work is on no server's bill. */
answer({ unary, stream, burst, openStreams, closeStreams });

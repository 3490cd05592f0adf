import { A2AError, type ErrorName, formatPath } from "@a2akit/protocol";
import { methodSchemas } from "@a2akit/schemas";
import type { Method } from "@a2akit/types";
import { createTaskCheck } from "./task-check.ts";
import type { Interceptor, StreamEvent } from "./transport/transport.ts";

export interface ValidateOptions {
  /** Told of what is invalid, which then goes on as it is; without it, the call rejects. */
  readonly onInvalid?: ((error: A2AError) => void) | undefined;
}

type Events = AsyncIterable<Iterable<StreamEvent>>;
type Check = (result: unknown) => void;

/** How many findings a message repeats; `violations` has them all. */
const MAX_FINDINGS = 5;

/**
 * An interceptor that checks params before they are sent and results when they come, against the schemas of A2A 1.0 whatever the dialect, and that
 * all of an answer is about one task. Needs `@a2akit/schemas`.
 *
 * Calls reject with an A2AError: InvalidParams for what the caller says, InvalidAgentResponse for what the agent does; `violations` names
 * members and rules.
 *
 * @example
 * const client = await createClient("https://agents.example/", { interceptors: [validate()] });
 */
export function validate({ onInvalid }: ValidateOptions = {}): Interceptor {
  const report = (error: A2AError | undefined) => {
    if (error && !onInvalid) throw error;
    if (error) onInvalid?.(error);
  };

  async function* checked(batches: Events, check: Check): Events {
    for await (const batch of batches) yield checkedBatch(batch, check);
  }

  function* checkedBatch(events: Iterable<StreamEvent>, check: Check): Iterable<StreamEvent> {
    for (const event of events) {
      check(event.value);
      yield event;
    }
  }

  return async (call, next) => {
    const { method, params } = call;
    report(findFault("params", method, params));
    const findStranger = createTaskCheck(method, params);
    const check: Check = (result) => report(findFault("result", method, result) ?? findStranger(result));
    const reply = await next(call);
    if (reply.kind === "events") return { ...reply, events: checked(reply.events, check) };
    check(reply.result);
    return reply;
  };
}

const faults: Readonly<Record<"params" | "result", ErrorName>> = {
  params: "InvalidParams",
  result: "InvalidAgentResponse",
};

function findFault(side: "params" | "result", method: Method, value: unknown): A2AError | undefined {
  const parsed = methodSchemas[method][side].safeParse(value);
  if (parsed.success) return undefined;
  const violations = parsed.error.issues.map(({ path, message }) => ({
    field: formatPath(path, { value }),
    description: message,
  }));
  const findings = violations.slice(0, MAX_FINDINGS).map(({ field, description }) => `${field} ${description}`.trim());
  return new A2AError(faults[side], { message: `Invalid ${side} of ${method}: ${findings.join("; ")}`, violations });
}

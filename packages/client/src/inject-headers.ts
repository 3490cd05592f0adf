import type { Interceptor } from "./transport/transport.ts";
import { orAbort } from "./waiting/or-abort.ts";

/**
 * An interceptor that adds headers made for each call: a trace context, an idempotency key. They win over others of the same name, but for
 * credentials, which come after every interceptor.
 *
 * @example
 * // OpenTelemetry: the agent's spans join the trace of the caller.
 * injectHeaders((headers) => propagation.inject(context.active(), headers));
 */
export function injectHeaders(inject: (headers: Record<string, string>) => void | Promise<void>): Interceptor {
  return async (call, next) => {
    const made: Record<string, string> = {};
    await orAbort(Promise.resolve(inject(made)), call.signal);
    return next({ ...call, headers: { ...call.headers, ...Object.fromEntries(new Headers(made)) } });
  };
}

import type { Interceptor } from "./transport/transport.ts";

/**
 * An interceptor that adds headers made for each call: a trace context, an idempotency key. They win over others of the same name.
 *
 * @example
 * // OpenTelemetry: the agent's spans join the trace of the caller.
 * injectHeaders((headers) => propagation.inject(context.active(), headers));
 */
export function injectHeaders(inject: (headers: Record<string, string>) => void | Promise<void>): Interceptor {
  return async (call, next) => {
    const made: Record<string, string> = {};
    await inject(made);
    const added = Object.entries(made).map(([name, value]) => [name.toLowerCase(), value]);
    return next({ ...call, headers: { ...call.headers, ...Object.fromEntries(added) } });
  };
}

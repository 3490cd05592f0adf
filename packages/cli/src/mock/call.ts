import type { RequestId } from "@a2akit/protocol";

/** One HTTP request to the mock, with what faults and scripts ask about it. */
export interface MockCall {
  readonly request: Request;
  /** `card`, the JSON-RPC method, or undefined where there is none to be read. */
  readonly target: string | undefined;
  readonly id: RequestId;
}

export type Answer = (call: MockCall) => Promise<Response>;

/** Stands between a caller and the agent. */
export type Middleware = (call: MockCall, next: Answer) => Promise<Response>;

/** The outermost first. */
export function chain(layers: readonly Middleware[], answer: Answer): Answer {
  return layers.reduceRight<Answer>((next, layer) => (call) => layer(call, next), answer);
}

import { a2a } from "@a2akit/protocol/dialects/a2a";
import { createA2AHandler } from "@a2akit/server";

const card = { name: "Greeter", description: "Greets people by name", version: "1.0.0" };

/** As a plain Worker: made before there is a request, and answering each one by itself. */
const plain = createA2AHandler({
  card,
  mounts: [{ path: "/plain", dialect: a2a }],
  agent: async ({ text }) => `Hello, ${text}!`,
});

/** As a Durable Object, in which tasks go on after the request that began them. */
export class Greeter {
  readonly #handler = createA2AHandler({
    card,
    agent: async function* ({ text, working, artifact }) {
      yield working("Thinking …");
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield artifact(`Hello, ${text}!`);
    },
  });

  fetch(request: Request): Promise<Response> {
    return this.#handler.fetch(request);
  }
}

interface Env {
  readonly Greeter: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
}

export function fetch(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  return pathname.startsWith("/plain")
    ? plain.fetch(request)
    : env.Greeter.get(env.Greeter.idFromName("main")).fetch(request);
}

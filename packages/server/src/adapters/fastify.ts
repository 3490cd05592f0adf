import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Outcome } from "../call-context.ts";
import type { A2AHandler } from "../handler.ts";
import type { Answerer } from "../http/fetch.ts";
import type { Incoming } from "../http/incoming.ts";
import { bodyText } from "../http/response.ts";
import { joinVary } from "./join-vary.ts";
import { hostOf, incomingOf } from "./node-incoming.ts";
import { leavesUnread, writeOutcome } from "./write-outcome.ts";

/** A handler, or what only answers, such as `createHealth`. */
type Mountable = Answerer & Partial<Pick<A2AHandler, "start" | "close">>;

/**
 * One or several agents as a plugin for Fastify 5: `app.register(createFastifyPlugin(handler), { prefix: "/agents" })`. Mounts
 * lie below the prefix; other paths are Fastify's not-found.
 *
 * Protocol, host and address of the caller are what Fastify takes for them: its option `trustProxy` counts. Bodies are read
 * here and not by Fastify's parsers, so that `limits.bodyBytes` counts and every error is JSON-RPC. When Fastify closes, the
 * handlers close first.
 */
export function createFastifyPlugin(handlers: Mountable | readonly Mountable[]): FastifyPluginAsync {
  const all: readonly Mountable[] = "answer" in handlers ? [handlers] : handlers;

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.addHook("onReady", async () => {
      for (const handler of all) handler.start?.();
    });
    app.addHook("preClose", async () => {
      await Promise.all(all.map((handler) => handler.close?.()));
    });
    for (const path of ["/", "/*"]) {
      app.all(path, async (request, reply) => {
        const incoming = fastifyIncoming(request, reply, app.prefix);
        for (const handler of all) {
          const answer = handler.answer(incoming);
          if (answer !== undefined) return write(await answer, handler, { request, reply });
        }
        return reply.callNotFound();
      });
    }
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** JSON goes the way of all replies, with every hook; a stream is written past Fastify, with the headers that hooks have set. */
function write(outcome: Outcome, handler: Answerer, { request, reply }: Exchange): FastifyReply {
  if (outcome.kind === "json" && !leavesUnread(outcome, request.raw)) {
    const { status, headers, body } = outcome;
    return reply
      .code(status)
      .headers(joinVary(headers, reply.getHeader("vary")))
      .send(body === undefined ? undefined : bodyText(body, handler.report));
  }
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  void writeOutcome(Promise.resolve(outcome), handler, { request: request.raw, response: reply.raw });
  return reply;
}

function fastifyIncoming(request: FastifyRequest, reply: FastifyReply, prefix: string): Incoming {
  const incoming = incomingOf(request.raw, reply.raw);
  return {
    ...incoming,
    path: incoming.path.slice(prefix.length) || "/",
    fullPath: incoming.path,
    origin: () => `${request.protocol}://${hostOf(request.host, request.raw.socket)}${prefix}`,
    peer: () => ({ ...incoming.peer?.(), address: request.ip }),
  };
}

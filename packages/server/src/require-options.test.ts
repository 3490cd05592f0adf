import { a2a } from "@a2akit/protocol/dialects/a2a";
import { expect, it } from "vitest";
import { createA2AHandler, type HandlerOptions } from "./handler.ts";
import { CARD } from "./testing/harness.ts";

const agent = async () => "Hello!";

it.each<[Record<string, unknown>, string]>([
  [{ agent: undefined }, "agent must be a function"],
  [{ card: undefined }, "card must be an object with name, description and version"],
  [{ card: {} }, "card.name"],
  [{ authentication: () => ({ status: 401 }) }, "There is no option named authentication"],
  [{ authenticate: "Bearer" }, "authenticate must be a function"],
  [{ authorize: true }, "authorize must be a function"],
  [{ rateLimit: 60 }, "rateLimit must be a function"],
  [{ onError: console }, "onError must be a function"],
  [{ store: () => {} }, "store must be a TaskStore"],
  [{ push: () => {} }, "push must be a PushNotificationSender"],
  [{ mounts: [] }, "mounts must be a list of at least one"],
  [{ mounts: [{ path: "/a" }] }, "each with a dialect"],
  [{ mounts: { path: "/", dialect: a2a } }, "mounts must be a list"],
  [{ mounts: [{ dialect: a2a, authentication: () => {} }] }, "{ path, dialect, authenticate, tenant }"],
  [{ baseUrl: "agents.example" }, "baseUrl must be an http or https URL"],
  [{ baseUrl: "ftp://agents.example/" }, "baseUrl must be an http or https URL"],
  [{ baseUrl: "https://agents.example/?a=1" }, "without a query or a fragment"],
  [{ lostRuns: "retry" }, "lostRuns must be one of fail, restart, resume"],
  [{ cors: true }, 'cors must have origins: "*" or a list'],
  [{ cors: { origins: "https://a.example" } }, "cors must have origins"],
  [{ cardMaxAge: -1 }, "cardMaxAge must be a number of at least 0"],
])("%j is refused where the handler is made", (wrong, rule) => {
  // What a program without types may give.
  const options = { agent, card: CARD, ...wrong } as HandlerOptions;
  expect(() => createA2AHandler(options)).toThrow(
    expect.objectContaining({ name: "TypeError", message: expect.stringContaining(rule) }),
  );
});

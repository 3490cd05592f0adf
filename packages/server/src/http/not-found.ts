import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { JsonOutcome } from "../call-context.ts";
import { errorOutcome } from "../dispatch/error-outcome.ts";
import { httpError } from "../http-errors.ts";
import type { Answerer } from "./fetch.ts";
import type { Incoming } from "./incoming.ts";

/** The answer where no mount is. A page that may call one of the handlers may read it: its address is wrong, not its origin. */
export function notFound(handlers: readonly Answerer[], incoming: Incoming): JsonOutcome {
  const outcome = errorOutcome(httpError("NOT_FOUND"), { dialect: a2a });
  const shared = handlers.find(({ share }) => share !== undefined);
  return shared?.share?.(outcome, incoming) ?? outcome;
}

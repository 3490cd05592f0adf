import { A2AError, TransportError } from "@a2akit/client";
import { CliError, usageError } from "../cli-error.ts";
import { FileError } from "../files/read-limited.ts";
import { messageOf, reasonOf } from "../message-of.ts";
import { describeError } from "../output/describe-error.ts";
import { isUntrusted, TRUST_HINT } from "../output/untrusted.ts";

/** What a failure to get, read or understand the card of a reference is to the user of the tool. */
export function cardError(error: unknown, reference: string): CliError {
  if (error instanceof CliError) return error;
  const options = { cause: error };
  if (error instanceof A2AError) return invalidCard(error, reference);
  if (error instanceof TypeError && hasUser(reference))
    return usageError(
      "--agent-card: a URL with a user cannot be asked; give user and password with --basic, or in A2ACLI_BASIC",
    );
  if (error instanceof TypeError) return usageError(`--agent-card: ${reasonOf(error)}`);
  if (!(error instanceof TransportError)) {
    const why = error instanceof FileError ? error.message : `${reference} cannot be read: ${messageOf(error)}`;
    return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", why, options);
  }
  const { status, message } = error;
  if (status === undefined && isUntrusted(error))
    return new CliError("A2ACLI_ERR_UNREACHABLE", `${message}; ${TRUST_HINT}`, {
      ...options,
      hint: "a2a help card get",
    });
  if (status === undefined) return new CliError("A2ACLI_ERR_UNREACHABLE", message, options);
  if (status < 300) return new CliError("A2ACLI_ERR_CARD_INVALID", `${reference}: ${reasonOf(message)}`, options);
  // A base URL that lacks the slash at its end was taken for the URL of the card.
  const isBase = status === 404 && /^(\w+:\/\/)?[^/]+\/.*[^/]$/.test(reference) && !reference.endsWith(".json");
  const hint = isBase ? `a2a card get -a ${reference}/` : undefined;
  return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", message, { ...options, hint });
}

function hasUser(reference: string): boolean {
  return /^\w+:\/\/[^/?#]*@/.test(reference);
}

export function invalidCard(error: A2AError, reference: string): CliError {
  return new CliError(
    "A2ACLI_ERR_CARD_INVALID",
    `The card at ${reference} cannot be used: ${reasonOf(describeError(error))}`,
    {
      cause: error,
    },
  );
}

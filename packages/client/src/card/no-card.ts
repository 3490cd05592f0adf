import { TransportError } from "@a2akit/protocol";

/**
 * The error of an agent whose card was asked for in vain: what was tried, and why that is no card.
 *
 * @param failure what the last of those tried was answered with; undefined when there was none to try
 */
export function noCard(tried: readonly string[], failure?: Partial<TransportError>): Error {
  if (!failure) return new TypeError("`dialects` is empty");
  const where = failure.status === 404 ? tried.join(", ") : tried.at(-1);
  // The paths of cards end so. What does not may be where the agent is called, or a base that is not written as one.
  const hint = where?.endsWith(".json") ? "" : '; a URL is that of the card itself, unless it ends in "/"';
  return new TransportError(`No Agent Card at ${where}: ${failure.message}${hint}`, { ...failure, cause: failure });
}

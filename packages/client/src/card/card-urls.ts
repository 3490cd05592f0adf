import type { Dialect } from "@a2akit/protocol";

/**
 * Where the Agent Card of an agent may be, in the order to try (A2A §8.2). A URL whose path ends in `/` is a base URL, to which the card paths of
 * the dialects are appended; any other URL is the card itself.
 */
export function cardUrls(agent: URL, dialects: readonly Pick<Dialect, "cardPath">[]): string[] {
  if (!agent.pathname.endsWith("/")) return [agent.href];
  return [...new Set(dialects.map(({ cardPath }) => new URL(cardPath.slice(1), agent).href))];
}

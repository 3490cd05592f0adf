import type { ResolvedCard } from "@a2akit/client";
import type { Context } from "../context.ts";
import { warn } from "../output/output.ts";

/** The bindings that the client speaks. */
const SPOKEN: readonly string[] = ["JSONRPC"];

/**
 * The card with its interfaces in the order of `--transport`, the rest in the order of the card, of which the client takes the first that it
 * speaks (TX_001, TX_002).
 */
export function preferTransports({ invocation, io }: Context, resolved: ResolvedCard): ResolvedCard {
  const wanted = invocation.values.transport ?? [];
  if (wanted.length === 0) return resolved;
  const { supportedInterfaces: offered } = resolved.card;
  const rank = (binding: string) => {
    const index = wanted.indexOf(binding.toUpperCase());
    return index < 0 ? wanted.length : index;
  };
  const ordered = offered.toSorted((a, b) => rank(a.protocolBinding) - rank(b.protocolBinding));
  for (const binding of wanted) {
    const isOffered = offered.some(({ protocolBinding }) => protocolBinding.toUpperCase() === binding);
    if (!isOffered) warn(io, `the card offers no ${binding}`);
    else if (!SPOKEN.includes(binding)) warn(io, `the agent offers ${binding}, which this tool does not speak`);
  }
  return { ...resolved, card: { ...resolved.card, supportedInterfaces: ordered } };
}

import type { Context } from "../context.ts";
import { openCard } from "../open-card.ts";
import { openFetch } from "../open-fetch.ts";
import { print } from "../print.ts";
import { renderCard } from "../render.ts";

/** `a2a card get`: the card in the canonical form of A2A 1.0, whatever shape it was found in. */
export async function cardGet(context: Context): Promise<void> {
  const { card } = await openCard(context, await openFetch(context));
  print(context, card, () => renderCard(card));
}

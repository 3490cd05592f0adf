import { openCard } from "../agent/open-card.ts";
import { clientOf } from "../agent/open-client.ts";
import { removeToken, tokenFile } from "../auth/token-store.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { line } from "../output/output.ts";
import { print } from "../output/print.ts";

/** `a2a auth logout`: forgets the token that `auth login` stored. */
export async function authLogout(context: Context): Promise<void> {
  const fetch = await openFetch(context);
  const client = await clientOf(context, { resolved: await openCard(context, fetch), fetch, isLogin: true });
  const agent = client.interface.url;
  const file = tokenFile(context, agent);
  const removed = removeToken(context, agent);
  print(context, { agent, file, removed }, () => line("Agent", agent) + line("Token", removed ? "removed" : "none"));
}

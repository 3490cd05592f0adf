import type { World } from "./check.ts";
import type { Peer } from "./peer.ts";
import type { LiveAgent } from "./run-live.ts";

/** What a check cannot have where the agent runs in another process. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}

function notHere(what: string): never {
  throw new NotHere(`it needs ${what}, which only a server in the same process has`);
}

/** A server in another process as a check sees it. Each world has a tenant of its own, so that no check finds the tasks of another. */
export function liveWorld({ dialect, url, fetch }: LiveAgent, signal: AbortSignal): World {
  const { origin, pathname } = new URL(url);
  const tenant = crypto.randomUUID();
  const peer: Peer = {
    dialect,
    path: pathname,
    headers: {},
    async fetch(path, { body, signal: own, ...init } = {}) {
      const request = new Request(origin + path, {
        ...init,
        ...(typeof body === "string" && { body: inTenant(body, tenant) }),
        signal: own ? AbortSignal.any([own, signal]) : signal,
      });
      return withoutTenant(await fetch(request), tenant);
    },
  };
  return {
    peer,
    as: (user) => ({ ...peer, headers: { authorization: `Bearer ${user}` } }),
    get gates() {
      return notHere("a hand on the agent");
    },
    get reports() {
      return notHere("what the server reports to its operator");
    },
  };
}

/** The same request for a tenant, where it is one that can name it. */
function inTenant(body: string, tenant: string): string {
  try {
    const { params, ...envelope } = JSON.parse(body);
    if (typeof params !== "object" || params === null || Array.isArray(params) || "tenant" in params) return body;
    return JSON.stringify({ ...envelope, params: { ...params, tenant } });
  } catch {
    return body;
  }
}

/** What a check did not send it does not expect to get back. */
async function withoutTenant(response: Response, tenant: string): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("content-type")?.startsWith("application/json")) return response;
  const text = await response.text();
  const member = `"tenant":"${tenant}"`;
  if (!text.includes(member)) return new Response(text === "" ? null : text, { status, headers });
  return new Response(text.replaceAll(`,${member}`, "").replaceAll(`${member},`, ""), { status, headers });
}

import type { SecurityScheme } from "@a2akit/types";
import type { OutgoingCall } from "../transport/transport.ts";
import { type Auth, authorize, type Place, type Secret, withHeader } from "./authorize.ts";

/** Where an API key goes, by the `location` of its scheme (A2A §4.5.2). */
const places: Readonly<Record<string, (name: string) => Place>> = {
  header: (name) => (call, key) => withHeader(call, name.toLowerCase(), key),
  query: (name) => (call, key) => {
    const url = new URL(call.url);
    url.searchParams.set(name, key);
    return { ...call, url: url.href };
  },
  cookie: (name) => (call, key) => withCookie(call, `${name}=${encodeURIComponent(key)}`),
};

/** A key for the API key scheme that the card states: header, query parameter or cookie (which browsers do not let a page set). */
export function apiKey(key: Secret): Auth {
  const placeIn = ({ apiKeySecurityScheme: scheme }: SecurityScheme) =>
    scheme && places[scheme.location]?.(scheme.name);
  return (agent) => authorize(agent, { title: "an API key", placeIn }, key);
}

function withCookie(call: OutgoingCall, cookie: string): OutgoingCall {
  const { cookie: before } = call.headers;
  return withHeader(call, "cookie", before ? `${before}; ${cookie}` : cookie);
}

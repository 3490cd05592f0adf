import type { Incoming } from "./incoming.ts";
import { parseParameter } from "./parse-parameter.ts";

export interface BaseUrlOptions {
  /** The public URL below which the mounts lie, such as `https://agents.example.com/team`. */
  readonly baseUrl?: string | undefined;
  /** Believe `Forwarded` and `X-Forwarded-*`: only behind a proxy that sets or removes them. */
  readonly trustForwarded?: boolean | undefined;
}

/** Headers that change what `baseUrlOf` says, for `Vary`. */
export const FORWARDED_HEADERS = "Host, Forwarded, X-Forwarded-Proto, X-Forwarded-Host, X-Forwarded-Prefix";

/** The public URL below which the mounts lie, without a slash at the end: the option, else the proxy's word, else the request's. */
export function baseUrlOf(
  incoming: Pick<Incoming, "header"> & Partial<Pick<Incoming, "origin">>,
  { baseUrl, trustForwarded }: BaseUrlOptions,
): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\/+$/, "");
  const forwarded = trustForwarded === true ? forwardedUrl(incoming) : undefined;
  return forwarded ?? incoming.origin?.() ?? "";
}

function forwardedUrl(incoming: Pick<Incoming, "header">): string | undefined {
  const { proto, host, prefix } = rfc7239(incoming) ?? legacy(incoming);
  if (!isHost(host)) return undefined;
  const scheme = proto === "https" || proto === "http" ? proto : "https";
  const path = /^(\/[\w.~-]+)*$/.test(prefix ?? "") ? (prefix ?? "") : "";
  return `${scheme}://${host}${path}`;
}

interface Forwarded {
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
  readonly prefix?: string | undefined;
}

/** RFC 7239: the first element is what the client itself asked for. */
function rfc7239({ header }: Pick<Incoming, "header">): Forwarded | undefined {
  const [element] = (header("forwarded") ?? "").split(",");
  const pairs = (element ?? "").split(";").map(parseParameter);
  const get = (name: string): string | undefined => pairs.find((pair) => pair?.name === name)?.value;
  const host = get("host");
  return host === undefined ? undefined : { proto: get("proto"), host, prefix: header("x-forwarded-prefix") };
}

function legacy({ header }: Pick<Incoming, "header">): Forwarded {
  const first = (name: string): string | undefined => header(name)?.split(",")[0]?.trim();
  return { proto: first("x-forwarded-proto"), host: first("x-forwarded-host"), prefix: first("x-forwarded-prefix") };
}

/** A host name or address with a port, and nothing that could change the meaning of a URL. */
export function isHost(host: string | undefined): host is string {
  return host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
}

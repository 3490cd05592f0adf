import { createRanges, parseAddress } from "./address-range.ts";
import type { Peer } from "./incoming.ts";

/** What of a request says where it comes from. */
interface AddressSource {
  header(name: string): string | undefined;
  readonly peer?: Peer;
}

export interface ClientAddressOptions {
  /** Addresses and ranges (`10.0.0.0/8`) of the proxies whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Where the client is, for runtimes that say so in their own way. Only a header that clients cannot set may be believed. */
  readonly addressOf?: (request: AddressSource) => string | undefined;
}

export interface ClientAddress {
  /** The address of the client, one for each IPv6 network of 64 bits; undefined where nobody knows it. */
  of(request: AddressSource): string | undefined;
  /** Whether the other end of the connection is a trusted proxy. */
  isProxied(request: AddressSource): boolean;
}

/** Elements of `X-Forwarded-For` that are looked at, from the end. */
const MAX_HOPS = 16;

/** @throws TypeError for a trusted proxy that is no address range */
export function createClientAddress({ trustedProxies = [], addressOf }: ClientAddressOptions): ClientAddress {
  const isTrusted = createRanges(trustedProxies);
  const isProxied = ({ peer }: AddressSource): boolean => peer !== undefined && isTrusted(peer.address);

  /** From the end, each proxy names the one before it: the first that is none of ours is the client, and what it says itself does not count. */
  function forwarded({ header, peer }: AddressSource): string | undefined {
    const hops = (header("x-forwarded-for") ?? "").split(",").slice(-MAX_HOPS).reverse();
    let client = peer?.address;
    for (const hop of hops.map(withoutPort)) {
      if (parseAddress(hop) === undefined) return client;
      client = hop;
      if (!isTrusted(hop)) return client;
    }
    return client;
  }

  return {
    isProxied,
    of(request) {
      const found = addressOf?.(request) ?? (isProxied(request) ? forwarded(request) : request.peer?.address);
      return found === undefined || found === "" ? undefined : network(found);
    },
  };
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(hop.trim()) ?? [];
  return bracketed ?? plain ?? hop.trim();
}

/** Whoever has an IPv6 address has 2⁶⁴ of them. */
function network(address: string): string {
  const bytes = parseAddress(address);
  if (bytes === undefined) return address;
  return bytes.length === 4 ? bytes.join(".") : `${bytes.slice(0, 8).join(".")}::/64`;
}

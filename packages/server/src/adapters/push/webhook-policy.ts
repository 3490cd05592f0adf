import { isIP } from "node:net";
import { within } from "../../within.ts";
import { type AllowList, createAllowList } from "./allow-list.ts";
import { createDnsResolver, type ResolveHost, resolveBySystem } from "./resolve-host.ts";
import { specialRange } from "./special-addresses.ts";

/** Where webhooks may be (A2A §13.2): by default anywhere on the public internet, and nowhere else. */
export interface WebhookPolicyOptions {
  /**
   * Targets that are let in though they are not public: addresses, ranges (`10.1.0.0/16`), host names, and
   * `*.example.com` for every name below. A host name that is listed may resolve to anything.
   */
  readonly allow?: readonly string[];
  /** Refuses http; default false. */
  readonly httpsOnly?: boolean;
  /** Milliseconds for which a name may take to resolve; default 5,000. */
  readonly resolveTimeout?: number;
  /** Default: DNS, and the system's resolver for host names on the allow list. */
  readonly resolve?: ResolveHost;
}

type Target =
  /** To be connected to at one of these addresses, and no other. */
  | { readonly kind: "allowed"; readonly url: URL; readonly addresses: readonly string[] }
  /** `rule` is for whoever configured it, `found` for the operator: it tells what is in a network. */
  | { readonly kind: "refused"; readonly rule: string; readonly found: string }
  | { readonly kind: "unresolved"; readonly found: string };

export interface WebhookPolicy {
  /** Judges a URL by its form and by the addresses that its host has now. Never rejects. */
  judge(url: string): Promise<Target>;
}

const RULES = {
  url: "must be an absolute http or https URL",
  https: "must be an https URL",
  userinfo: "must not hold a user name or a password",
  address: "must not lead to an address that is not public",
} as const;

const DEFAULT_RESOLVE_TIMEOUT = 5_000;

const resolveByDns = createDnsResolver();

/** RFC 6761 §6.3: never asked of DNS. */
const LOCALHOST = /(^|\.)localhost\.?$/;
const LOCALHOST_ADDRESSES = ["127.0.0.1", "::1"];

/** @throws TypeError for an entry of the allow list that is neither an address, a range nor a host name */
export function createWebhookPolicy(options: WebhookPolicyOptions = {}): WebhookPolicy {
  const { httpsOnly = false, resolveTimeout = DEFAULT_RESOLVE_TIMEOUT } = options;
  const allowList = createAllowList(options.allow ?? []);

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const named = allowList.hasHost(host);
    if (!named && LOCALHOST.test(host)) return LOCALHOST_ADDRESSES;
    const resolve = options.resolve ?? (named ? resolveBySystem : resolveByDns);
    return (await within(resolve(host), resolveTimeout)) ?? [];
  }

  return {
    async judge(text) {
      if (!URL.canParse(text)) return refused("url");
      const url = new URL(text);
      const rule = brokenRule(url, httpsOnly);
      if (rule !== undefined) return refused(rule);
      const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
      const addresses = await addressesOf(host).catch(() => []);
      if (addresses.length === 0) return { kind: "unresolved", found: "The host name does not resolve" };
      const special = firstSpecial(allowList, host, addresses);
      return special === undefined ? { kind: "allowed", url, addresses } : refused("address", special);
    },
  };
}

function brokenRule({ protocol, username, password }: URL, httpsOnly: boolean): keyof typeof RULES | undefined {
  if (protocol !== "https:" && protocol !== "http:") return "url";
  if (httpsOnly && protocol !== "https:") return "https";
  return username !== "" || password !== "" ? "userinfo" : undefined;
}

/** One address that is not public is enough: nobody says which of them will be taken. */
function firstSpecial(allowList: AllowList, host: string, addresses: readonly string[]): string | undefined {
  for (const address of addresses) {
    const allowed = isIP(address) !== 0 && (allowList.hasHost(host) || allowList.hasAddress(address));
    const range = allowed ? undefined : specialRange(address);
    if (range !== undefined) return `${address} is ${range}`;
  }
  return undefined;
}

function refused(rule: keyof typeof RULES, found = `The URL ${RULES[rule]}`): Target {
  return { kind: "refused", rule: RULES[rule], found };
}

import { lookup, Resolver } from "node:dns/promises";

/** The addresses of a host name; rejects where it has none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Milliseconds per question, and how often it is asked. */
const QUESTION = { timeout: 2_000, tries: 2 };

/**
 * Asks DNS, and nothing else: the resolver of the system works on few threads, and slow names of strangers would keep them
 * from everybody else.
 *
 * @param servers addresses, with a port where it is not 53; default: those of the system
 */
export function createDnsResolver(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    const resolver = new Resolver(QUESTION);
    if (servers !== undefined) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failure = answers.find((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failure !== undefined) throw failure.reason;
    return addresses;
  };
}

/** Asks the system, which knows its hosts file and search domains, too. For names that the operator chose. */
export const resolveBySystem: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

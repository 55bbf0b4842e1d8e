import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { OutboundError } from "./outbound-error.ts";

/** Gives every address of a host name, or throws. */
export type AddressLookup = (hostname: string) => Promise<string[]>;

/** The addresses the operating system gives for a name, its own list of hosts included: what an intranet needs. */
export const systemResolve: AddressLookup = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses that the domain name system gives for a name. Unlike the system's way it keeps no thread waiting: a
 * stranger's slow name server could otherwise hold up every read of a file. `servers` are for tests.
 */
export function dnsResolve(servers?: readonly string[]): AddressLookup {
  return async (hostname) => {
    // A new one each time sees changed name servers.
    const resolver = new Resolver({ timeout: 1000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/**
 * The look-up of a connection: the name is resolved once, each of its addresses has to be allowed, and the socket goes
 * to one of exactly these. There is no second look-up that could answer differently.
 */
export function checkedLookup(
  resolve: AddressLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (first === undefined || !addresses.every(isAllowed))
          callback(new OutboundError("FETCH_FAILED"), "");
        else if (all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}

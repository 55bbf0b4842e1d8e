import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { OutboundError } from "./outbound-error.ts";

/** Gives every address of a host name, or throws. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The addresses the operating system gives for a name. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * How every connection is made: the name is looked up once, each of its addresses has to be allowed, and the socket
 * goes to one of exactly these. There is no second look-up that could answer differently. `timeout` in milliseconds.
 */
export function checkedConnector(options: {
  resolve: Resolve;
  isAllowed: (address: string) => boolean;
  timeout: number;
}): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    checkedAddresses(hostname, options).then(
      (found) =>
        all === true ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family),
      (error: Error) => callback(error, ""),
    );
  };
  const connect = buildConnector({
    timeout: options.timeout,
    lookup,
    autoSelectFamily: true,
    maxCachedSessions: 0,
  });
  return (target, callback) => {
    // The socket takes an address as it is, without asking `lookup`.
    if (isIP(target.hostname) === 0 || options.isAllowed(target.hostname)) connect(target, callback);
    else callback(new OutboundError("FETCH_FAILED"), null);
  };
}

async function checkedAddresses(
  hostname: string,
  options: { resolve: Resolve; isAllowed: (address: string) => boolean },
) {
  const addresses = await options.resolve(hostname);
  if (addresses.length === 0 || !addresses.every(options.isAllowed)) throw new OutboundError("FETCH_FAILED");
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

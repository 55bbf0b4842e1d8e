import { isIP } from "node:net";
import { isPrivateName } from "./addresses.ts";
import { OutboundError } from "./outbound-error.ts";

const LONGEST = 8192;

/**
 * The address that `text` (or, relative to `from`, a redirect) names, if it is one we may ask. Throws OutboundError:
 * only http and https, without a user name, on the ports of the web or those that any user may open (below 1024 mail,
 * file and login services listen, which must not hear our voice), and not, unless private networks are allowed, names
 * that mean something only inside one.
 */
export function parseTarget(text: string, options: { allowPrivateNetwork: boolean; from?: URL }): URL {
  if (text.length > LONGEST || !URL.canParse(text, options.from?.href))
    throw new OutboundError("FETCH_FAILED");
  const url = new URL(text, options.from);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const refused =
    !["http:", "https:"].includes(url.protocol) ||
    (options.from?.protocol === "https:" && url.protocol === "http:") ||
    url.username !== "" ||
    url.password !== "" ||
    !(port === 80 || port === 443 || port >= 1024) ||
    (!options.allowPrivateNetwork && isIP(bareHost(url)) === 0 && isPrivateName(url.hostname));
  if (refused) throw new OutboundError("FETCH_FAILED");
  url.hash = "";
  return url;
}

/** The host without the brackets that an IPv6 address wears in a URL. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

import ipaddr from "ipaddr.js";

const WELL_KNOWN_NAT64 = [0x64, 0xff9b, 0, 0, 0, 0];
const PRIVATE_SUFFIXES = [".local", ".internal", ".localhost", ".home.arpa"];

/**
 * Whether an IP address belongs to the public internet. Everything else is false: private, loopback, link-local,
 * carrier-grade, documentation, multicast and reserved ranges, texts that are no address, and IPv6 addresses that only
 * carry an IPv4 one (judged by what they carry when a mapped or NAT64 address, refused as a class otherwise).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = carried(ipaddr.parse(text));
  if (address.range() !== "unicast") return false;
  // Global unicast IPv6 is 2000::/3 and nothing else; `::7f00:1`, an old way to write 127.0.0.1, is not in it.
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/**
 * Whether a host name, as `URL` gives it, is one that only means something inside a network: it must not be looked up.
 * Addresses are not names: see isPublicAddress.
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

/** The IPv4 address inside a mapped or NAT64 address: that is where the packets end up. */
function carried(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (!WELL_KNOWN_NAT64.every((part, at) => address.parts[at] === part)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

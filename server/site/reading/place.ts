/** Where sites are served, as the installation is set up. */
export interface SitesHosting {
  /** The domain below which every organization has its own host, without a port; absent: all share one origin. */
  readonly domain?: string;
  /** Hosts (without port) of the shared origin: `localhost`, the public name. With a domain, sites were there before. */
  readonly hosts: readonly string[];
}

/** What an address names before anything is looked up. */
export type SitePlace =
  /** The form with the organization in the path or in the host. `base` is the site's path prefix, with both slashes. */
  | {
      readonly kind: "site";
      readonly organization: string;
      readonly basename: string;
      readonly base: string;
      readonly rest: readonly string[];
      /** Whether it is read on a host of its own, or of another server that shows it. */
      readonly isOwnHost?: true;
    }
  /** A hostname of a site's own. */
  | {
      readonly kind: "hostname";
      readonly hostname: string;
      readonly base: "/";
      readonly rest: readonly string[];
    }
  /** The address that a site had on the shared origin, before organizations had hosts of their own. */
  | {
      readonly kind: "former";
      readonly organization: string;
      readonly basename: string;
      readonly rest: readonly string[];
    }
  /** An organization without a site: nothing is published there. */
  | { readonly kind: "organization"; readonly organization: string }
  | { readonly kind: "root" }
  /** No address that a page can have. */
  | { readonly kind: "malformed" };

/** Labels of letters, digits and hyphens, as the organizations' hostnames and the sites' basenames are made. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;
const PATH_MAX = 4096;

/** A Host header without its port and without the dot of an absolute name, in lower case; nothing when it is none. */
export function hostnameOf(host: string): string | undefined {
  const bare = host
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
  if (/^\[[0-9a-f:.]+\]$/.test(bare)) return bare;
  return bare.length <= 253 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(bare) ? bare : undefined;
}

/**
 * The decoded segments of a path, empty ones left out, or nothing where the path is malformed: bad escapes, NUL
 * and other controls, backslashes, dot segments. A slash that came escaped stays inside its segment.
 */
export function segmentsOf(pathname: string): readonly string[] | undefined {
  if (pathname.length > PATH_MAX || !pathname.startsWith("/")) return undefined;
  const segments: string[] = [];
  for (const part of pathname.split("/")) {
    if (part === "") continue;
    const segment = decodeSegment(part);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

function decodeSegment(part: string): string | undefined {
  let segment: string;
  try {
    segment = decodeURIComponent(part);
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(segment) || segment === "." || segment === "..") return undefined;
  return segment.normalize("NFC");
}

function siteBelow(organization: string, prefix: string, segments: readonly string[]): SitePlace {
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: "organization", organization };
  const basename = first.toLowerCase();
  if (!NAME.test(basename)) return { kind: "malformed" };
  return { kind: "site", organization, basename, base: `${prefix}${basename}/`, rest };
}

/**
 * Reads the host and the path of a request. Names are compared without regard to case, as addresses of sites are.
 * @param host the Host header (or, from a trusted proxy, what it forwarded)
 * @param pathname the path as it was sent, percent-encoded, without the query
 */
export function placeOf(hosting: SitesHosting, host: string, pathname: string): SitePlace {
  const hostname = hostnameOf(host);
  const segments = segmentsOf(pathname);
  if (hostname === undefined || segments === undefined) return { kind: "malformed" };
  if (hosting.domain !== undefined) return onDomain(hosting.domain, hosting.hosts, hostname, segments);
  if (!hosting.hosts.includes(hostname)) return { kind: "hostname", hostname, base: "/", rest: segments };
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: "root" };
  const organization = first.toLowerCase();
  if (!NAME.test(organization)) return { kind: "malformed" };
  return siteBelow(organization, `/${organization}/`, rest);
}

function onDomain(
  domain: string,
  shared: readonly string[],
  hostname: string,
  segments: readonly string[],
): SitePlace {
  // An organization's host comes first: it may have been the shared one.
  if (hostname.endsWith(`.${domain}`)) {
    const organization = hostname.slice(0, -domain.length - 1);
    return NAME.test(organization) ? siteBelow(organization, "/", segments) : { kind: "malformed" };
  }
  if (hostname === domain || shared.includes(hostname)) return formerPlace(segments);
  return { kind: "hostname", hostname, base: "/", rest: segments };
}

function formerPlace([first = "", second = "", ...rest]: readonly string[]): SitePlace {
  const [organization, basename] = [first.toLowerCase(), second.toLowerCase()];
  return NAME.test(organization) && NAME.test(basename)
    ? { kind: "former", organization, basename, rest }
    : { kind: "root" };
}

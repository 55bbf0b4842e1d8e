import { decoded } from "./decoded.ts";

/** Where an installation publishes: one origin for all sites, or one host for each organization below a domain. */
export interface SitesOrigin {
  /** Without a trailing slash. */
  readonly sites: string;
  readonly sitesDomain: string | undefined;
}

/** What the address of a site is made of. */
export interface SiteNames {
  /** The organization's hostname. */
  readonly organization: string;
  readonly basename: string;
  /** A hostname of the site's own. */
  readonly hostname?: string | null | undefined;
  /** JSON: the `origin` below which another server shows it, a host and a path. */
  readonly proxy?: string | null | undefined;
}

/** Where another server shows a site: its host, and its path with both slashes. */
interface ProxyOrigin {
  readonly host: string;
  readonly base: string;
}

/** What a site's `proxy` column says; undefined for a site that no other server shows. */
export function proxyOrigin(column: string | null | undefined): ProxyOrigin | undefined {
  if (column === null || column === undefined) return undefined;
  const { origin } = JSON.parse(column) as { readonly origin: string };
  const at = origin.indexOf("/");
  return { host: origin.slice(0, at).toLowerCase(), base: `${origin.slice(at)}/` };
}

/**
 * The address at which readers know a site, ending with a slash: where another server shows it, on its own host, below
 * its organization's host, or below the organization's name on the shared origin.
 */
export function siteUrl(origin: SitesOrigin, names: SiteNames): string {
  const proxied = proxyOrigin(names.proxy);
  return proxied === undefined ? servedUrl(origin, names) : `https://${proxied.host}${proxied.base}`;
}

/** The address at which Lectern itself serves a site, whoever else shows it. */
export function servedUrl(origin: SitesOrigin, names: SiteNames): string {
  if (names.hostname) return `https://${names.hostname}/`;
  if (origin.sitesDomain === undefined) return `${origin.sites}/${names.organization}/${names.basename}/`;
  const { protocol, port } = new URL(origin.sites);
  // A domain may name its port itself; otherwise it is served where the sites are.
  const at =
    origin.sitesDomain.includes(":") || port === "" ? origin.sitesDomain : `${origin.sitesDomain}:${port}`;
  return `${protocol}//${names.organization}.${at}/${names.basename}/`;
}

/**
 * The decoded segments of an address below a site, where the address is one of that site: the one that readers know, or
 * another at which it is served. undefined for an address elsewhere. Whoever writes it otherwise than we do arrives at
 * the same place, so it is read as requests are: names in any case, slashes more often, the host with its dot.
 */
export function segmentsOnSite(
  origin: SitesOrigin,
  names: SiteNames,
  address: string,
): readonly string[] | undefined {
  const { host, pathname } = new URL(address);
  const segments = decodedSegments(pathname);
  const { proxy: _, ...served } = names;
  const own = [names, served, { ...served, hostname: null }].map((each) => new URL(siteUrl(origin, each)));
  for (const url of own) {
    const base = decodedSegments(url.pathname);
    const isBelow = base.every((name, at) => name.toLowerCase() === segments[at]?.toLowerCase());
    if (isBelow && url.host === host.replace(/\.(?=:|$)/, "")) return segments.slice(base.length);
  }
  return undefined;
}

/** Empty segments left out, and what isn't well escaped as it is. */
function decodedSegments(pathname: string): string[] {
  return pathname.split("/").filter(Boolean).map(decoded);
}

/** Where a space stands on a site. `path` and `section_path` are segments; without a section the latter is null. */
interface SitePlaceNames {
  readonly id: string;
  readonly path: string;
  readonly section_id: string | null;
  readonly section_path: string | null;
  /** The site-space of the section that has no segment of its own. */
  readonly section_default: string | null;
  readonly default_site_section_id: string | null;
  readonly default_site_space_id: string | null;
}

/** The path of a site-space below its site's address: nothing, or segments with a slash after each. */
export function pathBelowSite(names: SitePlaceNames): string {
  const { id, path, section_id, section_path } = names;
  const chosen = section_id === null ? names.default_site_space_id : names.section_default;
  const hasSegment = section_path !== null && section_id !== names.default_site_section_id;
  return (hasSegment ? `${section_path}/` : "") + (chosen === id ? "" : `${path}/`);
}

/** A name that addresses of pages may begin with: of their section, or of their variant in it. */
export interface SiteStep {
  readonly own: string;
  /** Whether it is left out, as that of a default is. */
  readonly isDefault: boolean;
  /** The names of those that stand beside a default. */
  readonly beside: ReadonlySet<string>;
}

/**
 * The step of one of several.
 * @param chosen the default among them
 */
export function stepAmong<Each extends { readonly path: string }>(
  all: readonly Each[],
  chosen: Each | undefined,
  one: Each,
): SiteStep {
  const isDefault = one === chosen;
  const beside = new Set(isDefault ? all.filter((each) => each !== one).map(({ path }) => path) : []);
  return { own: one.path, isDefault, beside };
}

/**
 * The segments of an address below a site's. A default leaves its name out, unless what follows begins with the name of
 * another that stands beside it: there would be the other.
 * @param steps the section's before the variant's
 */
export function segmentsBelow(steps: readonly SiteStep[], path: readonly string[]): readonly string[] {
  const [step, ...inner] = steps;
  if (step === undefined) return path;
  const inside = segmentsBelow(inner, path);
  return step.isDefault && !isAnothers(step, inside) ? inside : [step.own, ...inside];
}

function isAnothers({ own, beside }: SiteStep, path: readonly string[]): boolean {
  if (beside.size === 0) return false;
  const first = path[0]?.toLowerCase();
  return first !== undefined && (beside.has(first) || (first === own && isNamed({ own, beside }, path)));
}

/** Whether a path begins with the name of a default because another would be there without it. */
export function isNamed({ own, beside }: Omit<SiteStep, "isDefault">, path: readonly string[]): boolean {
  const [first, second] = path.map((segment) => segment.toLowerCase());
  return first === own && second !== undefined && (second === own ? beside.size > 0 : beside.has(second));
}

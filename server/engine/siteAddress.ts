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
}

/**
 * The address of a site, ending with a slash: on its own host, below its organization's host, or below the
 * organization's name on the shared origin.
 */
export function siteUrl(origin: SitesOrigin, names: SiteNames): string {
  if (names.hostname) return `https://${names.hostname}/`;
  if (origin.sitesDomain === undefined) return `${origin.sites}/${names.organization}/${names.basename}/`;
  const { protocol, port } = new URL(origin.sites);
  // A domain may name its port itself; otherwise it is served where the sites are.
  const at =
    origin.sitesDomain.includes(":") || port === "" ? origin.sitesDomain : `${origin.sitesDomain}:${port}`;
  return `${protocol}//${names.organization}.${at}/${names.basename}/`;
}

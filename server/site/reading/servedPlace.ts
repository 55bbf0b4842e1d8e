/** From a request to the site that it asks for: by its host and path, or by what a proxy says that it was asked. */
import { proxyOrigin } from "../../../engine/siteAddress.ts";
import type { Addresses } from "../../deps.ts";
import { placeOf, type SitePlace, type SitesHosting } from "./place.ts";
import type { PublishedSite, PublishedSites, SiteKeys } from "./publishedSite.ts";

/** Whom a request asks. Where no trusted proxy says otherwise, both are the Host header. */
export interface AskedHosts {
  /** The host that the reader sees: what a trusted proxy forwarded, else the Host header. */
  readonly asked: string;
  /** The Host header. */
  readonly direct: string;
}

/**
 * The site that a request asks for, with its path prefix as the reader sees it. A hostname counts when a site has proved
 * it. Another host counts when a trusted proxy names it, what the proxy itself asks for is a site, and that site says
 * that it is shown there: then the prefix is the one it has there. A proxy may go on asking at an address that the site
 * had, before the sites' domain was set or under a former name.
 * @returns the place by the host alone where that is no site's
 */
export async function servedPlace(
  sites: PublishedSites,
  hosting: SitesHosting,
  { asked, direct }: AskedHosts,
  pathname: string,
): Promise<SitePlace> {
  const place = placeOf(hosting, asked, pathname);
  if (place.kind !== "hostname") return place;
  const { hostname, rest } = place;
  const named = await sites.at(hostname);
  if (named !== undefined) return { kind: "site", ...named, base: "/", rest, isOwnHost: true };
  if (asked === direct) return place;
  const behind = await servedPlace(sites, hosting, { asked: direct, direct }, pathname);
  if (behind.kind !== "site" && behind.kind !== "former") return place;
  const { organization, basename } = behind;
  const published = (await sites.find(organization, basename)) ?? (await movedTo(sites, behind));
  const origin = proxyOrigin(published?.site.proxy);
  if (published === undefined || origin?.host !== hostname) return place;
  const keys = { organization: published.organization, basename: published.site.basename };
  return { kind: "site", ...keys, base: origin.base, rest: behind.rest, isOwnHost: true };
}

/** The site that had these names. */
async function movedTo(
  sites: PublishedSites,
  { organization, basename }: SiteKeys,
): Promise<PublishedSite | undefined> {
  const keys = await sites.moved(organization, basename);
  return keys && sites.find(keys.organization, keys.basename);
}

/** The hosts that mean the shared origin: its public name, and this machine's own. */
export function hostingOf(addresses: Addresses): SitesHosting {
  const domain = addresses.sitesDomain?.replace(/:\d+$/, "");
  const hosts = [new URL(addresses.sites).hostname, "localhost", "127.0.0.1", "[::1]"];
  return { hosts, ...(domain === undefined ? {} : { domain }) };
}

/** Our own names as headEveryAnswer takes them: those of the shared origin, or all below the sites' domain. */
export function secureHosts({ sites, sitesDomain }: Addresses): readonly string[] {
  const { protocol, host } = new URL(sites);
  if (protocol !== "https:") return [];
  return sitesDomain === undefined ? [host] : [host, `.${sitesDomain}`];
}

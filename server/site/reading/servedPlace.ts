/** From a request to the site that it asks for: by its host and path, or by what a proxy says that it was asked. */
import { proxyOrigin } from "../../../engine/siteAddress.ts";
import type { Addresses } from "../../deps.ts";
import { placeOf, type SitePlace, type SitesHosting } from "./place.ts";
import type { PublishedSites } from "./publishedSite.ts";

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
 * that it is shown there: then the prefix is the one it has there.
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
  if (behind.kind !== "site") return place;
  const published = await sites.find(behind.organization, behind.basename);
  const origin = proxyOrigin(published?.site.proxy);
  return origin?.host === hostname ? { ...behind, base: origin.base, isOwnHost: true } : place;
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

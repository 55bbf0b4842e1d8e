import { segmentsOnSite, type SiteNames, type SitesOrigin } from "../../../../engine/siteAddress.ts";
import { invalidField } from "../../../http/errors.ts";

const FIELD = "/fallbackURL";

/**
 * The address that visitors are sent to for signing in, as it is kept.
 * @param site where it is itself: sending visitors there would send them in circles
 * @throws 400 for one that browsers can't be sent to, or that has a `location` of its own
 */
export function checkedFallback(text: string, addresses: SitesOrigin, site: SiteNames): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidField(FIELD, "is not an address that starts with https:// or http://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidField(FIELD, "may not carry a name or password.");
  }
  if ([...url.searchParams.keys()].some((name) => name.toLowerCase() === "location")) {
    throw invalidField(FIELD, 'may not have a "location" in its query: the visitor\'s path is put there.');
  }
  if (segmentsOnSite(addresses, site, url.href) !== undefined)
    throw invalidField(FIELD, "is on the site itself, which would send visitors back.");
  return url.href;
}

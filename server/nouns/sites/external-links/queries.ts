import { partOfSite } from "../site/partOfSite.ts";

/** The external link that the path names, with the caller's rights on its site. */
export const loadExternalLink = partOfSite("link", "site_external_links", "siteExternalLinkId");

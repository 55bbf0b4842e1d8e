/** Where sites are found: their redirects, the addresses that they had, their claims of hostnames. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** A rule that leads from a path of a site, where no page is, to somewhere else. */
interface SiteRedirectRow {
  organization_id: string;
  id: string;
  site_id: string;
  /** As it was given. */
  source: string;
  /** As it is compared: decoded, folded, and for a wildcard ending with an asterisk. */
  source_key: string;
  /** Of one source there may be a live redirect and a draft. */
  draft: Generated<Flag>;
  capture_wildcard: Generated<Flag>;
  permanent: Generated<Flag>;
  /** JSON */
  destination: string;
  created_at: number;
  updated_at: number | null;
  version: Generated<number>;
}

/** A path that a site-space had on its site: segments with a slash after each, nothing for the site's own address. */
interface FormerSitePathRow {
  organization_id: string;
  site_id: string;
  path: string;
  site_space_id: string;
  at: number;
}

/** A basename that a site had in its organization. */
interface FormerBasenameRow {
  organization_id: string;
  basename: string;
  site_id: string;
}

/** A hostname that an organization had. */
interface FormerHostnameRow {
  hostname: string;
  organization_id: string;
}

/** A hostname that a site has proved, and is served at: `sites.hostname` says the same. */
interface SiteHostnameRow {
  hostname: string;
  organization_id: string;
  site_id: string;
}

/** What the DNS said of a hostname when it was looked up last. */
export type HostnameStatus = "dns_passed" | "dns_no_cname" | "dns_wrong_cname" | "internal_error";

/** What a site wants to be called. Several may claim a name; `site_hostnames` has who proved it. */
interface HostnameClaimRow {
  organization_id: string;
  site_id: string;
  hostname: string;
  status: HostnameStatus;
  checked_at: number | null;
  created_at: number;
}

export interface SiteAddressesTables {
  site_redirects: SiteRedirectRow;
  former_site_paths: FormerSitePathRow;
  former_basenames: FormerBasenameRow;
  former_hostnames: FormerHostnameRow;
  site_hostnames: SiteHostnameRow;
  hostname_claims: HostnameClaimRow;
}

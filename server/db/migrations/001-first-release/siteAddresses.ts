/** Where sites are found: their redirects, the addresses that they had, their claims of hostnames. */
import type { TableDescription } from "../table.ts";

export const siteAddresses = [
  /** A rule that leads from a path of a site, where no page is, to somewhere else. */
  {
    name: "site_redirects",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      /** As it was given. */
      source: "text",
      /** As it is compared: decoded, folded, and for a wildcard ending with an asterisk. */
      source_key: "text",
      /** Of one source there may be a live redirect and a draft. */
      draft: "flag = 0",
      capture_wildcard: "flag = 0",
      permanent: "flag = 0",
      /** JSON */
      destination: "text",
      created_at: "int",
      updated_at: "int?",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["site_id", "source_key", "draft"]],
    refers: { site_id: "sites cascade" },
    indexes: {
      site_redirects_in_order: ["organization_id", "site_id", "draft", "created_at", "id"],
    },
  },
  /** A path that a site-space had on its site: segments with a slash after each, nothing for the site's own address. */
  {
    name: "former_site_paths",
    of: "organization",
    columns: {
      site_id: "text",
      path: "text",
      site_space_id: "text",
      at: "int",
    },
    key: ["site_id", "path", "site_space_id"],
    refers: { site_space_id: "site_spaces cascade", site_id: "sites cascade" },
    indexes: {
      former_site_paths_of_site_space: ["organization_id", "site_space_id"],
    },
  },
  /** A basename that a site had in its organization. */
  {
    name: "former_basenames",
    of: "organization",
    columns: {
      basename: "text",
      site_id: "text",
    },
    key: ["basename"],
    refers: { site_id: "sites cascade" },
    indexes: {
      former_basenames_of_site: ["organization_id", "site_id"],
    },
  },
  /** A hostname that an organization had. */
  {
    name: "former_hostnames",
    columns: {
      hostname: "text",
      organization_id: "text",
    },
    key: ["hostname"],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      former_hostnames_of_organization: ["organization_id"],
    },
  },
  /** A hostname that a site has proved, and is served at: `sites.hostname` says the same. */
  {
    name: "site_hostnames",
    columns: {
      hostname: "text",
      organization_id: "text",
      site_id: "text",
    },
    key: ["hostname"],
    refers: { "organization_id, site_id": "sites cascade" },
    indexes: {
      site_hostnames_of_site: ["organization_id", "site_id"],
    },
  },
  /** What a site wants to be called. Several may claim a name; `site_hostnames` has who proved it. */
  {
    name: "hostname_claims",
    of: "organization",
    columns: {
      site_id: "text",
      hostname: "text",
      status: "text: dns_passed | dns_no_cname | dns_wrong_cname | internal_error",
      checked_at: "int?",
      created_at: "int",
    },
    key: ["site_id"],
    refers: { site_id: "sites cascade" },
    indexes: {
      hostname_claims_hostname: ["hostname"],
    },
  },
] as const satisfies readonly TableDescription[];

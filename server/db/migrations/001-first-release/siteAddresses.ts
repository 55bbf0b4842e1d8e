/** Where sites are found: their redirects, the addresses that they had, their claims of hostnames. */
import type { TableDescription } from "../table.ts";

export const siteAddresses: readonly TableDescription[] = [
  {
    name: "site_redirects",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      source: "text",
      source_key: "text",
      draft: "int = 0",
      capture_wildcard: "int = 0",
      permanent: "int = 0",
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
  {
    name: "hostname_claims",
    of: "organization",
    columns: {
      site_id: "text",
      hostname: "text",
      status: "text",
      checked_at: "int?",
      created_at: "int",
    },
    key: ["site_id"],
    refers: { site_id: "sites cascade" },
    indexes: {
      hostname_claims_hostname: ["hostname"],
    },
  },
];

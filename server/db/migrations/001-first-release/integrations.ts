/** Integrations, where they are installed, and the tokens of installations. */
import type { TableDescription } from "../table.ts";

export const integrations = [
  {
    name: "integrations",
    columns: {
      id: "text",
      name: "text",
      /** The owner. */
      organization_id: "text",
      title: "text",
      /** Name and title as searches compare them. */
      search_text: "text",
      description: "text",
      summary: "text?",
      visibility: "text: public | private | unlisted",
      target: "text: all | site | space | organization",
      /** Lists of words, see wordList.ts. */
      scopes: "text",
      categories: "text",
      /** Hosts of the addresses that its blocks are made from. */
      block_domains: "text",
      /** JSON: what is shown and never asked for: blocks, content sources, configurations, links, pictures, policy. */
      details: "text",
      has_blocks: "flag",
      has_content_sources: "flag",
      /** Hash of a picture. */
      icon: "text?",
      /** JSON, sealed for `integrations|secrets|<id>`. */
      secrets: "text?",
      /** Where events are posted to while somebody develops it. */
      tunnel_url: "text?",
      /** Whether those of other organizations' installations go there too. */
      tunnel_all: "flag = 0",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["name"]],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      integrations_of_owner: ["organization_id"],
      integrations_in_order: ["created_at", "id"],
    },
  },
  {
    name: "integration_versions",
    columns: {
      integration_id: "text",
      version: "int",
      runtime: "text",
      script: "text",
      created_by: "text?",
      created_at: "int",
    },
    key: ["integration_id", "version"],
    refers: { created_by: "users set null", integration_id: "integrations cascade" },
  },
  {
    name: "integration_images",
    columns: {
      integration_id: "text",
      /** SHA-256, 64 hex digits. */
      hash: "text",
      content_type: "text",
      data: "bytes",
    },
    key: ["integration_id", "hash"],
    refers: { integration_id: "integrations cascade" },
  },
  {
    name: "installations",
    of: "organization",
    columns: {
      id: "text",
      integration_id: "text",
      /** Who installed it or set it up last: it acts with no more rights than they have. */
      owner_id: "text",
      /** Whether its configuration is complete. */
      status: "text: active | pending",
      /** A list of words: what was granted when it was installed. */
      scopes: "text",
      /** The policy that the integration declared then: the hosts that its scripts may have pages load from. */
      policy: "text?",
      space_selection: "text: all | selected",
      site_selection: "text: all | selected",
      /** JSON */
      configuration: "text",
      /** A list of words. */
      external_ids: "text",
      created_at: "int",
      updated_at: "int",
      /** Set while the last event waits to be sent. */
      deleted_at: "int?",
      version: "int = 1",
    },
    key: ["id"],
    refers: {
      owner_id: "users cascade",
      integration_id: "integrations cascade",
    },
    indexes: {
      // An address names it by the integration and its id, whosever it is.
      installations_by_id: ["id"],
      installations_by_end: ["deleted_at"],
      installations_of_integration: ["integration_id", "created_at", "id"],
      installations_of_organization: ["organization_id", "created_at", "id"],
      installations_once: {
        columns: ["organization_id", "integration_id"],
        unique: true,
        where: "deleted_at is null",
      },
    },
  },
  /** An installation on one space or one site. */
  {
    name: "content_installations",
    of: "organization",
    columns: {
      id: "text",
      installation_id: "text",
      space_id: "text?",
      site_id: "text?",
      status: "text: active | pending",
      configuration: "text",
      external_ids: "text",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [
      ["installation_id", "site_id"],
      ["installation_id", "space_id"],
    ],
    refers: {
      site_id: "sites cascade",
      // It stays with the organization when the space goes to another, and works again when the space comes back.
      space_id: "addresses cascade",
      installation_id: "installations cascade",
    },
    indexes: {
      content_installations_by_site_id: ["organization_id", "site_id"],
      content_installations_by_space_id: ["space_id"],
    },
  },
  {
    name: "installation_tokens",
    of: "organization",
    columns: {
      id: "text",
      installation_id: "text",
      /** SHA-256 of the token, lower-case hex. */
      hash: "text",
      created_at: "int",
      expires_at: "int",
      /** That of the events which follow from what it writes. */
      depth: "int = 0",
    },
    key: ["installation_id", "id"],
    refers: { installation_id: "installations cascade" },
    indexes: {
      // Whose it is follows from it.
      installation_tokens_by_hash: ["hash"],
      installation_tokens_by_expiry: ["expires_at"],
    },
  },
] as const satisfies readonly TableDescription[];

/** Sites, what they are divided into and opened by, and what they know visitors by. */
import type { TableDescription } from "../table.ts";
import { ROLE } from "./role.ts";

export const sites = [
  {
    name: "sites",
    of: "organization",
    columns: {
      id: "text",
      type: "text: basic | premium | ultimate | sponsored | legacy-basic | legacy-premium",
      title: "text",
      /** The title as filters compare it. */
      title_folded: "text",
      basename: "text",
      hostname: "text?",
      /** JSON */
      proxy: "text?",
      visibility: "text: public | unlisted | share-link | visitor-auth",
      published: "flag = 0",
      /** JSON */
      icon: "text?",
      adaptive_content: "flag = 0",
      agents_context: "text?: excluded | included",
      default_site_space_id: "text?",
      default_site_section_id: "text?",
      /** JSON */
      customization: "text?",
      /** null: no access. */
      default_level: `text?: ${ROLE} | inherit`,
      /** Who keeps access when the default level is null; null: the creator. */
      level_owner: "text?",
      /** null once that user is gone, and where nobody made it. */
      created_by: "text?",
      created_at: "int",
      /** A deleted one gives its hostname and its basename free, and keeps them here for when it comes back. */
      deleted_at: "int?",
      acl: "text",
      version: "int = 1",
    },
    key: ["id"],
    refers: { created_by: "users set null" },
    indexes: {
      sites_by_basename: {
        columns: ["organization_id", "basename"],
        unique: true,
        where: "deleted_at is null",
      },
      sites_in_order: ["organization_id", "deleted_at", "created_at", "id"],
      sites_by_acl: ["organization_id", "acl"],
      sites_of_creator: ["created_by"],
    },
  },
  {
    name: "site_section_groups",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      title: "text",
      icon: "text?",
      position: "text",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    refers: { site_id: "sites cascade" },
    indexes: {
      site_section_groups_of_site: ["organization_id", "site_id"],
    },
  },
  /** A part of a site with its own tab. It stands among the sections of its group, or among groups and sections. */
  {
    name: "site_sections",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      group_id: "text?",
      title: "text",
      description: "text?",
      icon: "text?",
      path: "text",
      condition: "text?",
      default_site_space_id: "text?",
      position: "text",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["site_id", "path"]],
    refers: { group_id: "site_section_groups set null", site_id: "sites cascade" },
    indexes: {
      site_sections_of_group: ["organization_id", "group_id"],
    },
  },
  /** A link of the navigation that leads elsewhere. It stands where sections do. */
  {
    name: "site_external_links",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      group_id: "text?",
      title: "text",
      description: "text?",
      icon: "text?",
      url: "text",
      condition: "text?",
      /** Readers don't see it yet. */
      draft: "flag = 0",
      position: "text",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    refers: { group_id: "site_section_groups set null", site_id: "sites cascade" },
    indexes: {
      site_external_links_of_site: ["organization_id", "site_id"],
      site_external_links_of_group: ["organization_id", "group_id"],
    },
  },
  {
    name: "site_spaces",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      section_id: "text?",
      space_id: "text",
      path: "text",
      title: "text?",
      condition: "text?",
      position: "text",
      created_at: "int",
      version: "int = 1",
      /** JSON: how it looks otherwise than its site; null: in nothing. */
      customization: "text?",
    },
    key: ["id"],
    refers: { space_id: "spaces cascade", site_id: "sites cascade" },
    indexes: {
      site_spaces_of_space: ["space_id", "site_id"],
      site_spaces_in_order: ["organization_id", "site_id", "position", "id"],
      // Two rows without a section would not count as equal, so they have a rule of their own.
      site_spaces_path_without_section: {
        columns: ["organization_id", "site_id", "path"],
        unique: true,
        where: "section_id is null",
      },
      site_spaces_path: {
        columns: ["organization_id", "site_id", "section_id", "path"],
        unique: true,
        where: "section_id is not null",
      },
    },
  },
  /** A secret address of a site. Its key is kept as a hash, to find it by, and sealed, to show it by. */
  {
    name: "share_links",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      hash: "text",
      sealed: "text",
      name: "text",
      active: "flag = 1",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["hash"]],
    refers: { site_id: "sites cascade" },
    indexes: {
      share_links_in_order: ["organization_id", "site_id", "created_at", "id"],
    },
  },
  /** A copy of a picture or a font that the look of a site names by an address elsewhere. */
  {
    name: "site_copies",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      url: "text",
      /** null, like what follows: it could not be read. */
      content_type: "text?",
      base64: "text?",
      /** SHA-256 of the bytes. */
      hash: "text?",
      /** Pixels, of pictures that say so. */
      width: "int?",
      height: "int?",
      read_at: "int",
    },
    key: ["id"],
    unique: [["site_id", "url"]],
    refers: { site_id: "sites cascade" },
  },
  /** How somebody would have a site look, for their previews: the last few of each, for as long as addresses are good. */
  {
    name: "site_look_drafts",
    of: "organization",
    columns: {
      site_id: "text",
      user_id: "text",
      id: "text",
      /** JSON, as a site's own; null: as the site looks. */
      customization: "text?",
      /** JSON, as a variant's own, for the one that the preview is of; null: as it looks. */
      overrides: "text?",
      created_at: "int",
    },
    key: ["site_id", "user_id", "id"],
    refers: { site_id: "sites cascade", user_id: "users cascade" },
    indexes: {
      site_look_drafts_of_user: ["user_id"],
      site_look_drafts_by_age: ["created_at"],
    },
  },
  /** How a site signs visitors in. */
  {
    name: "site_auth",
    of: "organization",
    columns: {
      site_id: "text",
      /** The key that signs visitors' tokens, encrypted. */
      sealed: "text",
      backend: "text: custom | integration",
      /** The installation that signs them in, chosen with the backend; while it is away no other does. */
      installation_id: "text?",
      /** Where visitors without a valid token are sent; null: nowhere. */
      fallback_url: "text?",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["site_id"],
    refers: { site_id: "sites cascade" },
  },
  /** The claims that visitors of a site may have. */
  {
    name: "site_adaptive_schemas",
    of: "organization",
    columns: {
      site_id: "text",
      /** JSON Schema, checked before it was written. */
      json: "text",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["site_id"],
    refers: { site_id: "sites cascade" },
  },
  /** What a reader said of a page. */
  {
    name: "page_feedback",
    of: "organization",
    columns: {
      id: "text",
      site_id: "text",
      /** null: the variant was taken from the site. */
      site_space_id: "text?",
      space_id: "text",
      page_id: "text",
      /** As it was when they said it. */
      page_title: "text",
      url: "text",
      rating: "text: bad | ok | good",
      comment: "text?",
      created_at: "int",
    },
    key: ["id"],
    refers: { site_space_id: "site_spaces set null", site_id: "sites cascade" },
    indexes: {
      page_feedback_of_site_space: ["organization_id", "site_space_id"],
      page_feedback_of_site: ["organization_id", "site_id", "created_at", "id"],
    },
  },
  /** How often a page of a site was read on a day. Who read it is not kept. */
  {
    name: "page_views",
    of: "organization",
    columns: {
      site_id: "text",
      /** When the day began, in UTC. */
      day: "int",
      site_space_id: "text",
      page_id: "text",
      views: "int",
    },
    key: ["site_id", "day", "site_space_id", "page_id"],
    refers: { site_space_id: "site_spaces cascade", site_id: "sites cascade" },
    indexes: {
      page_views_of_site_space: ["organization_id", "site_space_id"],
      page_views_by_day: ["day"],
    },
  },
] as const satisfies readonly TableDescription[];

/** Collections and spaces, where both are found by their ids, the roles granted on them, and what spaces name of each other. */
import type { TableDescription } from "../table.ts";
import { ROLE } from "./role.ts";

export const spaces = [
  /** Which organization has a space or a collection: all else is addressed below one of them, or below the organization. */
  {
    name: "addresses",
    parted: "id",
    columns: {
      id: "text",
      organization_id: "text",
    },
    key: ["id"],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      addresses_of_organization: ["organization_id"],
    },
  },
  {
    name: "collections",
    of: "organization",
    columns: {
      id: "text",
      parent_id: "text?",
      position: "text",
      title: "text",
      description: "text?",
      /** null: no access. */
      default_level: `text?: ${ROLE} | inherit`,
      /** Who keeps access when the default level is null; null: the creator. */
      level_owner: "text?",
      /** null once that user is gone. */
      created_by: "text?",
      created_at: "int",
      deleted_at: "int?",
      /** JSON: the ids of what lay in it when it was deleted, in its order. */
      held: "text?",
      acl: "text",
      version: "int = 1",
    },
    key: ["id"],
    refers: { created_by: "users set null" },
    indexes: {
      collections_of_creator: ["created_by"],
      collections_by_acl: ["organization_id", "acl"],
      collections_among_siblings: ["organization_id", "parent_id", "position", "id"],
      collections_in_order: ["organization_id", "deleted_at", "position", "id"],
    },
  },
  {
    name: "spaces",
    of: "organization",
    columns: {
      id: "text",
      parent_id: "text?",
      position: "text",
      title: "text",
      emoji: "text?",
      edit_mode: "text: live | locked",
      /** null: no access. */
      default_level: `text?: ${ROLE} | inherit`,
      /** null once that user is gone. */
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      deleted_at: "int?",
      acl: "text",
      /** Id of the revision readers see. */
      head: "text",
      language: "text?",
      comments: "int = 0",
      change_requests: "int = 0",
      change_requests_open: "int = 0",
      change_requests_draft: "int = 0",
      next_change_request: "int = 1",
      version: "int = 1",
      /** Who keeps access when the default level is null; null: the creator. */
      level_owner: "text?",
      /** JSON; null: those of the organization. */
      merge_rules: "text?",
      /** JSON: what it is kept in step with, as answers say it; null: nothing. */
      git_sync: "text?",
    },
    key: ["id"],
    refers: { created_by: "users set null" },
    indexes: {
      spaces_counted: ["organization_id", "deleted_at", "acl"],
      spaces_among_siblings: ["organization_id", "parent_id", "position", "id"],
      spaces_of_creator: ["created_by"],
      spaces_by_acl: ["organization_id", "acl", "position", "id"],
      spaces_in_order: ["organization_id", "deleted_at", "position", "id"],
    },
  },
  /** A role that a user or a team was given directly on a space, a collection or a site. */
  {
    name: "grants",
    of: "organization",
    columns: {
      content_id: "text",
      content_kind: "text: space | collection | site",
      grantee_kind: "text: user | team",
      grantee_id: "text",
      role: `text: ${ROLE}`,
      created_at: "int",
    },
    key: ["content_id", "grantee_kind", "grantee_id"],
    indexes: {
      grants_of_grantee: ["organization_id", "grantee_kind", "grantee_id"],
    },
  },
  {
    name: "former_slugs",
    of: "organization",
    columns: {
      space_id: "text",
      /** '' is the root. */
      parent_id: "text",
      slug: "text",
      page_id: "text",
      at: "int",
    },
    key: ["space_id", "parent_id", "slug"],
    refers: { space_id: "spaces cascade" },
  },
  /** A file that a space was imported from, so that an export can write it again as it was. */
  {
    name: "source_entries",
    of: "organization",
    parted: "organization_id",
    columns: {
      space_id: "text",
      role: "text: page | place | file | reusable | summary | settings | variables | tags",
      /** From the folder of the content; of a page that had no file its key in the source. */
      path: "text",
      /** What it became; null for a file that settles others. */
      object_id: "text?",
      /** JSON: what stood before the body, and destinations as they were written. */
      spelling: "text",
    },
    key: ["space_id", "role", "path"],
    refers: { space_id: "spaces cascade" },
    indexes: {
      source_entries_of_object: ["organization_id", "space_id", "object_id"],
    },
  },
  /** What a writer's browser drew of a diagram in a text of the space. */
  {
    name: "drawings",
    of: "organization",
    columns: {
      space_id: "text",
      /** The hash of the diagram's source. */
      source: "text",
      /** SVG that nobody has looked through yet. */
      svg: "text",
      /** By whose browser, and by which version of what draws them. */
      drawn_by: "text",
      version: "text",
      drawn_at: "int",
    },
    key: ["space_id", "source"],
    refers: { space_id: "spaces cascade" },
    indexes: {
      drawings_by_age: ["organization_id", "space_id", "drawn_at", "source"],
    },
  },
  /** A thing of a space that another space names. */
  {
    name: "space_references",
    of: "organization",
    columns: {
      /** The space that is named; it need not be there, nor be of the organization, which is that of the source. */
      space_id: "text",
      /** "page:<id>", "file:<id>" or "reusable:<id>", without the place in it. */
      target: "text",
      /** The space that names it. */
      source_id: "text",
      /** How many pages and reusable contents do, each counted for every place in the thing that it names. */
      sources: "int",
    },
    key: ["space_id", "target", "source_id"],
    refers: { source_id: "spaces cascade" },
    indexes: {
      space_references_of: ["organization_id", "source_id"],
    },
  },
] as const satisfies readonly TableDescription[];

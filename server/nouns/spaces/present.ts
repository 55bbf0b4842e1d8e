import type { PresentedShape } from "../../http/operation.ts";
import type { Space, SpaceGitSync } from "./schema.ts";
import type { SpaceRights } from "../../access/table.ts";
import type { Row, SiteVisibility } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { spaceRules } from "../merge-rules/stored.ts";

/** The emoji of a space that was given none. */
export const DEFAULT_EMOJI = "📘";

/** Where a space is published: the most open published site that it is in. */
export interface SpacePublication {
  readonly visibility: SiteVisibility;
  readonly url: string;
  /** Where visitors have to sign in. */
  readonly visitorAuth?: { readonly backend: "custom" };
}

/** The addresses at which readers find a space. */
export function publishedUrls({ visibility, url }: SpacePublication) {
  return { published: url, ...(visibility === "public" ? { public: url } : {}) };
}

export type SpaceRowWithSite = Row<"spaces"> & {
  readonly published?: SpacePublication | undefined;
};

export function presentSpace(
  row: SpaceRowWithSite,
  rights: SpaceRights,
  addresses: Addresses,
): PresentedShape<typeof Space> {
  const { published } = row;
  return {
    object: "space" as const,
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? DEFAULT_EMOJI,
    visibility: published?.visibility ?? (row.parent_id === null ? "private" : "in-collection"),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...(row.deleted_at === null ? {} : { deletedAt: timestamp(row.deleted_at) }),
    editMode: row.edit_mode,
    organization: row.organization_id,
    ...given("parent", row.parent_id),
    ...given("language", row.language),
    ...(published?.visitorAuth === undefined ? {} : { visitorAuth: published.visitorAuth }),
    // Where a private repository lies is no reader's business.
    ...(row.git_sync === null || !rights.edit ? {} : { gitSync: JSON.parse(row.git_sync) as SpaceGitSync }),
    revision: row.head,
    defaultLevel: row.default_level,
    mergeRules: spaceRules(row.merge_rules),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    urls: {
      location: `${addresses.app}/v1/spaces/${row.id}`,
      app: `${addresses.app}/s/${row.id}`,
      ...(published ? publishedUrls(published) : {}),
    },
    permissions: rights,
  };
}

import type { WebhookEventName } from "../../../sdk/src/index.ts";

/** What a webhook can be told of, by what it is about. The types tell when one is missing. */
const BY_SUBJECT = {
  Spaces: [
    "space_created",
    "space_updated",
    "space_content_updated",
    "space_moved",
    "space_deleted",
    "space_restored",
    "space_permissions_updated",
  ],
  "Change requests": [
    "change_request_created",
    "change_request_updated",
    "change_request_content_updated",
    "change_request_review_requested",
    "change_request_reviewed",
    "change_request_merged",
  ],
  Git: ["space_gitsync_started", "space_gitsync_completed", "git_attention"],
  Comments: ["comment_created", "comment_updated", "comment_deleted"],
  Collections: [
    "collection_created",
    "collection_updated",
    "collection_moved",
    "collection_deleted",
    "collection_restored",
    "collection_permissions_updated",
  ],
  Sites: [
    "site_created",
    "site_updated",
    "site_published",
    "site_unpublished",
    "site_deleted",
    "site_restored",
    "site_permissions_updated",
    "page_feedback",
    "site_auth_updated",
    "site_hostname_checked",
    "site_hostname_removed",
    "site_space_created",
    "site_space_updated",
    "site_space_deleted",
    "site_section_created",
    "site_section_updated",
    "site_section_deleted",
    "site_section_group_created",
    "site_section_group_updated",
    "site_section_group_deleted",
    "site_external_link_created",
    "site_external_link_updated",
    "site_external_link_deleted",
    "site_redirect_created",
    "site_redirect_updated",
    "site_redirect_deleted",
    "site_redirects_updated",
    "share_link_created",
    "share_link_updated",
    "share_link_deleted",
  ],
  People: [
    "members_invited",
    "member_joined",
    "member_updated",
    "member_removed",
    "team_created",
    "team_updated",
    "team_deleted",
    "organization_updated",
  ],
  "OpenAPI specifications": [
    "openapi_spec_created",
    "openapi_spec_updated",
    "openapi_spec_version_created",
    "openapi_spec_deleted",
  ],
} as const satisfies Record<string, readonly WebhookEventName[]>;

type EventName = (typeof BY_SUBJECT)[keyof typeof BY_SUBJECT][number];

/** Never for a name that the table lacks. */
type Whole = [Exclude<WebhookEventName, EventName>] extends [never] ? typeof BY_SUBJECT : never;

export const EVENT_NAMES: Whole = BY_SUBJECT;

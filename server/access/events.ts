/** What listeners are told: the types of events. Which of them follows from which action of the audit log, actions.ts has. */

/** Every type of event, with what it says. The names are stable: receivers decide by them. */
export const EVENT_TYPES = {
  space_created: "A space was created, or copied from another.",
  space_updated: "The title, icon, edit mode or another property of a space changed.",
  space_content_updated: "A space has a new revision: by an edit, an import or a merge.",
  space_moved: "A space was moved to another collection or organization.",
  space_deleted: "A space was moved to the trash.",
  space_restored: "A space was restored from the trash.",
  space_permissions_updated: "The permissions of a space changed.",
  space_gitsync_started:
    "Git Sync started to bring a commit into a space, or the content of a space to a branch.",
  space_gitsync_completed: "Git Sync has finished a run for a space, with or without success.",
  git_attention: "Git Sync of a space waits for a person to decide.",
  change_request_created: "Somebody started a change request.",
  change_request_updated: "The subject, description or status of a change request changed.",
  change_request_content_updated: "A change request has a new revision.",
  change_request_review_requested: "Somebody was asked to review a change request.",
  change_request_reviewed: "Somebody approved a change request, or asked for changes.",
  change_request_merged: "A change request was merged into its space.",
  comment_created: "Somebody wrote a comment or a reply.",
  comment_updated: "A comment or a reply was changed, resolved or reopened.",
  comment_deleted: "A comment or a reply was deleted.",
  collection_created: "A collection was created.",
  collection_updated: "A property of a collection changed.",
  collection_moved: "A collection was moved to another collection or organization.",
  collection_deleted: "A collection was moved to the trash.",
  collection_restored: "A collection was restored from the trash.",
  collection_permissions_updated: "The permissions of a collection changed.",
  site_created: "A site was created.",
  site_updated: "The title, visibility or another property of a site changed.",
  site_published: "A site was published.",
  site_unpublished: "A site was unpublished.",
  site_deleted: "A site was moved to the trash.",
  site_restored: "A site was restored from the trash.",
  site_permissions_updated: "The permissions of a site changed.",
  page_feedback: "A reader of a site said whether a page was helpful.",
  site_auth_updated: "The way in which a site signs visitors in changed, or the key for it.",
  site_hostname_checked: "Lectern checked the hostname of a site.",
  site_hostname_removed: "The hostname of a site was removed.",
  site_space_created: "A space was added to a site.",
  site_space_updated: "A space of a site got another path, title, condition, place or look.",
  site_space_deleted: "A space was removed from a site.",
  site_section_created: "A section was added to a site.",
  site_section_updated: "A property or the place of a section changed.",
  site_section_deleted: "A section was removed from a site.",
  site_section_group_created: "A group of sections was created.",
  site_section_group_updated: "A group of sections was renamed or moved, or has other sections.",
  site_section_group_deleted: "A group of sections was deleted.",
  site_external_link_created: "An external link was added to the navigation of a site.",
  site_external_link_updated: "A property or the place of an external link changed.",
  site_external_link_deleted: "An external link was deleted.",
  site_redirect_created: "A redirect was added to a site.",
  site_redirect_updated: "A redirect of a site changed.",
  site_redirect_deleted: "A redirect of a site was deleted.",
  site_redirects_updated: "Several redirects of a site were set by one request.",
  share_link_created: "A share link of a site was created.",
  share_link_updated: "A share link was renamed, switched on or switched off.",
  share_link_deleted: "A share link was deleted.",
  members_invited: "An administrator added people to the organization.",
  member_joined: "Somebody became a member by an invite link, or by the domain of their address.",
  member_updated: "The role of a member changed.",
  member_removed: "Somebody is no longer a member.",
  team_created: "A team was created.",
  team_updated: "A team was renamed, or its members changed.",
  team_deleted: "A team was deleted.",
  openapi_spec_created: "An OpenAPI specification was added.",
  openapi_spec_updated: "The source or the visibility of an OpenAPI specification changed.",
  openapi_spec_version_created: "An OpenAPI specification has a new version, because its source changed.",
  openapi_spec_deleted: "An OpenAPI specification was deleted.",
  organization_updated: "A setting of the organization changed.",
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENT_TYPES;

/** The kind of an event of which no webhook is told, since it changes nothing but what readers of sites are shown. */
export const UNTOLD = "answers_changed";

export interface Event {
  readonly kind: string;
  readonly space?: string | undefined;
  /** Ids alone: who may know more asks for it with their own rights. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What listeners are told: the types of events, and which of them follows from which action of the audit log. */

/** Every type of event, with what it says. The names are stable: receivers decide by them. */
export const EVENT_TYPES = {
  space_created: "A space was made, or copied from another.",
  space_updated: "The title, icon, edit mode or another property of a space changed.",
  space_content_updated: "A space has a new revision: by an edit, an import or a merge.",
  space_moved: "A space went to another collection or organization.",
  space_deleted: "A space went to the trash.",
  space_restored: "A space came back from the trash.",
  space_permissions_updated: "Who has a role on a space changed.",
  space_gitsync_started: "A run begins to bring a commit into a space, or what a space says to a branch.",
  space_gitsync_completed: "A run has brought a space and its branch in step, or could not.",
  git_attention: "A space that is kept in step with a branch waits for a person to decide.",
  change_request_created: "Somebody began a change request.",
  change_request_updated: "The subject, description or status of a change request changed.",
  change_request_content_updated: "A change request has a new revision.",
  change_request_review_requested: "Somebody was asked to review a change request.",
  change_request_reviewed: "Somebody approved a change request, or asked for changes.",
  change_request_merged: "A change request went into its space.",
  comment_created: "Somebody wrote a comment, or a reply.",
  comment_updated: "A comment or a reply was changed, resolved or opened again.",
  comment_deleted: "A comment or a reply was deleted.",
  collection_created: "A collection was made.",
  collection_updated: "A property of a collection changed.",
  collection_moved: "A collection went to another one, or to another organization.",
  collection_deleted: "A collection went to the trash.",
  collection_restored: "A collection came back from the trash.",
  collection_permissions_updated: "Who has a role on a collection changed.",
  site_created: "A site was made.",
  site_updated: "The title, visibility or another property of a site changed.",
  site_published: "A site opened to its readers.",
  site_unpublished: "A site closed.",
  site_deleted: "A site went to the trash.",
  site_restored: "A site came back from the trash.",
  site_permissions_updated: "Who has a role on a site changed.",
  page_feedback: "A reader of a site said whether a page was helpful.",
  site_auth_updated: "How a site signs its visitors in changed, or the key that it does so with.",
  site_hostname_checked: "A hostname was looked up for a site, and its state noted.",
  site_hostname_removed: "A site gave its hostname up.",
  site_space_created: "A space was added to a site.",
  site_space_updated: "A space of a site got another path, title, condition, place or look.",
  site_space_deleted: "A space was taken out of a site.",
  site_section_created: "A section was added to a site.",
  site_section_updated: "A property or the place of a section changed.",
  site_section_deleted: "A section was taken out of a site.",
  site_section_group_created: "A group of sections was made.",
  site_section_group_updated: "A group of sections was renamed or moved, or has other sections.",
  site_section_group_deleted: "A group of sections was deleted.",
  site_redirect_created: "A redirect was added to a site.",
  site_redirect_updated: "A redirect of a site changed.",
  site_redirect_deleted: "A redirect of a site was deleted.",
  site_redirects_updated: "Several redirects of a site were set by one request.",
  share_link_created: "A share link of a site was made.",
  share_link_updated: "A share link was renamed, switched on or switched off.",
  share_link_deleted: "A share link was deleted.",
  members_invited: "An administrator added people to the organization.",
  member_joined: "Somebody became a member by an invite link, or by the domain of their address.",
  member_updated: "The role of a member changed.",
  member_removed: "Somebody is no member any more.",
  team_created: "A team was made.",
  team_updated: "A team was renamed, or its members changed.",
  team_deleted: "A team was deleted.",
  openapi_spec_created: "An OpenAPI specification was added.",
  openapi_spec_updated: "The source or the visibility of an OpenAPI specification was set.",
  openapi_spec_version_created: "The source of an OpenAPI specification says something new.",
  openapi_spec_deleted: "An OpenAPI specification was deleted.",
  organization_updated: "A property of the organization changed.",
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENT_TYPES;

/**
 * What follows from an action by itself, and the field of the event's data that names the action's target. Comments
 * say more, and say it themselves.
 */
const FOLLOWING: Readonly<Record<string, readonly [type: EventType, field: string]>> = {
  "space.create": ["space_created", "spaceId"],
  "space.duplicate": ["space_created", "spaceId"],
  "space.update": ["space_updated", "spaceId"],
  "space.move": ["space_moved", "spaceId"],
  "space.transfer": ["space_moved", "spaceId"],
  "space.delete": ["space_deleted", "spaceId"],
  "space.restore": ["space_restored", "spaceId"],
  "space.permission.grant": ["space_permissions_updated", "spaceId"],
  "space.permission.update": ["space_permissions_updated", "spaceId"],
  "space.permission.revoke": ["space_permissions_updated", "spaceId"],
  "change-request.create": ["change_request_created", "changeRequestId"],
  "change-request.update": ["change_request_updated", "changeRequestId"],
  "change-request.content.update": ["change_request_content_updated", "changeRequestId"],
  "change-request.conflict.resolve": ["change_request_content_updated", "changeRequestId"],
  "change-request.review.request": ["change_request_review_requested", "changeRequestId"],
  "change-request.review.submit": ["change_request_reviewed", "changeRequestId"],
  "change-request.merge": ["change_request_merged", "changeRequestId"],
  "collection.create": ["collection_created", "collectionId"],
  "collection.update": ["collection_updated", "collectionId"],
  "collection.move": ["collection_moved", "collectionId"],
  "collection.transfer": ["collection_moved", "collectionId"],
  "collection.delete": ["collection_deleted", "collectionId"],
  "collection.restore": ["collection_restored", "collectionId"],
  "collection.permission.grant": ["collection_permissions_updated", "collectionId"],
  "collection.permission.update": ["collection_permissions_updated", "collectionId"],
  "collection.permission.revoke": ["collection_permissions_updated", "collectionId"],
  "site.create": ["site_created", "siteId"],
  "site.update": ["site_updated", "siteId"],
  "site.permission.grant": ["site_permissions_updated", "siteId"],
  "site.permission.update": ["site_permissions_updated", "siteId"],
  "site.permission.revoke": ["site_permissions_updated", "siteId"],
  "site.customization.update": ["site_updated", "siteId"],
  "site.publish": ["site_published", "siteId"],
  "site.unpublish": ["site_unpublished", "siteId"],
  "site.delete": ["site_deleted", "siteId"],
  "site.restore": ["site_restored", "siteId"],
  "site.adaptive-schema.update": ["site_updated", "siteId"],
  "site.auth.create": ["site_auth_updated", "siteId"],
  "site.auth.update": ["site_auth_updated", "siteId"],
  "site.auth.regenerate": ["site_auth_updated", "siteId"],
  "site.hostname.check": ["site_hostname_checked", "siteId"],
  "site.hostname.remove": ["site_hostname_removed", "siteId"],
  "site-space.create": ["site_space_created", "siteSpaceId"],
  "site-space.update": ["site_space_updated", "siteSpaceId"],
  "site-space.move": ["site_space_updated", "siteSpaceId"],
  "site-space.customization.update": ["site_space_updated", "siteSpaceId"],
  "site-space.customization.delete": ["site_space_updated", "siteSpaceId"],
  "site-space.delete": ["site_space_deleted", "siteSpaceId"],
  "site-section.create": ["site_section_created", "siteSectionId"],
  "site-section.update": ["site_section_updated", "siteSectionId"],
  "site-section.move": ["site_section_updated", "siteSectionId"],
  "site-section.delete": ["site_section_deleted", "siteSectionId"],
  "site-section-group.create": ["site_section_group_created", "siteSectionGroupId"],
  "site-section-group.update": ["site_section_group_updated", "siteSectionGroupId"],
  "site-section-group.add": ["site_section_group_updated", "siteSectionGroupId"],
  "site-section-group.remove": ["site_section_group_updated", "siteSectionGroupId"],
  "site-section-group.move": ["site_section_group_updated", "siteSectionGroupId"],
  "site-section-group.delete": ["site_section_group_deleted", "siteSectionGroupId"],
  "site-redirect.create": ["site_redirect_created", "siteRedirectId"],
  "site-redirect.update": ["site_redirect_updated", "siteRedirectId"],
  "site-redirect.delete": ["site_redirect_deleted", "siteRedirectId"],
  "site-redirect.bulk": ["site_redirects_updated", "siteId"],
  "share-link.create": ["share_link_created", "shareLinkId"],
  "share-link.update": ["share_link_updated", "shareLinkId"],
  "share-link.delete": ["share_link_deleted", "shareLinkId"],
  "member.invite": ["members_invited", "organizationId"],
  "member.join": ["member_joined", "userId"],
  "member.update": ["member_updated", "userId"],
  "member.remove": ["member_removed", "userId"],
  "team.create": ["team_created", "teamId"],
  "team.update": ["team_updated", "teamId"],
  "team.members.update": ["team_updated", "teamId"],
  "team.delete": ["team_deleted", "teamId"],
  "openapi-spec.create": ["openapi_spec_created", "specId"],
  "openapi-spec.update": ["openapi_spec_updated", "specId"],
  "openapi-spec.version.create": ["openapi_spec_version_created", "specId"],
  "openapi-spec.delete": ["openapi_spec_deleted", "specId"],
  "organization.update": ["organization_updated", "organizationId"],
};

/** The kind of an event of which no webhook is told, since it changes nothing but what readers of sites are shown. */
export const UNTOLD = "answers_changed";

/** Actions that change what readers of sites are shown, of which no other event follows: what integrations add to pages, and fonts. */
const UNTOLD_ACTIONS: ReadonlySet<string> = new Set([
  "font.delete",
  "font.update",
  "integration.dev.end",
  "integration.dev.start",
  "integration.install",
  "integration.publish",
  "integration.uninstall",
  "integration.unpublish",
  "installation.update",
  "installation.site.add",
  "installation.site.update",
  "installation.site.remove",
  "installation.space.add",
  "installation.space.update",
  "installation.space.remove",
]);

export interface Event {
  readonly kind: string;
  readonly space?: string | undefined;
  /** Ids alone: who may know more asks for it with their own rights. */
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Action {
  readonly action: string;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  readonly target: { readonly type: string; readonly id: string };
}

/** The event that follows from an action by itself; undefined for what nobody outside listens to. */
export function eventOf({ action, space, site, target }: Action): Event | undefined {
  if (UNTOLD_ACTIONS.has(action)) return { kind: UNTOLD, payload: {} };
  const [kind, field] = FOLLOWING[action] ?? [];
  if (kind === undefined || field === undefined) return undefined;
  const of = target.type === "space" ? target.id : space;
  const within = {
    ...(of === undefined ? {} : { spaceId: of }),
    ...(site === undefined ? {} : { siteId: site }),
  };
  return { kind, space: of, payload: { ...within, [field]: target.id } };
}

/**
 * Every action of the audit log, by what readers of sites see of it: a network or a renderer that isn't told shows what
 * was, so an action is in one of these tables or doesn't compile.
 */
import { type Event, type EventType, UNTOLD } from "./events.ts";

/** What follows from an action by itself, and the field of the event's data that names the action's target. */
export const FOLLOWING = {
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
  "site-external-link.create": ["site_external_link_created", "siteExternalLinkId"],
  "site-external-link.update": ["site_external_link_updated", "siteExternalLinkId"],
  "site-external-link.move": ["site_external_link_updated", "siteExternalLinkId"],
  "site-external-link.delete": ["site_external_link_deleted", "siteExternalLinkId"],
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
  "git.structure": ["site_updated", "siteId"],
  "openapi-spec.create": ["openapi_spec_created", "specId"],
  "openapi-spec.update": ["openapi_spec_updated", "specId"],
  "openapi-spec.version.create": ["openapi_spec_version_created", "specId"],
  "openapi-spec.delete": ["openapi_spec_deleted", "specId"],
  "organization.update": ["organization_updated", "organizationId"],
} as const satisfies Readonly<Record<string, readonly [type: EventType, field: string]>>;

/** Actions whose event comes with what is traced, since it says more. */
export const SAYING = {
  "comment.create": "comment_created",
  "comment.delete": "comment_deleted",
  "comment.update": "comment_updated",
  "comment-reply.create": "comment_created",
  "comment-reply.delete": "comment_deleted",
  "comment-reply.update": "comment_updated",
  "git.run": "space_gitsync_completed",
  "space.content.update": "space_content_updated",
} as const satisfies Readonly<Record<string, EventType>>;

/**
 * Actions of which readers of sites see something and no webhook hears: what integrations add to pages, fonts, and where
 * pages are edited on the host of a repository. Those that are about a space change what is shown of that alone.
 */
export const SHOWING = [
  "font.delete",
  "font.update",
  "git.connect",
  "git.disconnect",
  "git.update",
  "installation.pause",
  "installation.site.add",
  "installation.site.remove",
  "installation.site.update",
  "installation.space.add",
  "installation.space.remove",
  "installation.space.update",
  "installation.update",
  "integration.dev.end",
  "integration.dev.start",
  "integration.install",
  "integration.publish",
  "integration.uninstall",
  "integration.unpublish",
  "space.content.compute",
  "space.drawing.keep",
] as const;

const ACCOUNT =
  "It is about how somebody signs in or what they set for themselves; pages of sites name nobody.";
const ACCESS = "It is about who may work here; who reads a site is asked of it at each request.";
const TRASH = "It was in the trash, and readers were told when it went there.";
const WORK = "It begins or ends work; what that changes is told by itself.";
const RECEIVERS = "It is about who is told, and nothing that is shown.";
const TRANSLATING = "It is about how translations are made; their texts are told as content of their spaces.";
const CREDENTIALS = "It is about how hosts of repositories are reached.";

/** Why readers of sites see nothing of all others. */
export const UNSEEN = {
  "change-request.review.withdraw": "A review is part of no page.",
  "collection.purge": TRASH,
  "font.create": "No look names it yet.",
  "git.app.create": CREDENTIALS,
  "git.cancel": WORK,
  "git.connection.check": CREDENTIALS,
  "git.connection.create": CREDENTIALS,
  "git.connection.delete": CREDENTIALS,
  "git.connection.update": CREDENTIALS,
  "git.preview": WORK,
  "git.resolve": WORK,
  "git.sync": WORK,
  "git.export": WORK,
  "git.import": WORK,
  "glossary.update": TRANSLATING,
  "installation.create": "Nothing was there before it.",
  "installation.replay": WORK,
  "installation.rotate-keys": "What is sealed says the same under another key.",
  "installation.token.create": ACCESS,
  "integration.replay": WORK,
  "integration.task": WORK,
  "invite.create": ACCESS,
  "invite.delete": ACCESS,
  "invite.update": ACCESS,
  "job.cancel": WORK,
  "job.pause": WORK,
  "job.resume": WORK,
  "job.retry": WORK,
  "member.reset-factor": ACCOUNT,
  "member.send-emails": ACCESS,
  "member.send-invitation": ACCESS,
  "notification.read": ACCOUNT,
  "organization.create": "It has no site yet.",
  "organization.delete": "None of its sites is published then.",
  "renderer.pause": RECEIVERS,
  "saml-provider.create": ACCESS,
  "saml-provider.delete": ACCESS,
  "saml-provider.test": ACCESS,
  "saml-provider.update": ACCESS,
  "session.end": ACCOUNT,
  "site.hostname.claim": "It leads to the site once it was looked up, which is told.",
  "site.purge": TRASH,
  "space.content.import": WORK,
  "space.content.refresh": WORK,
  "space.pdf.create": WORK,
  "space.purge": TRASH,
  "space.translation.confirm": TRANSLATING,
  "space.translation.create": TRANSLATING,
  "space.translation.delete": TRANSLATING,
  "space.translation.run": TRANSLATING,
  "space.translation.update": TRANSLATING,
  "storage.upload": "Nothing names the file yet.",
  "token.create": ACCESS,
  "token.revoke": ACCESS,
  "translation-settings.create": TRANSLATING,
  "translation-settings.delete": TRANSLATING,
  "translation-settings.run": TRANSLATING,
  "translation-settings.update": TRANSLATING,
  "upload.create": "Nothing names the file yet.",
  "upload.delete": "Content that took it up has a copy.",
  "user.add-factor": ACCOUNT,
  "user.approve-program": ACCOUNT,
  "user.create": ACCOUNT,
  "user.create-link": ACCOUNT,
  "user.delete": ACCOUNT,
  "user.deny-program": ACCOUNT,
  "user.disable": ACCOUNT,
  "user.enable": ACCOUNT,
  "user.remove-factor": ACCOUNT,
  "user.renew-recovery-codes": ACCOUNT,
  "user.reset-factor": ACCOUNT,
  "user.set-password": ACCOUNT,
  "user.settings.update": ACCOUNT,
  "user.sign-in": ACCOUNT,
  "user.sign-in-failed": ACCOUNT,
  "user.sign-out": ACCOUNT,
  "user.update": ACCOUNT,
  "webhook.create": RECEIVERS,
  "webhook.delete": RECEIVERS,
  "webhook.disable": RECEIVERS,
  "webhook.ping": RECEIVERS,
  "webhook.replay": RECEIVERS,
  "webhook.rotate": RECEIVERS,
  "webhook.update": RECEIVERS,
} as const satisfies Readonly<Record<string, string>>;

/** An action of the audit log. */
export type Action =
  | keyof typeof FOLLOWING
  | keyof typeof SAYING
  | keyof typeof UNSEEN
  | (typeof SHOWING)[number];

interface Happening {
  readonly action: Action;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  readonly target: { readonly type: string; readonly id: string };
}

/** The event that follows from an action by itself; undefined for what nobody outside listens to. */
export function eventOf({ action, space, site, target }: Happening): Event | undefined {
  const of = target.type === "space" ? target.id : space;
  const within = {
    ...(of === undefined ? {} : { spaceId: of }),
    ...(site === undefined ? {} : { siteId: site }),
  };
  if (SHOWING.some((one) => one === action))
    return { kind: UNTOLD, payload: of === undefined ? {} : { spaceId: of } };
  if (!(action in FOLLOWING)) return undefined;
  const [kind, field] = FOLLOWING[action as keyof typeof FOLLOWING];
  return { kind, space: of, payload: { ...within, [field]: target.id } };
}

/** What readers of sites are shown otherwise from now on: who keeps what they were shown is told to read it again. */
import { type EventType, UNTOLD } from "./events.ts";

/**
 * Whose answers are others: a site's, a space's with the sites that show it, or those of all sites of the organization;
 * `owner`: these too, where the member owns an installation, since what an integration adds to pages ends with its owner.
 */
type Change = "site" | "space" | "organization" | "owner";

const ACCESS = "Who reads a site is asked of their rights at each request; pages name no members.";
const BESIDE = "What a merge or a run changes in a space is told as its content.";
const REVIEW = "Change requests and what is said of pages are part of no page.";
const COLLECTION = "Sites show nothing of a collection but its spaces.";

const CHANGES: Readonly<Record<EventType | typeof UNTOLD, Change | { readonly unseen: string }>> = {
  space_created: { unseen: "Sites show it once it is added to them." },
  space_updated: "space",
  space_content_updated: "space",
  space_moved: "space",
  space_deleted: "space",
  space_restored: "space",
  space_permissions_updated: { unseen: ACCESS },
  space_gitsync_started: { unseen: BESIDE },
  space_gitsync_completed: { unseen: BESIDE },
  git_attention: { unseen: BESIDE },
  change_request_created: { unseen: REVIEW },
  change_request_updated: { unseen: REVIEW },
  change_request_content_updated: { unseen: REVIEW },
  change_request_review_requested: { unseen: REVIEW },
  change_request_reviewed: { unseen: REVIEW },
  change_request_merged: { unseen: BESIDE },
  comment_created: { unseen: REVIEW },
  comment_updated: { unseen: REVIEW },
  comment_deleted: { unseen: REVIEW },
  collection_created: { unseen: COLLECTION },
  collection_updated: { unseen: COLLECTION },
  collection_moved: "organization",
  collection_deleted: "organization",
  collection_restored: "organization",
  collection_permissions_updated: { unseen: ACCESS },
  site_created: { unseen: "It has no readers before it is published." },
  site_updated: "site",
  site_published: "site",
  site_unpublished: "site",
  site_deleted: "site",
  site_restored: "site",
  site_permissions_updated: { unseen: ACCESS },
  page_feedback: { unseen: "What readers say is shown to writers." },
  site_auth_updated: "site",
  site_hostname_checked: "site",
  site_hostname_removed: "site",
  site_space_created: "site",
  site_space_updated: "site",
  site_space_deleted: "site",
  site_section_created: "site",
  site_section_updated: "site",
  site_section_deleted: "site",
  site_section_group_created: "site",
  site_section_group_updated: "site",
  site_section_group_deleted: "site",
  site_external_link_created: "site",
  site_external_link_updated: "site",
  site_external_link_deleted: "site",
  site_redirect_created: "site",
  site_redirect_updated: "site",
  site_redirect_deleted: "site",
  site_redirects_updated: "site",
  share_link_created: "site",
  share_link_updated: "site",
  share_link_deleted: "site",
  members_invited: { unseen: ACCESS },
  member_joined: { unseen: ACCESS },
  member_updated: "owner",
  member_removed: "owner",
  team_created: { unseen: ACCESS },
  team_updated: { unseen: ACCESS },
  team_deleted: { unseen: ACCESS },
  openapi_spec_created: "organization",
  openapi_spec_updated: "organization",
  openapi_spec_version_created: "organization",
  openapi_spec_deleted: "organization",
  organization_updated: "organization",
  [UNTOLD]: "organization",
};

const saidOf = (kind: string) =>
  Object.hasOwn(CHANGES, kind) ? CHANGES[kind as keyof typeof CHANGES] : undefined;

/** What an event of a kind changes; undefined: nothing that readers of sites see. */
export function changeOf(kind: string): Change | undefined {
  const said = saidOf(kind);
  return typeof said === "string" ? said : undefined;
}

/** Changes that nearly all others are: what is written, and what is made of it. Among others are those that take something away. */
const WRITING: ReadonlySet<string> = new Set([
  "space_updated",
  "space_content_updated",
  "openapi_spec_version_created",
  UNTOLD,
]);

/** Whether an event of a kind may take from readers what they were shown: of that whoever keeps it is told first. */
export function mayNarrow(kind: string): boolean {
  return changeOf(kind) !== undefined && !WRITING.has(kind);
}

/** The kinds of events that may. */
export const NARROWING: readonly string[] = Object.keys(CHANGES).filter(mayNarrow);

/** Why readers of sites see nothing of an event of a kind; undefined where they do. */
export function reasonOf(kind: string): string | undefined {
  const said = saidOf(kind);
  return typeof said === "object" ? said.unseen : undefined;
}

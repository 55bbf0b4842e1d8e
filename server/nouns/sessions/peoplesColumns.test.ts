/** Each column that names a person: whether they are given what it says, and what becomes of it when they go. */
import { expect, test } from "vitest";
import { firstTables } from "../../db/migrations/001-first-release.ts";
import type { TableDescription } from "../../db/migrations/table.ts";
import { THEIRS } from "./deletePerson.ts";
import { toldColumns } from "./personExport.ts";

type Reasons = Readonly<Record<string, string>>;

/** Called so, and no person. */
const NOBODY: Reasons = {
  "deliveries.target_id": "a webhook or an installation",
  "drawings.drawn_by": "a kind of browser",
  "git_pushes.merged_by": "a commit",
  "invite_links.target_id": "an organization, a space or a collection",
  "revisions.superseded_by": "a revision",
  "translated_pages.written_by": "hand, or the translator",
};

const ORGANIZATIONS = "It is the organization's; that they made it is among their entries of the audit log.";
const OTHERS = "It is about somebody else's comment, review or message.";
const SHORT = "It is gone within a day, and says nothing but that they signed in or sent something.";

const UNTOLD: Reasons = {
  "collections.created_by": ORGANIZATIONS,
  "comments.resolved_by": OTHERS,
  "content_sources.vouched_by": ORGANIZATIONS,
  "event_targets.owner_id": ORGANIZATIONS,
  "file_uploads.created_by": "It is gone within a day; what became of it is the organization's.",
  "git_apps.created_by": ORGANIZATIONS,
  "git_connections.created_by": ORGANIZATIONS,
  "git_installations.created_by": ORGANIZATIONS,
  "git_installations.owner_id": ORGANIZATIONS,
  "git_setups.created_by": ORGANIZATIONS,
  "idempotency.user_id": SHORT,
  "installations.owner_id": ORGANIZATIONS,
  "integration_versions.created_by": ORGANIZATIONS,
  "invite_links.created_by": ORGANIZATIONS,
  "jobs.created_by": ORGANIZATIONS,
  "jobs.user_id": "It is an e-mail to them that waits.",
  "notifications.actor_id": OTHERS,
  "presence.user_id": SHORT,
  "recovery_codes.user_id": "It is a hash of what they keep themselves.",
  "requested_reviewers.requested_by": OTHERS,
  "reviews.requested_by": OTHERS,
  "sign_in_links.user_id": SHORT,
  "sign_in_steps.user_id": SHORT,
  "sites.created_by": ORGANIZATIONS,
  "spaces.created_by": ORGANIZATIONS,
};

const MADE = "What they made stays, by a former member.";
const LEAVES = "It goes with the membership.";
const DISOWNED = "Leaving gives it to nobody, or to an administrator.";

const KEPT: Reasons = {
  "audit.actor_id": "The log stays; a job takes their name and their networks out of it.",
  "audit.target_id": "The log stays; a job takes their name and their networks out of it.",
  "change_requests.created_by": MADE,
  "collections.created_by": MADE,
  "comment_reactions.user_id": "It answers a comment that stays, as a reply does.",
  "comment_replies.posted_by": MADE,
  "comments.posted_by": MADE,
  "comments.resolved_by": MADE,
  "content_sources.vouched_by": MADE,
  "event_targets.owner_id": DISOWNED,
  "file_uploads.created_by": "It is gone within a day; what became of it is the organization's.",
  "git_apps.created_by": MADE,
  "git_connections.created_by": MADE,
  "git_installations.created_by": MADE,
  "git_installations.owner_id": DISOWNED,
  "git_setups.created_by": MADE,
  "grants.grantee_id": LEAVES,
  "installations.owner_id": DISOWNED,
  "integration_versions.created_by": MADE,
  "invite_links.created_by": LEAVES,
  "jobs.created_by": MADE,
  "jobs.user_id": "It is deleted by its state: one that runs ends first.",
  "members.user_id": LEAVES,
  "notifications.actor_id": "It tells somebody else what they did, by a former member.",
  "requested_reviewers.requested_by": MADE,
  "reviews.requested_by": MADE,
  "reviews.reviewer_id": MADE,
  "revisions.created_by": MADE,
  "sites.created_by": MADE,
  "spaces.created_by": MADE,
  "team_members.user_id": LEAVES,
};

const NAMES_ONE = /(?:^|_)(?:user_id|owner_id|actor_id|reviewer_id|grantee_id|target_id)$|_by$/;
const REFERS = /^(?:users|members) /;

/** All of them, as `table.column`. */
const columns = (firstTables as readonly TableDescription[])
  .flatMap(({ name, columns: all, refers = {} }) =>
    Object.keys(all)
      .filter((column) => NAMES_ONE.test(column) || REFERS.test(refers[column] ?? ""))
      .map((column) => `${name}.${column}`),
  )
  .filter((column) => !(column in NOBODY))
  .toSorted();

test("whoever exports what is theirs is given it, or the reason stands here", () => {
  const untold = columns.filter((column) => !toldColumns().includes(column));
  expect(untold).toEqual(Object.keys(UNTOLD).toSorted());
});

test("whoever is deleted is in none, or the reason stands here", () => {
  const kept = columns.filter((column) => {
    const [table = "", name = ""] = column.split(".");
    return name !== "user_id" || !(THEIRS as readonly string[]).includes(table);
  });
  expect(kept).toEqual(Object.keys(KEPT).toSorted());
});

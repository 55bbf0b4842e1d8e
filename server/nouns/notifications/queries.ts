import { aclsWithin } from "../../access/scope.ts";
import { type Caller, withinReach } from "../../access/singleSignOn.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { NO_ROWS } from "../../http/list.ts";
import type { Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";

/** A notification with what it names. */
export interface ShownNotification extends Row<"notifications"> {
  readonly space_title: string | null;
  readonly site_title: string | null;
  readonly number: number | null;
  readonly subject: string | null;
  readonly page_id: string | null;
  readonly job_kind: string | null;
}

interface NotificationFilter extends Paging {
  readonly unread: boolean;
}

/** Somebody's notifications about what they may still see, newest first. */
export async function listNotifications(
  deps: Deps,
  caller: Caller,
  { unread, ...paging }: NotificationFilter,
) {
  const seen = await visibleTo(deps, caller);
  if (seen.length === 0) return NO_ROWS;
  let found = deps.db.read
    .selectFrom("notifications")
    .leftJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "notifications.organization_id")
        .onRef("spaces.id", "=", "notifications.space_id"),
    )
    .leftJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "notifications.organization_id")
        .onRef("sites.id", "=", "notifications.site_id"),
    )
    .leftJoin("change_requests", (on) =>
      on
        .onRef("change_requests.organization_id", "=", "notifications.organization_id")
        .onRef("change_requests.id", "=", "notifications.change_request_id"),
    )
    .leftJoin("comments", (on) =>
      on
        .onRef("comments.organization_id", "=", "notifications.organization_id")
        .onRef("comments.id", "=", "notifications.comment_id"),
    )
    .leftJoin("jobs", "jobs.id", "notifications.job_id")
    .where("notifications.user_id", "=", caller.userId)
    .where("spaces.deleted_at", "is", null)
    .where("sites.deleted_at", "is", null)
    // What was said and deleted is not told of any more.
    .where((eb) => eb.or([eb("notifications.comment_id", "is", null), eb("comments.id", "is not", null)]))
    .where((eb) =>
      eb.or(
        seen.map(({ organization, acls }) =>
          eb.and([
            eb("notifications.organization_id", "=", organization),
            eb.or([eb("spaces.acl", "in", acls), eb("sites.acl", "in", acls)]),
          ]),
        ),
      ),
    );
  if (unread) found = found.where("notifications.read_at", "is", null);
  const shown = found
    .selectAll("notifications")
    .select([
      "spaces.title as space_title",
      "sites.title as site_title",
      "change_requests.number",
      "change_requests.subject",
      "comments.page_id",
      "jobs.kind as job_kind",
    ]);
  return pageBy(shown, ["notifications.created_at", "notifications.id"], paging, { direction: "desc" });
}

/** How many of them somebody has not read. */
export async function countUnread(deps: Deps, caller: Caller): Promise<number> {
  return (await listNotifications(deps, caller, { unread: true, limit: 1, after: undefined })).count;
}

/** The organizations in which somebody has notifications and is a member, with the policies under which they read. */
async function visibleTo(deps: Deps, caller: Caller) {
  const own = await deps.db.read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select("members.organization_id")
    .where("members.user_id", "=", caller.userId)
    .where("members.disabled", "=", 0)
    .where(withinReach(caller))
    .execute();
  const found = await Promise.all(
    own.map(async ({ organization_id: organization }) => {
      const member = await deps.members.find(organization, caller);
      const acls = member === undefined ? [] : await aclsWithin(deps.members, organization, member);
      return { organization, acls };
    }),
  );
  return found.filter(({ acls }) => acls.length > 0);
}

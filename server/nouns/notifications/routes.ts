import { listOf, pageOf } from "../../http/list.ts";
import { anyUser, chapter, empty, op } from "../../http/operation.ts";
import { markRead } from "./commands.ts";
import type { Beholder } from "../users/present.ts";
import { actorsOf, presentNotification } from "./present.ts";
import { listNotifications } from "./queries.ts";
import { ListNotificationsQuery, MarkRead, Notification } from "./schema.ts";

export const notificationOperations = chapter("Notifications", [
  op({
    method: "GET",
    url: "/user/notifications",
    operationId: "listNotificationsForAuthenticatedUser",
    call: "notifications.list",
    summary: "List your notifications",
    description:
      "Your notifications, the newest first: review requests; reviews, comments and merges of your change requests; replies and mentions. Things that you can't see any more are left out. Notifications are kept for 90 days.",
    scopes: [],
    access: anyUser,
    shapes: { query: ListNotificationsQuery },
    answers: { 200: listOf(Notification) },
    handler: async ({ deps, identity, query, paging }) => {
      const page = await listNotifications(deps, identity, { ...paging, unread: query.unread === true });
      const actors = await actorsOf(deps.db.read, page.rows);
      const members = new Map<string, Beholder>();
      for (const { organization_id: id } of page.rows) {
        if (members.has(id)) continue;
        members.set(id, (await deps.members.find(id, identity)) ?? { userId: identity.userId, role: null });
      }
      return pageOf(page, (row) =>
        presentNotification(row, actors, members.get(row.organization_id) as Beholder, deps.addresses),
      );
    },
  }),
  op({
    method: "POST",
    url: "/user/notifications/read",
    operationId: "markNotificationsRead",
    call: "notifications.markRead",
    summary: "Mark notifications as read",
    description: "Marks these notifications, or all of yours.",
    scopes: [],
    access: anyUser,
    shapes: { body: MarkRead },
    answers: { 204: null },
    points: 1,
    handler: ({ identity: { userId: id }, body, change }) =>
      change(async ({ tx, now, trace }) => {
        await markRead(tx, id, body.notifications, now);
        await trace({ action: "notification.read", target: { type: "user", id } });
        return empty(204);
      }),
  }),
]);

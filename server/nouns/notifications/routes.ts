import { listOf, pageOf } from "../../http/list.ts";
import { anyUser, chapter, empty, op } from "../../http/operation.ts";
import { markRead } from "./commands.ts";
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
      "What happened to what you have a part in, newest first: you were asked for a review, your change request was reviewed, " +
      "commented or merged, somebody replied or mentioned you. What you may not see any more is left out. They are kept for 90 days.",
    scopes: [],
    access: anyUser,
    shapes: { query: ListNotificationsQuery },
    answers: { 200: listOf(Notification) },
    handler: async ({ deps, identity, query, paging }) => {
      const page = await listNotifications(deps, identity, { ...paging, unread: query.unread === true });
      const actors = await actorsOf(deps.db.read, page.rows);
      return pageOf(page, (row) => presentNotification(row, actors, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: "/user/notifications/read",
    operationId: "markNotificationsRead",
    call: "notifications.markRead",
    summary: "Mark notifications as read",
    description: "Those that are named, or all of yours. Those of others stay as they are.",
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

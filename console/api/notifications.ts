/** What somebody was told and has not read. */
import { queryOptions } from "@tanstack/react-query";
import { listNotificationsForAuthenticatedUser } from "../../sdk/src/index.ts";
import { client } from "./client.ts";

/** What all that is kept of them is kept under. */
export const NOTIFICATIONS = ["notifications"] as const;

/** How many there are. */
export const unread = () =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, "count"],
    queryFn: async () =>
      (await listNotificationsForAuthenticatedUser(client, { unread: true, limit: 1 })).count,
  });

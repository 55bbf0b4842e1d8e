import type { Read } from "../../db/database.ts";
import type { Addresses } from "../../deps.ts";
import type { PresentedShape } from "../../http/operation.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { type Beholder, presentUser, seenBy, type ShownUser } from "../users/present.ts";
import type { ShownNotification } from "./queries.ts";
import type { Notification } from "./schema.ts";

/** Who did what notifications tell of, by id. */
export async function actorsOf(
  read: Read,
  rows: readonly ShownNotification[],
): Promise<ReadonlyMap<string, ShownUser>> {
  const ids = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];
  const users =
    ids.length === 0 ? [] : await read.selectFrom("users").selectAll().where("id", "in", ids).execute();
  return new Map(users.map((user) => [user.id, user]));
}

/** @param member whom it is told, as they belong to its organization */
export function presentNotification(
  row: ShownNotification,
  actors: ReadonlyMap<string, ShownUser>,
  member: Beholder,
  addresses: Addresses,
): PresentedShape<typeof Notification> {
  const { change_request_id: request, number, subject, job_id: job, job_kind: kind } = row;
  const actor = actors.get(row.actor_id ?? "");
  return {
    object: "notification",
    id: row.id,
    type: row.type,
    createdAt: timestamp(row.created_at),
    ...(row.read_at === null ? {} : { readAt: timestamp(row.read_at) }),
    organization: row.organization_id,
    ...(actor === undefined ? {} : { actor: presentUser(seenBy(member, actor), addresses) }),
    ...(row.space_id === null ? {} : { space: { id: row.space_id, title: row.space_title ?? "" } }),
    ...(row.site_id === null ? {} : { site: { id: row.site_id, title: row.site_title ?? "" } }),
    ...(request === null || number === null
      ? {}
      : { changeRequest: { id: request, number, subject: subject ?? "" } }),
    ...given("page", row.page_id),
    ...given("comment", row.comment_id),
    ...given("reply", row.reply_id),
    ...(job === null || kind === null ? {} : { job: { id: job, kind } }),
    urls: { app: addresses.app + screenOf(row) },
  };
}

/** Where it happened. */
function screenOf({
  type,
  organization_id: organization,
  space_id: space,
  site_id: site,
  number,
  page_id: page,
}: ShownNotification): string {
  if (site !== null) return `/o/${organization}/sites/${site}/git`;
  if (type === "git-standstill") return `/s/${space}/~/git`;
  const at = number === null ? `/s/${space}` : `/s/${space}/~/changes/${number}`;
  return page === null ? at : `${at}/${page}`;
}

/** Ending to keep spaces in step with a repository. Their content stays on both sides. */
import { slicesOf } from "../../../engine/slices.ts";
import { removeAddress } from "../../access/addresses.ts";
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import { mayBeCopy } from "./copies.ts";
import { GIT_HOST, type GitChange } from "./queue.ts";

/** A webhook that is to go with its installation. */
export interface DroppedHook {
  readonly provider: Row<"git_installations">["provider"];
  readonly url: string;
  readonly connection: string;
  /** Whose it was: its address tells. */
  readonly installation: string;
}

/** Change requests that are changed at once. */
const AT_ONCE = 100;

/** Forgets an installation with all that hangs on it, its webhook at the host too. @returns whether there was one */
export async function deleteInstallation(
  change: GitChange,
  { organization_id, id }: Pick<Row<"git_installations">, "organization_id" | "id">,
): Promise<boolean> {
  const { tx } = change;
  await leaveRequests(tx, { organization_id, id });
  const parts = await tx
    .selectFrom("git_installations")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization_id)
    .where("parent_id", "=", id)
    .execute();
  for (const part of parts) await deleteInstallation(change, part);
  const gone = await tx
    .deleteFrom("git_installations")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  await removeAddress(tx, id);
  if (gone === undefined) return false;
  await queueHookRemoval(change, gone);
  if (gone.space_id !== null)
    await tx
      .updateTable("spaces")
      .set((eb) => ({ git_sync: null, version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization_id)
      .where("id", "=", gone.space_id)
      .execute();
  return true;
}

/** Has the webhook of an installation taken away that goes: nobody hears it any more, but for what it may be a copy of. */
export async function queueHookRemoval(
  { tx, now, newId }: GitChange,
  gone: Row<"git_installations">,
): Promise<void> {
  const { organization_id: organization, id: installation, provider, remote_url: url } = gone;
  const { connection_id: connection, hook_id: hook } = gone;
  if (connection === null || hook === null || mayBeCopy(gone)) return;
  const payload: { readonly drop: DroppedHook } = { drop: { provider, url, connection, installation } };
  await enqueue(tx, { id: newId(), kind: GIT_HOST, payload, due: now, now, organization });
}

/** Change requests that have followed pull requests are like any other from then on. */
export async function leaveRequests(
  tx: Write,
  { organization_id, id }: Pick<Row<"git_installations">, "organization_id" | "id">,
): Promise<void> {
  const rows = await tx
    .selectFrom("git_reviews")
    .select("change_request_id")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("change_request_id", "is not", null)
    .execute();
  const ids = rows.flatMap(({ change_request_id: one }) => one ?? []);
  if (ids.length === 0) return;
  await tx
    .updateTable("git_reviews")
    .set({ change_request_id: null })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .execute();
  for (const some of slicesOf(new Set(ids), AT_ONCE))
    await tx
      .updateTable("change_requests")
      .set((eb) => ({ git: null, version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization_id)
      .where("id", "in", some)
      .execute();
}

/** Forgets what somebody has begun to connect, and nobody has chosen the repository of. @returns whether there was one */
export async function deleteSetup(
  tx: Write,
  { organization_id, id }: Pick<Row<"git_setups">, "organization_id" | "id">,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom("git_setups")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  await removeAddress(tx, id);
  return gone.numDeletedRows > 0n;
}

/** The same for spaces that go: credentials stay with the organization. */
export async function leaveRepositories(
  change: GitChange,
  organization: string,
  spaces: readonly string[],
): Promise<void> {
  if (spaces.length === 0) return;
  const { tx } = change;
  const rows = await tx
    .selectFrom("git_installations")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization)
    .where("space_id", "in", spaces)
    .execute();
  for (const row of rows) await deleteInstallation(change, row);
  const begun = await tx
    .selectFrom("git_setups")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization)
    .where("space_id", "in", spaces)
    .execute();
  for (const row of begun) await deleteSetup(tx, row);
}

/** The same for a site that goes, with the folders of its spaces. */
export async function leaveRepository(
  change: GitChange,
  { organization_id, id }: Pick<Row<"sites">, "organization_id" | "id">,
): Promise<void> {
  const { tx } = change;
  const row = await tx
    .selectFrom("git_installations")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) await deleteInstallation(change, row);
  const begun = await tx
    .selectFrom("git_setups")
    .select(["organization_id", "id"])
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .executeTakeFirst();
  if (begun !== undefined) await deleteSetup(tx, begun);
}

/** The end of an organization: out of sight at once, and removed by a job. */
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import { conflict } from "../../http/errors.ts";

/** The job that removes what an organization has left. */
export const END_ORGANIZATION = "end-organization";

interface Ending {
  readonly id: string;
  readonly now: number;
  readonly newId: () => string;
}

/** Whoever comes in by an organization, or is called by one: a few rows each, which go at once. */
const DOORS = ["members", "invite_links", "saml_providers", "site_hostnames", "former_hostnames"] as const;
/** What is in the trash for good: nothing finds it any more, however its address is known. */
const CONTENT = ["spaces", "collections", "sites"] as const;

/**
 * Deletes an organization: from now on it is nobody's, its hostnames are free, and nothing runs for it. A job removes
 * its rows, since there may be millions. Its audit log stays.
 * @throws 409 while one of its sites is published
 */
export async function deleteOrganization(tx: Write, { id, now, newId }: Ending): Promise<void> {
  await refusePublished(tx, id);
  await tx
    .updateTable("organizations")
    .set({ ended_at: now, hostname: `ended ${id}`, email_domains: "[]" })
    .where("id", "=", id)
    .execute();
  for (const table of DOORS) await tx.deleteFrom(table).where("organization_id", "=", id).execute();
  for (const table of CONTENT)
    await tx.updateTable(table).set({ deleted_at: 0 }).where("organization_id", "=", id).execute();
  await tx
    .updateTable("installations")
    .set({ deleted_at: now })
    .where("organization_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  await tx.updateTable("event_targets").set({ active: 0 }).where("organization_id", "=", id).execute();
  await tx
    .updateTable("integrations")
    .set({ visibility: "private" })
    .where("organization_id", "=", id)
    .execute();
  await tx
    .deleteFrom("jobs")
    .where("organization_id", "=", id)
    .where("state", "in", ["queued", "running"])
    .execute();
  const key = `${END_ORGANIZATION}:${id}`;
  // It is the installation's own: the organization has no places any more.
  const job = { id: newId(), kind: END_ORGANIZATION, key, payload: { organization: id } };
  await enqueue(tx, { ...job, organization: null, due: now, now });
}

async function refusePublished(tx: Write, id: string): Promise<void> {
  const published = await tx
    .selectFrom("sites")
    .select("title")
    .where("organization_id", "=", id)
    .where("published", "=", 1)
    .limit(1)
    .executeTakeFirst();
  if (published === undefined) return;
  throw conflict(
    "site-published",
    `The site "${published.title}" is published. Unpublish the organization's sites first.`,
  );
}

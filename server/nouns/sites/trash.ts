/** Deleted sites: as long in the trash as spaces, then gone. */
import { forgetAccess, lockOrganization } from "../../access/intern.ts";
import { leaveRepository } from "../../content/git/leave.ts";
import { type GitChange, queueSiteSync } from "../../content/git/queue.ts";
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { TRASH_MS } from "../collections/queries.ts";
import { forgetDefaultContent } from "../orgs/commands.ts";
import { freeBasename } from "./commands.ts";
import { claimUntilProved } from "./hostnames/claim.ts";
import { isAnothers, releaseHostname } from "./hostnames/commands.ts";
import type { SiteRow } from "./site/present.ts";
import { findSite } from "./site/queries.ts";

/** The job that removes one deleted site for good. */
export const PURGE_SITE = "purge-site";

/**
 * Puts a site into the trash: from now on nobody reads it, and others may have its hostname and its basename. Its
 * spaces stay, and its organization's default content is none any more if it was this.
 * @throws 404 when it has gone meanwhile
 */
export async function deleteSite(tx: Write, site: SiteRow, now: number, newId: () => string): Promise<void> {
  const { id, organization_id: organization } = site;
  await lockOrganization(tx, organization);
  // As it is now: one may have been claimed since the site was read, and nobody else could have it.
  const current = await findSite(tx, organization, id);
  if (current === undefined) throw notFound("The site");
  const hostname = current.claimed ?? current.hostname;
  if (hostname !== null) await releaseHostname(tx, site);
  const { numUpdatedRows } = await tx
    .updateTable("sites")
    .set({ deleted_at: now, published: 0, hostname })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("The site");
  await forgetDefaultContent(tx, organization, id);
  await purgeLater(tx, site, now + TRASH_MS, now, newId);
}

/** Has the job look at a deleted site when its time is over. */
export function purgeLater(
  tx: Write,
  { id: site, organization_id: organization }: Row<"sites">,
  due: number,
  now: number,
  newId: () => string,
): Promise<void> {
  const key = `${PURGE_SITE}:${site}`;
  return enqueue(tx, {
    id: newId(),
    kind: PURGE_SITE,
    key,
    payload: { site, organization },
    organization,
    due,
    now,
  });
}

/**
 * Takes a site out of the trash, unpublished, with its parts, look, redirects and share links. It has its basename
 * again, with a number where another site has taken that, and claims its hostname anew where that is still free.
 * @throws 409 when it is not in the trash, or not any more
 */
export async function restoreSite(
  deps: Pick<Deps, "dns">,
  running: RunningChange,
  site: SiteRow,
): Promise<void> {
  const { tx, now } = running;
  const { id, organization_id: organization, hostname } = site;
  await lockOrganization(tx, organization);
  const { numUpdatedRows } = await tx
    .updateTable("sites")
    .set({
      deleted_at: null,
      basename: await freeBasename(tx, organization, site.basename),
      hostname: null,
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", ">", now - TRASH_MS)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict("not-deleted", "The site is not in the trash.");
  // Branches of what lies in the trash are left alone.
  await queueSiteSync(running, organization, id);
  if (hostname === null) return;
  await claimUntilProved(deps, running, site, hostname).catch((problem: unknown) => {
    if (!isAnothers(problem)) throw problem;
  });
}

/** Removes a deleted site for good. False: it is not in the trash. */
export async function purgeSite(departure: GitChange, site: Row<"sites">): Promise<boolean> {
  const { tx, now } = departure;
  const { id, organization_id: organization } = site;
  await lockOrganization(tx, organization);
  if (site.deleted_at !== null) await leaveRepository(departure, site);
  const { numDeletedRows } = await tx
    .deleteFrom("sites")
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await forgetAccess(tx, site, now);
  return true;
}

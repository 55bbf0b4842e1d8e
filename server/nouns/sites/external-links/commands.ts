import type { Static } from "typebox";
import type { Write } from "../../../db/database.ts";
import { orderBetween } from "../../../../engine/order.ts";
import type { RunningChange } from "../../../http/change.ts";
import { conflict, invalid, invalidField, notFound } from "../../../http/errors.ts";
import type { SiteKey } from "../site/present.ts";
import { refuseUselessCondition } from "../structure/condition.ts";
import { type ExternalLink, partsIn, type SiteParts, topOf } from "../structure/parts.ts";
import type { AddExternalLink, UpdateExternalLink } from "./schema.ts";

/** Most external links that one site has. */
const MOST = 100;

interface NewLink {
  readonly id: string;
  readonly site: SiteKey;
  readonly body: Static<typeof AddExternalLink>;
}

/**
 * Adds an external link after everything else at the top, or in the group that is named.
 * @throws 400 for a site without sections, a group that is none of it, and a condition that can never hold; 409 when
 * the site has as many as it may have
 */
export async function addExternalLink(
  { tx, now }: RunningChange,
  parts: SiteParts,
  { id, site, body }: NewLink,
): Promise<void> {
  if (parts.sections.length === 0)
    throw invalid("The site has no sections. Add one first: external links stand beside them.");
  if (parts.links.length >= MOST)
    throw conflict("too-many-external-links", `A site has at most ${MOST} external links. Delete one first.`);
  refuseUselessCondition(body.condition);
  const group = body.parent ?? null;
  await tx
    .insertInto("site_external_links")
    .values({
      organization_id: site.organization_id,
      id,
      site_id: site.id,
      group_id: group,
      title: body.title,
      url: body.url,
      description: body.description ?? null,
      icon: body.icon ?? null,
      condition: body.condition ?? null,
      draft: body.draft === true ? 1 : 0,
      position: lastIn(parts, group),
      created_at: now,
    })
    .execute();
}

/** The position after all that stands in a group, or at the top. @throws 400 for a group that is none of the site */
function lastIn(parts: SiteParts, group: string | null): string {
  if (group !== null && !parts.groups.some(({ id }) => id === group))
    throw invalidField("/parent", "is not a section group of this site.");
  const beside = group === null ? topOf(parts) : partsIn(parts, group);
  return orderBetween(beside.at(-1)?.part.position, undefined);
}

/**
 * Changes an external link; another parent has it as its last.
 * @throws 400 for a condition that can never hold and a group that is none of the site; 404 when it is gone
 */
export async function patchExternalLink(
  tx: Write,
  parts: SiteParts,
  link: Pick<ExternalLink, "organization_id" | "id">,
  { parent, draft, ...columns }: Static<typeof UpdateExternalLink>,
): Promise<void> {
  refuseUselessCondition(columns.condition);
  const now = parts.links.find(({ id }) => id === link.id);
  if (now === undefined) throw notFound("The external link");
  const isMoved = parent !== undefined && parent !== now.group_id;
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  await tx
    .updateTable("site_external_links")
    .set({
      ...given,
      ...(draft === undefined ? {} : { draft: draft ? 1 : 0 }),
      ...(isMoved ? { group_id: parent, position: lastIn(parts, parent) } : {}),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", link.organization_id)
    .where("id", "=", link.id)
    .execute();
}

/** @throws 404 when it is gone */
export async function deleteExternalLink(
  tx: Write,
  { organization_id, id }: Pick<ExternalLink, "organization_id" | "id">,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("site_external_links")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The external link");
}

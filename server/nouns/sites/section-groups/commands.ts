import type { Write } from "../../../db/database.ts";
import { orderBetween, ordersBetween } from "../../../../engine/order.ts";
import type { RunningChange } from "../../../http/change.ts";
import { conflict, invalidField, notFound } from "../../../http/errors.ts";
import type { SiteKey } from "../site/present.ts";
import {
  type GroupPart,
  PART_TABLES,
  partsIn,
  type SectionGroup,
  type SiteParts,
  topOf,
} from "../structure/parts.ts";

/** Most groups that one site has. */
const MOST = 100;

interface NewGroup {
  readonly id: string;
  readonly site: SiteKey;
  readonly title: string;
  readonly icon?: string | null | undefined;
  /** Ids of sections to put into it. */
  readonly sections?: readonly string[] | undefined;
}

/**
 * Makes a group after everything else, with the sections that are named.
 * @throws 400 for what is no section of the site; 409 when the site has as many groups as it may have
 */
export async function addGroup(
  { tx, now }: RunningChange,
  parts: SiteParts,
  { id, site, title, icon, sections = [] }: NewGroup,
): Promise<void> {
  if (parts.groups.length >= MOST) {
    throw conflict("too-many-section-groups", `A site has at most ${MOST} section groups. Delete one first.`);
  }
  await tx
    .insertInto("site_section_groups")
    .values({
      organization_id: site.organization_id,
      id,
      site_id: site.id,
      title,
      icon: icon ?? null,
      position: orderBetween(topOf(parts).at(-1)?.part.position, undefined),
      created_at: now,
    })
    .execute();
  const named = sections.map((id, index) => {
    const found = parts.sections.find((each) => each.id === id);
    if (found === undefined) throw invalidField(`/sections/${index}`, "is not a section of this site.");
    return found;
  });
  const positions = ordersBetween(undefined, undefined, sections.length);
  for (const [index, section] of named.entries()) {
    await stand(tx, { kind: "site-section", part: section }, id, positions[index] as string);
  }
}

/** Changes a group. @throws 404 when it is gone */
export async function patchGroup(
  tx: Write,
  { organization_id, id }: Pick<SectionGroup, "organization_id" | "id">,
  { title, icon }: { readonly title?: string | undefined; readonly icon?: string | null | undefined },
): Promise<void> {
  const update = tx
    .updateTable("site_section_groups")
    .set({ ...(title === undefined ? {} : { title }), ...(icon === undefined ? {} : { icon }) })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw notFound("The section group");
  }
}

/** Puts a section into a group, after those that it has. @throws 400 for what is no section of the site */
export async function putIntoGroup(
  tx: Write,
  parts: SiteParts,
  section: string,
  group: string,
): Promise<void> {
  const own = parts.sections.find(({ id }) => id === section);
  if (own === undefined) throw invalidField("/sectionId", "is not a section of this site.");
  if (own.group_id === group) return;
  const last = partsIn(parts, group).at(-1);
  await stand(tx, { kind: "site-section", part: own }, group, orderBetween(last?.part.position, undefined));
}

/** Takes parts out of a group: they stand after it then, in their order. */
export async function takeOutOfGroup(
  tx: Write,
  all: SiteParts,
  parts: readonly GroupPart[],
  group: string,
): Promise<void> {
  const top = topOf(all);
  const at = top.findIndex(({ part }) => part.id === group);
  const positions = ordersBetween(top[at]?.part.position, top[at + 1]?.part.position, parts.length);
  for (const [index, part] of parts.entries()) await stand(tx, part, null, positions[index] as string);
}

/** Removes a group; what is in it takes its place. @throws 404 when it is gone */
export async function deleteGroup(tx: Write, parts: SiteParts, id: string): Promise<void> {
  const group = parts.groups.find((each) => each.id === id);
  if (group === undefined) throw notFound("The section group");
  await takeOutOfGroup(tx, parts, partsIn(parts, id), id);
  await tx
    .deleteFrom("site_section_groups")
    .where("organization_id", "=", group.organization_id)
    .where("id", "=", id)
    .execute();
}

async function stand(
  tx: Write,
  { kind, part }: GroupPart,
  group: string | null,
  position: string,
): Promise<void> {
  // Both stand in groups alike; one name stands for both in the types.
  await tx
    .updateTable(PART_TABLES[kind] as "site_sections")
    .set({ group_id: group, position })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", part.organization_id)
    .where("id", "=", part.id)
    .execute();
}

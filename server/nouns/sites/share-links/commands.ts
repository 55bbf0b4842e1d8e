import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import type { Secrets } from "../../../ports/secrets.ts";
import { hashToken } from "../../../ports/tokens.ts";
import type { SiteKey } from "../site/present.ts";
import { sealedAt } from "./present.ts";

/** Most share links that one site has. */
const MOST = 1000;

interface NewShareLink {
  readonly id: string;
  readonly site: SiteKey;
  /** What its address carries. */
  readonly key: string;
  readonly name: string;
  readonly now: number;
}

/** Makes a share link, active at once. @throws 409 when the site has as many as it may have */
export async function createShareLink(
  tx: Write,
  secrets: Secrets,
  { id, site, key, name, now }: NewShareLink,
): Promise<Row<"share_links">> {
  const { count } = await tx
    .selectFrom("share_links")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .executeTakeFirstOrThrow();
  if (count >= MOST) {
    throw conflict(
      "too-many-share-links",
      `A site has at most ${MOST} share links. Delete those that nobody needs.`,
    );
  }
  return tx
    .insertInto("share_links")
    .values({
      organization_id: site.organization_id,
      id,
      site_id: site.id,
      hash: hashToken(key),
      sealed: secrets.seal(key, sealedAt(id)),
      name,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What names a share link. */
type LinkKey = Pick<Row<"share_links">, "organization_id" | "id">;

/** Renames a share link or switches it. @throws 404 when it is gone */
export async function patchShareLink(
  tx: Write,
  { organization_id, id }: LinkKey,
  { name, active }: { readonly name?: string | undefined; readonly active?: boolean | undefined },
): Promise<Row<"share_links">> {
  const update = tx
    .updateTable("share_links")
    .set({
      ...(name === undefined ? {} : { name }),
      ...(active === undefined ? {} : { active: active ? (1 as const) : (0 as const) }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The share link");
  return row;
}

/** Deletes a share link: its address opens nothing any more. @throws 404 the second time */
export async function deleteShareLink(tx: Write, { organization_id, id }: LinkKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("share_links")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The share link");
}

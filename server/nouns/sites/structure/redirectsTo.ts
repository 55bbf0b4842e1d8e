/** Redirects that lead to parts of a site: they go when the part goes, since they would lead nowhere. */
import { sql } from "kysely";
import type { Write } from "../../../db/database.ts";

/**
 * Deletes the redirects of a site that lead to one of these parts, or to a page in it. Nothing in the database refers to
 * a part: a destination is JSON, with its fields as the request had them.
 * @param parts ids by the field of a destination that names them
 */
export async function deleteRedirectsTo(
  tx: Write,
  site: { readonly organization_id: string; readonly site_id: string },
  parts: { readonly siteSectionId?: readonly string[]; readonly siteSpaceId?: readonly string[] },
): Promise<void> {
  // Ids are letters and digits; a quote inside a text of the JSON has a backslash before it.
  const named = Object.entries(parts).flatMap(([field, ids]) =>
    ids.map((id) => sql<boolean>`destination like ${`%"${field}":"${id}"%`}`),
  );
  if (named.length === 0) return;
  await tx
    .deleteFrom("site_redirects")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.site_id)
    .where((eb) => eb.or(named))
    .execute();
}

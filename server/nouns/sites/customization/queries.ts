import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { SiteKey } from "../site/present.ts";

const draftById = prepared(
  (read, p: Params<{ organization: string; site: string; user: string; id: string }>) =>
    read
      .selectFrom("site_look_drafts")
      .select("customization")
      .where("organization_id", "=", p("organization"))
      .where("site_id", "=", p("site"))
      .where("user_id", "=", p("user"))
      .where("id", "=", p("id")),
);

/** A look that somebody tries, as JSON; undefined when it is not kept any more. */
export async function findLookDraft(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
  user: string,
  id: string,
): Promise<string | undefined> {
  return (await draftById.first(read, { organization, site, user, id }))?.customization;
}

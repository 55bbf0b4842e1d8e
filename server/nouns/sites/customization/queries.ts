import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { SiteKey } from "../site/present.ts";

const draftById = prepared(
  (read, p: Params<{ organization: string; site: string; user: string; id: string }>) =>
    read
      .selectFrom("site_look_drafts")
      .select(["customization", "overrides"])
      .where("organization_id", "=", p("organization"))
      .where("site_id", "=", p("site"))
      .where("user_id", "=", p("user"))
      .where("id", "=", p("id")),
);

/** A look that somebody tries, as JSON: the site's and a variant's, each null where it is as it was. */
export function findLookDraft(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
  user: string,
  id: string,
): Promise<Pick<Row<"site_look_drafts">, "customization" | "overrides"> | undefined> {
  return draftById.first(read, { organization, site, user, id });
}

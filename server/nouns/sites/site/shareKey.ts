import { type Params, prepared, type Read } from "../../../db/database.ts";
import { hashToken } from "../../../ports/tokens.ts";
import type { SiteKey, SiteRow } from "./present.ts";

const activeByHash = prepared((read, p: Params<{ organization: string; site: string; hash: string }>) =>
  read
    .selectFrom("share_links")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("hash", "=", p("hash"))
    .where("site_id", "=", p("site"))
    .where("active", "=", 1),
);

/** Whether a text is the key of a share link that opens the site now, as far as its visibility allows. */
export async function isShareKey(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
  key: string,
): Promise<boolean> {
  return (await activeByHash.first(read, { organization, site, hash: hashToken(key) })) !== undefined;
}

/** The site, with published addresses below the key that a caller names, if that opens it. */
export async function withShareKey(read: Read, site: SiteRow, key: string | undefined): Promise<SiteRow> {
  if (key === undefined || site.visibility !== "share-link") return site;
  return (await isShareKey(read, site, key)) ? { ...site, shareKey: key } : site;
}

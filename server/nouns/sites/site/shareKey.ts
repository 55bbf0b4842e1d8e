import { type Params, prepared, type Read } from "../../../db/database.ts";
import { hashToken } from "../../../ports/tokens.ts";
import type { SiteRow } from "./present.ts";

const activeByHash = prepared((read, p: Params<{ site: string; hash: string }>) =>
  read
    .selectFrom("share_links")
    .select("id")
    .where("hash", "=", p("hash"))
    .where("site_id", "=", p("site"))
    .where("active", "=", 1),
);

/** Whether a text is the key of a share link that opens the site now, as far as its visibility allows. */
export async function isShareKey(read: Read, site: string, key: string): Promise<boolean> {
  return (await activeByHash.first(read, { site, hash: hashToken(key) })) !== undefined;
}

/** The site, with published addresses below the key that a caller names, if that opens it. */
export async function withShareKey(read: Read, site: SiteRow, key: string | undefined): Promise<SiteRow> {
  if (key === undefined || site.visibility !== "share-link") return site;
  return (await isShareKey(read, site.id, key)) ? { ...site, shareKey: key } : site;
}

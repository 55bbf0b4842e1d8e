import { type Params, prepared, type Read } from "../../db/database.ts";
import { hashToken } from "../../ports/tokens.ts";

const activeByHash = prepared((read, p: Params<{ site: string; hash: string }>) =>
  read
    .selectFrom("share_links")
    .select("id")
    .where("hash", "=", p("hash"))
    .where("site_id", "=", p("site"))
    .where("active", "=", 1),
);

/** Whether a segment looks like the key of a share link: others need not be looked up. */
export function mayBeShareKey(segment: string): boolean {
  return /^[0-9A-Za-z]{20}$/.test(segment);
}

/** Whether a path's first segment is the key of a share link that opens the site now. */
export async function isShareKey(read: Read, site: string, segment: string): Promise<boolean> {
  return (await activeByHash.first(read, { site, hash: hashToken(segment) })) !== undefined;
}

/** What answers under a secret address carry: it goes to no other site, and no cache in between keeps them. */
export const SECRET_ADDRESS_HEADERS = {
  "referrer-policy": "no-referrer",
  "cache-control": "private, max-age=0, must-revalidate",
} as const;

import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { oldestFirst } from "../../../http/byAge.ts";
import type { LoadCall, Paging } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import type { SiteKey } from "../site/present.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";

interface ShareLinkThing extends SiteThing {
  readonly link: Row<"share_links">;
}

const byId = prepared((read, p: Params<{ organization: string; id: string; site: string }>) =>
  read
    .selectFrom("share_links")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("site_id", "=", p("site")),
);

/** The share link that the path names, with the caller's rights on its site. */
export async function loadShareLink(call: LoadCall): Promise<ShareLinkThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const id = call.params["shareLinkId"] ?? "";
  const link = await byId.first(call.deps.db.read, {
    organization: thing.site.organization_id,
    id,
    site: thing.site.id,
  });
  return link && { ...thing, link, version: versioned("share_links", link) };
}

/** The share links of a site, oldest first. */
export async function listShareLinks(
  read: Read,
  site: SiteKey,
  paging: Paging,
): Promise<{ rows: Row<"share_links">[]; count: number }> {
  const query = read
    .selectFrom("share_links")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id);
  return oldestFirst(query, paging);
}

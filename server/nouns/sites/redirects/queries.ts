import { contains, folded } from "../../../db/contains.ts";
import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { keysMatching } from "../../../../engine/redirectSource.ts";
import type { RowPage } from "../../../http/list.ts";
import type { Paging } from "../../../http/operation.ts";
import { pageBy } from "../../../http/pageBy.ts";
import type { SiteKey } from "../site/present.ts";
import { partOfSite } from "../site/partOfSite.ts";
import type { REDIRECT_ORDERS } from "./schema.ts";

/** The redirect that the path names, with the caller's rights on its site. */
export const loadRedirect = partOfSite("redirect", "site_redirects", "siteRedirectId");

interface RedirectFilters {
  readonly search?: string | undefined;
  readonly draft?: boolean | undefined;
  readonly orderBy?: (typeof REDIRECT_ORDERS)[number] | undefined;
}

/** The redirects of a site: the newest first, those last changed first, or by source. */
export async function listRedirects(
  read: Read,
  site: SiteKey,
  { search, draft, orderBy = "createdAt" }: RedirectFilters,
  paging: Paging,
): Promise<RowPage<Row<"site_redirects">>> {
  let listed = read
    .selectFrom("site_redirects")
    .selectAll()
    .select((eb) => eb.fn.coalesce("updated_at", "created_at").as("last_changed"))
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("draft", "=", draft === true ? 1 : 0);
  if (search !== undefined) {
    listed = listed.where((eb) => contains(eb.ref("source_key"), folded(search)) as never);
  }
  const query = read.selectFrom(listed.as("listed")).selectAll();
  if (orderBy === "source") return pageBy(query, ["source_key", "id"], paging);
  const time = orderBy === "updatedAt" ? "last_changed" : "created_at";
  return pageBy(query, [time, "id"], paging, { direction: "desc" });
}

const liveByKeys = prepared(
  (read, p: Params<{ organization: string; site: string; keys: readonly string[] }>) =>
    read
      .selectFrom("site_redirects")
      .selectAll()
      .where("organization_id", "=", p("organization"))
      .where("site_id", "=", p("site"))
      .where("draft", "=", 0)
      .where("source_key", "in", p.list("keys")),
);

/**
 * The live redirect of a path: its own before those with a wildcard, the most exact of these first.
 * @param key the path as `pathKey` writes it
 */
export async function matchRedirect(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
  key: string,
): Promise<Row<"site_redirects"> | undefined> {
  const keys = keysMatching(key);
  const found = await liveByKeys.all(read, { organization, site, keys });
  const best = keys.find((each) => found.some(({ source_key }) => source_key === each));
  return found.find(({ source_key }) => source_key === best);
}

/** The redirect of exactly one source, live or as a draft. */
export function findBySource(
  read: Read,
  site: SiteKey,
  key: string,
  draft: boolean,
): Promise<Row<"site_redirects"> | undefined> {
  return read
    .selectFrom("site_redirects")
    .selectAll()
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("source_key", "=", key)
    .where("draft", "=", draft ? 1 : 0)
    .executeTakeFirst();
}

import { contains, folded } from "../../../db/contains.ts";
import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { keysMatching } from "../../../../engine/redirectSource.ts";
import { cutTo, type RowPage } from "../../../http/list.ts";
import type { Paging } from "../../../http/operation.ts";
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
  { limit, after }: Paging,
): Promise<RowPage<Row<"site_redirects">>> {
  let query = read
    .selectFrom("site_redirects")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("draft", "=", draft === true ? 1 : 0);
  if (search !== undefined) {
    query = query.where((eb) => contains(eb.ref("source_key"), folded(search)) as never);
  }
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const bySource = orderBy === "source";
  const sorted = query.selectAll().$call((all) => {
    const direction = bySource ? "asc" : "desc";
    const first =
      orderBy === "updatedAt"
        ? all.orderBy((eb) => eb.fn.coalesce("updated_at", "created_at"), direction)
        : all.orderBy(bySource ? "source_key" : "created_at", direction);
    return first.orderBy("id", direction).limit(limit + 1);
  });
  const cut = (rows: Row<"site_redirects">[]) => cutTo(limit, rows, count, (row) => keysOf(row, orderBy));
  if (after === undefined) return cut(await sorted.execute());
  const [sort, id] = [after[0] as string | number, String(after[1])];
  const page = sorted.where((eb) => {
    const updated = eb.fn.coalesce("updated_at", "created_at");
    if (bySource) return eb(eb.refTuple("source_key", "id"), ">", eb.tuple(String(sort), id));
    if (orderBy === "createdAt") return eb(eb.refTuple("created_at", "id"), "<", eb.tuple(Number(sort), id));
    return eb.or([
      eb(updated, "<", Number(sort)),
      eb.and([eb(updated, "=", Number(sort)), eb("id", "<", id)]),
    ]);
  });
  return cut(await page.execute());
}

/** What a list continues after, in the order that it is read in. */
function keysOf(row: Row<"site_redirects">, orderBy: RedirectFilters["orderBy"]): (string | number)[] {
  if (orderBy === "source") return [row.source_key, row.id];
  return [orderBy === "updatedAt" ? (row.updated_at ?? row.created_at) : row.created_at, row.id];
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

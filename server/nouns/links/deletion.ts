/** What deleting pages would break: counted from the maps that are kept by target, before anybody does it. */
import { aclsWithin } from "../../access/scope.ts";
import { readBelow } from "../../../engine/below.ts";
import { lastKeyPart, rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import { type PageBranch, readPage } from "../../../engine/tree.ts";
import type { Content } from "../../content/store.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { openPace } from "../../turns/pace.ts";
import type { LinkQuestion } from "./answers.ts";

/** Pages that one question may name. */
const MOST_NAMED = 200;
/** Targets that one query asks for. */
const AT_ONCE = 500;

/**
 * How many pages go with these, and how many links to them stay behind.
 * @param named ids, between commas; those that are gone already count as none
 * @throws 400 when there are too many
 */
export async function deletionOf(
  deps: Deps,
  thing: LinkQuestion,
  named: string,
): Promise<{ readonly pages: number; readonly links: number }> {
  const content = deps.content.of(thing.space.organization_id);
  const root = await content.root(thing.revision.root);
  const gone = await pagesGone(content, root, [...new Set(named.split(","))]);
  const own = await linksLeft(content, root, gone);
  return { pages: gone.size, links: own + (await linksElsewhere(deps, thing, [...gone])) };
}

async function pagesGone(
  content: Content,
  root: RevisionRoot,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length > MOST_NAMED) throw invalidField("/pages", `names more than ${MOST_NAMED} pages.`);
  const gone = new Set<string>();
  const add = (branches: readonly PageBranch[]): void => {
    for (const { page, pages } of branches) {
      gone.add(page.id);
      add(pages);
    }
  };
  for (const id of ids) {
    if (gone.has(id) || (await readPage(content.nodes, root, id)) === undefined) continue;
    gone.add(id);
    add(await readBelow(content.nodes, root, id, ""));
  }
  return gone;
}

/** Links to them from what stays: a page counts once for each page that it links to. */
async function linksLeft(
  { nodes }: Content,
  { backlinks }: RevisionRoot,
  gone: ReadonlySet<string>,
): Promise<number> {
  const pause = openPace();
  let links = 0;
  for (const id of gone) {
    const start = await rankInMap(nodes, backlinks, `page:${id}\t`);
    const end = await rankInMap(nodes, backlinks, `page:${id}$`);
    const sources = (await sliceOfMap<number>(nodes, backlinks, start, end)).map(([key]) => lastKeyPart(key));
    links += new Set(sources.filter((source) => !gone.has(source))).size;
    await pause();
  }
  return links;
}

/** Links from other spaces, as far as the caller may see these. */
async function linksElsewhere(
  deps: Deps,
  { space, member }: LinkQuestion,
  gone: readonly string[],
): Promise<number> {
  const acls = await aclsWithin(deps.members, space.organization_id, member);
  if (acls.length === 0) return 0;
  let links = 0;
  for (let from = 0; from < gone.length; from += AT_ONCE) {
    const targets = gone.slice(from, from + AT_ONCE).map((id) => `page:${id}`);
    const { count } = await deps.db.read
      .selectFrom("space_references")
      .innerJoin("spaces", (on) =>
        on
          .onRef("spaces.organization_id", "=", "space_references.organization_id")
          .onRef("spaces.id", "=", "space_references.source_id"),
      )
      .where("space_references.organization_id", "=", space.organization_id)
      .where("space_references.space_id", "=", space.id)
      .where("space_references.target", "in", targets)
      .where("space_references.source_id", "!=", space.id)
      .where("spaces.deleted_at", "is", null)
      .where("spaces.acl", "in", acls)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("sources"), eb.lit(0)).as("count"))
      .executeTakeFirstOrThrow();
    links += Number(count);
  }
  return links;
}

/** What is known of a space and its branch without asking the host. */
import { diffRevisions } from "../../../engine/diff.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import { readHead } from "../../content/commit.ts";
import type { Deps } from "../../deps.ts";
import type { KnownStatus } from "./present.ts";
import { heldBy, lastRunOf, partsOf } from "./queries.ts";

/** How far a space and its branch are apart. */
export async function knownStatus(
  { db, content }: Pick<Deps, "db" | "content">,
  installation: Row<"git_installations">,
): Promise<KnownStatus> {
  const { organization_id, space_id } = installation;
  if (space_id === null) return statusOfSite({ db, content }, installation);
  const [held, lastRun, head] = await Promise.all([
    heldBy(db.read, installation),
    lastRunOf(db.read, installation),
    readHead(db.read, { organization_id, id: space_id }),
  ]);
  const { base_root: base } = installation;
  const here = content.of(organization_id);
  const known = { installation, held, lastRun };
  if (base === null || head === undefined || base === head.root)
    return { ...known, pagesAhead: 0, othersAhead: 0 };
  const changed = await diffRevisions(here.nodes, await here.root(base), await here.root(head.root));
  const { files, variables, tags } = changed;
  const [pages, reusable] = [changed.pages.filter(saysAnother), changed.reusable.filter(saysAnother)];
  const othersAhead = reusable.length + files.length + variables.length + tags.length;
  return { ...known, pagesAhead: pages.length, othersAhead };
}

/** Whether it says something else; what says the same since another time is in step. */
function saysAnother<T extends Parameters<typeof versionOf>[0]>({
  before,
  after,
}: {
  readonly before?: T | undefined;
  readonly after?: T | undefined;
}): boolean {
  return before === undefined || after === undefined || versionOf(before) !== versionOf(after);
}

/** A site is as far from its branch as its spaces are together. */
async function statusOfSite(
  deps: Pick<Deps, "db" | "content">,
  installation: Row<"git_installations">,
): Promise<KnownStatus> {
  const parts: KnownStatus[] = [];
  for (const part of await partsOf(deps.db.read, installation)) parts.push(await knownStatus(deps, part));
  return {
    installation,
    held: parts.flatMap(({ held }) => held),
    lastRun: await lastRunOf(deps.db.read, installation),
    pagesAhead: parts.reduce((sum, { pagesAhead }) => sum + pagesAhead, 0),
    othersAhead: parts.reduce((sum, { othersAhead }) => sum + othersAhead, 0),
  };
}

/** Whether anything is written in a space: a page, a file, a reusable content, a variable or a tag. */
export async function isWritten(
  { db, content }: Pick<Deps, "db" | "content">,
  space: SpaceKey,
): Promise<boolean> {
  const head = await readHead(db.read, space);
  const root = head && (await content.of(space.organization_id).root(head.root));
  if (root === undefined) return false;
  const { pages, files, reusable, variables, tags } = root;
  return [pages, files, reusable, variables, tags].some((map) => (map?.[1] ?? 0) > 0);
}

/** How many pages a space has. */
export async function pagesIn(
  { db, content }: Pick<Deps, "db" | "content">,
  space: SpaceKey,
): Promise<number> {
  const head = await readHead(db.read, space);
  const root = head && (await content.of(space.organization_id).root(head.root));
  return root?.pages?.[1] ?? 0;
}

/** What was proposed and waits to be merged on the host: once the branch says it, both sides know it. */
import { takenUp, withSide } from "../../../content/git/sides.ts";
import type { EntryChanges } from "../../../content/git/entries.ts";
import { stageContent } from "../../../content/write.ts";
import type { Row } from "../../../db/schema.ts";
import type { RepositoryThing } from "../../../importers/repository/readRepository.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

type Proposal = Row<"git_pushes">;

/** The one that waits; undefined: none does. */
export async function findProposal(
  { deps }: Pick<SyncRun, "deps">,
  { organization_id, id }: Installation,
): Promise<Proposal | undefined> {
  return deps.db.read
    .selectFrom("git_pushes")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "=", "proposed")
    .executeTakeFirst();
}

/** What makes ids for files that are new on the branch. */
type IdOfNew = (kind: RepositoryThing, path: string) => string;

/** Gives what was proposed the id that it has here already, and anything else that is new what `fresh` makes. */
export async function idsWithProposed(
  sync: Pick<SyncRun, "deps">,
  installation: Installation,
  fresh: IdOfNew,
): Promise<IdOfNew> {
  const proposal = await findProposal(sync, installation);
  if (proposal === undefined) return fresh;
  const { put } = JSON.parse(proposal.entries) as EntryChanges;
  const ids = new Map(put.flatMap(({ role, path, object }) => (object ? [[`${role} ${path}`, object]] : [])));
  return (kind, path) => ids.get(`${kind} ${path}`) ?? fresh(kind, path);
}

/**
 * What both sides come from, with what the branch says just as it was proposed: by whichever commit that came there, it
 * is agreed on, and what was written here since is an edit of it.
 * @param theirs the root that the branch says
 */
export async function afterProposal(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  installation: Installation,
  { base, theirs }: { readonly base: string; readonly theirs: string },
): Promise<string> {
  if (theirs === installation.tree_root) return base;
  const proposal = await findProposal({ deps }, installation);
  if (proposal === undefined) return base;
  const proposed = proposal.base_root;
  const things = await takenUp(content, { base, proposed, theirs });
  if (things.length === 0) return base;
  const made = await withSide(content, base, theirs, things);
  return (await stageContent(deps.db, content.organization, made, deps.clock.now())).root;
}

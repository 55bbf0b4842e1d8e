/** Other spaces of the organization that link to a thing, as far as the caller may see them. */
import { readRevision } from "../../content/commit.ts";
import { aclsWithin } from "../../access/scope.ts";
import { type PresentedLink, openOther } from "./view.ts";

/** A space that links to the thing, at its head. */
export interface Referrer {
  readonly view: PresentedLink;
  readonly space: string;
  readonly revision: NonNullable<Awaited<ReturnType<typeof readRevision>>>;
}

export interface Referrers {
  /** Links from all of them. */
  readonly count: number;
  /** In the order of their ids. */
  readonly spaces: readonly Referrer[];
}

/**
 * Finds them in what is written down of references between spaces (jobs/references.ts), which follows the content
 * within a second. Spaces that the caller may not see are not read.
 * @param target "page:<id>", "file:<id>" or "reusable:<id>"
 * @param from the id of the space to begin with
 */
export async function referrersOf(
  view: PresentedLink,
  target: string,
  { limit, from }: { readonly limit: number; readonly from: string },
): Promise<Referrers> {
  const { deps } = view;
  const { space, member } = view.ground.thing;
  const acls = await aclsWithin(deps.members, space.organization_id, member);
  if (acls.length === 0) return { count: 0, spaces: [] };
  const seen = deps.db.read
    .selectFrom("space_references")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "space_references.organization_id")
        .onRef("spaces.id", "=", "space_references.source_id"),
    )
    .where("space_references.organization_id", "=", space.organization_id)
    .where("space_references.space_id", "=", space.id)
    .where("space_references.target", "=", target)
    .where("space_references.source_id", "!=", space.id)
    .where("spaces.deleted_at", "is", null)
    .where("spaces.acl", "in", acls);
  const { count } = await seen
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("sources"), eb.lit(0)).as("count"))
    .executeTakeFirstOrThrow();
  const rows = await seen
    .select("space_references.source_id as id")
    .where("space_references.source_id", ">=", from)
    .orderBy("space_references.source_id")
    .limit(limit)
    .execute();
  const spaces: Referrer[] = [];
  for (const { id } of rows) {
    const ground = await openOther(view, id);
    const revision =
      ground && (await readRevision(deps.db.read, ground.thing.space, ground.thing.space.head));
    if (ground === undefined || revision === undefined) continue;
    const content = deps.content.of(revision.organization_id);
    const root = await content.root(revision.root);
    spaces.push({ view: { ...view, content, root, ground }, space: id, revision });
  }
  return { count: Number(count), spaces };
}

/** Moving content: the same for a space and for a collection with everything in it. */
import type { Static } from "typebox";
import type { Member } from "../../access/policy.ts";
import { type GrantedContent, recomputePolicies } from "../../access/recompute.ts";
import type { Write } from "../../db/database.ts";
import { reachParent, refuseCycle } from "./parents.ts";
import type { MoveContent } from "./schema.ts";
import { type SiblingPosition, positionBeside } from "./siblings.ts";

export interface Move {
  readonly organization: string;
  /** Where it goes; what isn't said stays. */
  readonly to: Static<typeof MoveContent>;
  readonly member: Member;
  readonly now: number;
}

/**
 * Puts content somewhere else, or elsewhere among its siblings, and works out anew who may see what. The organization
 * is locked.
 * @param from the collection that it lies in now; null: the top of the organization
 * @throws 400 for a parent or neighbour that is not there, 403 where the member may not create, 409 for a cycle
 */
export async function moveContent(
  tx: Write,
  content: GrantedContent,
  from: string | null,
  { organization, to, member, now }: Move,
): Promise<void> {
  const parent = to.parent === undefined ? from : to.parent;
  const leaves = parent !== from;
  if (leaves) await reachParent(tx, organization, member, parent);
  if (leaves && parent !== null && content.kind === "collection")
    await refuseCycle(tx, organization, content.id, parent);
  const beside = (to.position ?? {}) as SiblingPosition;
  const position = await positionBeside(tx, { organization, parent }, beside, content, member);
  // Both tables are alike here; one name stands for them in the types.
  await tx
    .updateTable(content.kind === "space" ? "spaces" : ("collections" as "spaces"))
    .set({ parent_id: parent, position })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", content.id)
    .execute();
  if (leaves) await recomputePolicies(tx, organization, [content], now);
}

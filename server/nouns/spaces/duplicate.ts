import { putAddress } from "../../access/addresses.ts";
import type { Member } from "../../access/policy.ts";
import { lockOrganization } from "../../access/intern.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import { copyRevision, readHead } from "../../content/commit.ts";
import { queueIndexing } from "../../content/head.ts";
import type { Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import { reachParent } from "../collections/parents.ts";
import { positionBeside } from "../collections/siblings.ts";
import { currentSpace } from "./commands.ts";

const LONGEST_TITLE = 50;
const ADDED = " (copy)";

/**
 * Makes a space with the content of another, beside it and open to the same people. The content is shared, so it
 * takes the same time whatever there is; the history and the discussion stay behind.
 * @throws 403 where the member may not create, 404 when it has gone
 */
export async function duplicateSpace(
  tx: Write,
  source: Row<"spaces">,
  member: Member,
  now: number,
  newId: () => string,
): Promise<Row<"spaces">> {
  const organization = source.organization_id;
  await lockOrganization(tx, organization);
  const space = await currentSpace(tx, source.id, organization);
  await reachParent(tx, organization, member, space.parent_id);
  const head = await readHead(tx, space);
  if (head === undefined) throw new Error(`space ${space.id} has no head`);
  const [id, revision] = [newId(), newId()];
  const beside = { after: { type: "space", space: space.id } } as const;
  const place = { organization, parent: space.parent_id };
  await tx
    .insertInto("spaces")
    .values({
      id,
      organization_id: organization,
      parent_id: space.parent_id,
      position: await positionBeside(tx, place, beside, { kind: "space", id }, member),
      title: copiedTitle(space.title),
      emoji: space.emoji,
      edit_mode: space.edit_mode,
      default_level: space.default_level,
      created_by: member.userId,
      created_at: now,
      updated_at: now,
      acl: space.acl,
      head: revision,
      language: space.language,
    })
    .execute();
  await putAddress(tx, { organization_id: organization, id });
  await copyGrants(tx, space, id, now);
  const note = {
    organization,
    id: revision,
    space: id,
    type: "edits",
    parents: [],
    createdAt: now,
    createdBy: member.userId,
  } as const;
  await copyRevision(tx, head, note);
  await recomputePolicies(tx, organization, [{ kind: "space", id }], now);
  await queueIndexing(tx, { organization_id: organization, id }, now, newId);
  return currentSpace(tx, id, organization);
}

/** In code points, as titles are counted. */
function copiedTitle(title: string): string {
  return [...title].slice(0, LONGEST_TITLE - ADDED.length).join("") + ADDED;
}

async function copyGrants(
  tx: Write,
  { organization_id: organization, id: from }: SpaceKey,
  to: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto("grants")
    .columns([
      "content_id",
      "content_kind",
      "organization_id",
      "grantee_kind",
      "grantee_id",
      "role",
      "created_at",
    ])
    .expression((eb) =>
      eb
        .selectFrom("grants")
        .select((each) => [
          each.val(to).as("content_id"),
          "content_kind",
          "organization_id",
          "grantee_kind",
          "grantee_id",
          "role",
          each.cast<number>(each.val(now), "bigint").as("created_at"),
        ])
        .where("organization_id", "=", organization)
        .where("content_id", "=", from),
    )
    .execute();
}

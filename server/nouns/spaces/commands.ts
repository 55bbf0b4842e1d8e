import type { Static } from "typebox";
import { internPolicy, ownLevel } from "../../access/intern.ts";
import { commitFirst } from "../../content/first.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { orderBetween } from "../../engine/order.ts";
import { invalidField, preconditionFailed } from "../../http/errors.ts";
import { emojiCharacters } from "./emoji.ts";
import { DEFAULT_EMOJI } from "./present.ts";
import type { UpdateSpace } from "./schema.ts";

export interface NewSpace {
  readonly id: string;
  /** The id of its first revision, which is empty. */
  readonly revision: string;
  readonly organization: string;
  readonly createdBy: string;
  readonly now: number;
  readonly title?: string | undefined;
  readonly emoji?: string | undefined;
  readonly language?: string | undefined;
  readonly editMode?: string | undefined;
}

/** Makes a space with an empty first revision, after its siblings. */
export async function createSpace(tx: Write, input: NewSpace): Promise<Row<"spaces">> {
  const acl = await internPolicy(tx, input.organization, ownLevel("inherit", input.createdBy));
  const row = await tx
    .insertInto("spaces")
    .values({
      id: input.id,
      organization_id: input.organization,
      parent_id: null,
      position: await positionAtEnd(tx, input.organization),
      title: input.title ?? "Untitled",
      emoji: input.emoji === undefined ? DEFAULT_EMOJI : emojiCharacters(input.emoji),
      edit_mode: input.editMode ?? "live",
      default_level: "inherit",
      created_by: input.createdBy,
      created_at: input.now,
      updated_at: input.now,
      deleted_at: null,
      acl,
      head: input.revision,
      language: input.language ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await commitFirst(tx, { space: input.id, revision: input.revision, at: input.now, by: input.createdBy });
  return row;
}

async function positionAtEnd(tx: Write, organization: string): Promise<string> {
  const last = await tx
    .selectFrom("spaces")
    .select("position")
    .where("organization_id", "=", organization)
    .where("parent_id", "is", null)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return orderBetween(last?.position, undefined);
}

/**
 * Changes a space's own fields.
 * @throws 412 when it is no longer at `expected`
 */
export async function patchSpace(
  tx: Write,
  space: Row<"spaces">,
  patch: Static<typeof UpdateSpace>,
  now: number,
  expected: number | undefined,
): Promise<Row<"spaces">> {
  const acl =
    patch.defaultLevel === undefined
      ? undefined
      : await internPolicy(tx, space.organization_id, ownLevel(patch.defaultLevel, space.created_by ?? ""));
  let update = tx
    .updateTable("spaces")
    .set({
      updated_at: now,
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.emoji === undefined ? {} : { emoji: emojiCharacters(patch.emoji) }),
      ...(patch.editMode === undefined ? {} : { edit_mode: patch.editMode }),
      ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel }),
      ...(acl === undefined ? {} : { acl }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", space.id)
    .where("deleted_at", "is", null);
  if (expected !== undefined) update = update.where("version", "=", expected);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw preconditionFailed();
  return row;
}

/** @throws 400: collections come with a later version of the API */
export function refuseParent(parent: string | undefined): void {
  if (parent !== undefined) throw invalidField("/parent", "is not a collection of this organization.");
}

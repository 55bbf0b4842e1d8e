import { putAddress } from "../../access/addresses.ts";
import { readSpace } from "../../access/spaces.ts";
import { handOverContent } from "../../content/handOver.ts";
import type { Static } from "typebox";
import { lockOrganization } from "../../access/intern.ts";
import type { Member } from "../../access/policy.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import { roleWithin } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import { commitFirst } from "../../content/first.ts";
import { queueIndexing } from "../../content/head.ts";
import { type Params, preparedWrite, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { RunningChange } from "../../http/change.ts";
import { forbidden, notFound, preconditionFailed } from "../../http/errors.ts";
import { inheritedAcl } from "../collections/commands.ts";
import { leaveTranslations } from "../collections/leaveTranslations.ts";
import { type Move, moveContent } from "../collections/move.ts";
import { positionAtEnd } from "../collections/siblings.ts";
import { handOver, reachBoth, refuseOnSites, type Transfer } from "../collections/transfer.ts";
import { refuseUselessRules } from "../merge-rules/check.ts";
import { storedSpaceRules } from "../merge-rules/stored.ts";
import { emojiCharacters } from "./emoji.ts";
import { DEFAULT_EMOJI } from "./present.ts";
import type { UpdateSpace } from "./schema.ts";

interface NewSpace {
  readonly id: string;
  /** The id of its first revision, which is empty. */
  readonly revision: string;
  readonly organization: string;
  readonly createdBy: string;
  readonly now: number;
  readonly title?: string | undefined;
  readonly emoji?: string | undefined;
  readonly language?: string | undefined;
  readonly editMode?: Row<"spaces">["edit_mode"] | undefined;
  /** The collection it lies in, from `reachParent`; the top of the organization when absent. */
  readonly parent?: Row<"collections"> | null;
}

/** Makes a space with an empty first revision, after its siblings. */
export async function createSpace(tx: Write, input: NewSpace): Promise<Row<"spaces">> {
  const { organization, parent = null } = input;
  // Sent together, the lock first: everybody else who makes something here waits for the end of this.
  const [, position, acl] = await Promise.all([
    lockOrganization(tx, organization),
    positionAtEnd(tx, { organization, parent: parent?.id ?? null }),
    inheritedAcl(tx, organization, parent),
  ]);
  const made = insertSpace.first(tx, {
    id: input.id,
    organization_id: organization,
    parent_id: parent?.id ?? null,
    position,
    title: input.title ?? "Untitled",
    emoji: input.emoji === undefined ? DEFAULT_EMOJI : emojiCharacters(input.emoji),
    edit_mode: input.editMode ?? "live",
    created_by: input.createdBy,
    now: input.now,
    acl,
    head: input.revision,
    language: input.language ?? null,
  });
  const first = {
    organization,
    space: input.id,
    revision: input.revision,
    at: input.now,
    by: input.createdBy,
  };
  const key = { organization_id: organization, id: input.id };
  const [row] = await Promise.all([made, commitFirst(tx, first), putAddress(tx, key)]);
  return row as Row<"spaces">;
}

interface NewSpaceRow {
  readonly id: string;
  readonly organization_id: string;
  readonly parent_id: string | null;
  readonly position: string;
  readonly title: string;
  readonly emoji: string;
  readonly edit_mode: Row<"spaces">["edit_mode"];
  readonly created_by: string;
  readonly now: number;
  readonly acl: string;
  readonly head: string;
  readonly language: string | null;
}

const insertSpace = preparedWrite((tx, p: Params<NewSpaceRow>) =>
  tx
    .insertInto("spaces")
    .values({
      id: p("id"),
      organization_id: p("organization_id"),
      parent_id: p("parent_id"),
      position: p("position"),
      title: p("title"),
      emoji: p("emoji"),
      edit_mode: p("edit_mode"),
      default_level: "inherit",
      created_by: p("created_by"),
      created_at: p("now"),
      updated_at: p("now"),
      acl: p("acl"),
      head: p("head"),
      language: p("language"),
    })
    .returningAll(),
);

/** As the API takes it; a `docs.yaml` may take the language away, too. */
type SpacePatch = Omit<Static<typeof UpdateSpace>, "language"> & { readonly language?: string | null };

/**
 * Changes a space's own fields.
 * @param expected the version that the caller relies on: compared by the update itself, which those who write the
 *   content meanwhile don't make begin again
 * @throws 404 when it has gone, 400 for merge rules that could never be met, 412
 */
export async function patchSpace(
  { tx, now, newId }: Pick<RunningChange, "tx" | "now" | "newId">,
  space: Row<"spaces">,
  patch: SpacePatch,
  expected?: number,
): Promise<Row<"spaces">> {
  const { id, organization_id } = space;
  if (patch.defaultLevel !== undefined) await lockOrganization(tx, organization_id);
  await refuseUselessRules(tx, organization_id, patch.mergeRules);
  const update = tx
    .updateTable("spaces")
    .set({
      updated_at: now,
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.emoji === undefined ? {} : { emoji: patch.emoji && emojiCharacters(patch.emoji) }),
      ...(patch.language === undefined ? {} : { language: patch.language }),
      ...(patch.editMode === undefined ? {} : { edit_mode: patch.editMode }),
      ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel, level_owner: null }),
      ...storedSpaceRules(patch.mergeRules),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("organization_id", "=", organization_id)
    .where("deleted_at", "is", null)
    .$if(expected !== undefined, (query) => query.where("version", "=", expected as number));
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) {
    await currentSpace(tx, id, organization_id);
    throw preconditionFailed();
  }
  // Words have their stems by the rules of the language.
  if (row.language !== space.language) await queueIndexing(tx, row, now, newId);
  if (patch.defaultLevel === undefined) return row;
  await recomputePolicies(tx, organization_id, [{ kind: "space", id }], now);
  return currentSpace(tx, id, organization_id);
}

/**
 * Moves a space to a collection or the top of its organization, and works out anew who may see it.
 * @throws 400 for a parent or neighbour that is not there, 403 where the member may not create, 404 when it has gone
 */
export async function moveSpace(tx: Write, id: string, move: Move): Promise<Row<"spaces">> {
  const { organization } = move;
  await lockOrganization(tx, organization);
  const before = await currentSpace(tx, id, organization);
  await moveContent(tx, { kind: "space", id }, before.parent_id, move);
  return currentSpace(tx, id, organization);
}

/**
 * Moves a space with its history to another organization, at the end of its top. Grants to people who are members
 * there stay.
 * @throws StaleHead when somebody wrote since its content was copied
 * @throws 409 while it is in a site or in a translation, 404 when it has gone, 403 when the caller has lost a right
 */
export async function transferSpace(
  tx: Write,
  id: string,
  transfer: Transfer,
): Promise<{ readonly row: Row<"spaces">; readonly there: Member }> {
  const { from, to, now } = transfer;
  const { here, there } = await reachBoth(tx, transfer, "The space");
  const space = await currentSpace(tx, id, from);
  if (!spaceRights(await roleWithin(tx, space, here)).admin)
    throw forbidden("You may no longer administrate the space.");
  await refuseOnSites(tx, from, [space]);
  await leaveTranslations(tx, from, [id]);
  await handOverContent(tx, [id], transfer.content);
  const position = await positionAtEnd(tx, { organization: to, parent: null });
  await tx
    .updateTable("spaces")
    .set({ parent_id: null, position })
    .where("organization_id", "=", from)
    .where("id", "=", id)
    .execute();
  const content = { kind: "space", id } as const;
  await handOver(tx, [content], transfer);
  await recomputePolicies(tx, to, [content], now);
  return { row: await currentSpace(tx, id, to), there };
}

/**
 * A space as this transaction sees it.
 * @throws 404 when it has gone meanwhile, is deleted, or has left the organization
 */
export async function currentSpace(tx: Read, id: string, organization: string): Promise<Row<"spaces">> {
  const row = await readSpace(tx, { organization_id: organization, id });
  if (row === undefined || row.deleted_at !== null) throw notFound("The space");
  return row;
}

import { moveAddresses } from "../../access/addresses.ts";
import { leaveRepositories } from "../../content/git/leave.ts";
import { queueIndexing } from "../../content/head.ts";
import { StaleHead } from "../../content/commit.ts";
import { transferInTurn } from "../../content/writeInTurn.ts";
import { outdateIndexes } from "../../content/search/searchState.ts";
import { type CopiedContent, handOverContent } from "../../content/handOver.ts";
import { internPolicies, lockOrganization, retirePolicies } from "../../access/intern.ts";
import type { Member } from "../../access/policy.ts";
import { type GrantedContent, recomputePolicies } from "../../access/recompute.ts";
import { callerWithin } from "../../access/members.ts";
import { roleWithin } from "../../access/scope.ts";
import type { Caller } from "../../access/singleSignOn.ts";
import { collectionRights, organizationRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, preparedWrite, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalidField, notFound } from "../../http/errors.ts";
import { current } from "./commands.ts";
import { leaveSites } from "./leaveSites.ts";
import { leaveTranslations } from "./leaveTranslations.ts";
import { collectionsWithin } from "./parents.ts";
import { positionAtEnd } from "./siblings.ts";

/** Points of one: it may copy all that an organization has. */
export const TRANSFER_POINTS = 50;

export interface Transfer {
  /** What it consists of, stored with the other organization already. */
  readonly content: CopiedContent;
  readonly caller: Caller;
  readonly from: string;
  readonly to: string;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Refuses a transfer before anything is copied for it.
 * @throws 400 when the organization that it goes to is unknown to the caller, 403 when they may not create there, 409
 * when it is there already
 */
export async function refuseTarget(
  deps: Deps,
  caller: Caller,
  { from, to }: Pick<Transfer, "from" | "to">,
): Promise<void> {
  targetMember(await deps.members.find(to, caller), from, to);
}

/**
 * Locks both organizations of a transfer and gives what the caller is in them by then: copying takes long.
 * @throws 404 when they have left the one that has it, and what `refuseTarget` throws
 */
export async function reachBoth(
  tx: Write,
  { caller, from, to }: Transfer,
  noun: string,
): Promise<{ readonly here: Member; readonly there: Member }> {
  // In one order, so that two transfers the other way round can't wait for each other.
  for (const organization of [from, to].toSorted()) await lockOrganization(tx, organization);
  const here = await callerWithin(tx, from, caller);
  if (here === undefined) throw notFound(noun);
  return { here, there: targetMember(await callerWithin(tx, to, caller), from, to) };
}

function targetMember(member: Member | undefined, from: string, to: string): Member {
  if (member === undefined) throw invalidField("/organization", "is not an organization that you belong to.");
  if (to === from) {
    throw conflict("same-organization", "It is in that organization already.", [
      { path: "/organization", message: "is where it is." },
    ]);
  }
  if (organizationRights(member.role).createContent) return member;
  throw forbidden("Your role in the other organization doesn't let you create content there.");
}

/**
 * Moves a collection and everything in it to another organization, at the end of its top. The history stays, and so
 * do grants to people who are members there; teams belong to their organization.
 * @throws StaleHead when somebody wrote since its content was copied
 * @throws 409 while a space in it is in a site or in a translation, or when the caller may not administrate all of it;
 * 404, and what `refuseTarget` throws
 */
export async function transferCollection(
  tx: Write,
  id: string,
  transfer: Transfer,
): Promise<{ readonly row: Row<"collections">; readonly there: Member }> {
  const { from, to, now } = transfer;
  const { here, there } = await reachBoth(tx, transfer, "The collection");
  await current(tx, id, from);
  const collections = await collectionsWithin(tx, from, id);
  const spaces = await spacesWithin(tx, from, collections);
  await refuseOthersContent(tx, from, here, { collections, spaces });
  await refuseOnSites(tx, from, spaces);
  await leaveTranslations(
    tx,
    from,
    spaces.map((space) => space.id),
  );
  await handOverContent(
    tx,
    spaces.map((space) => space.id),
    transfer.content,
  );
  const position = await positionAtEnd(tx, { organization: to, parent: null });
  await tx
    .updateTable("collections")
    .set({ parent_id: null, position })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", from)
    .where("id", "=", id)
    .execute();
  await handOver(
    tx,
    [
      ...collections.map((each) => ({ kind: "collection" as const, id: each })),
      ...spaces.map((each) => ({ kind: "space" as const, id: each.id })),
    ],
    transfer,
  );
  await recomputePolicies(tx, to, [{ kind: "collection", id }], now);
  return { row: await current(tx, id, to), there };
}

/**
 * Makes a transfer, again when somebody writes while its content is copied.
 * @throws 409 when they don't stop
 */
export async function transferUntouched<T>(id: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await transferInTurn(id, attempt);
  } catch (error) {
    if (!(error instanceof StaleHead)) throw error;
    throw conflict("stale-head", "Somebody keeps writing in it; transfer it again in a moment.");
  }
}

type Inside = Pick<Row<"spaces">, "id" | "acl" | "deleted_at">;

/** The ids of all spaces below a collection, as they are now: what has to be copied before it goes. */
export async function spacesBelow(read: Read, organization: string, id: string): Promise<string[]> {
  const spaces = await spacesWithin(read, organization, await collectionsWithin(read, organization, id));
  return spaces.map((space) => space.id);
}

async function spacesWithin(
  tx: Read,
  organization: string,
  collections: readonly string[],
): Promise<Inside[]> {
  return tx
    .selectFrom("spaces")
    .select(["id", "acl", "deleted_at"])
    .where("organization_id", "=", organization)
    .where("parent_id", "in", collections)
    .execute();
}

async function refuseOthersContent(
  tx: Read,
  organization: string,
  member: Member,
  { collections, spaces }: { readonly collections: readonly string[]; readonly spaces: readonly Inside[] },
): Promise<void> {
  const rows = await tx
    .selectFrom("collections")
    .select("acl")
    .where("organization_id", "=", organization)
    .where("id", "in", collections)
    .execute();
  const checks = [
    ...rows.map(({ acl }) => [acl, collectionRights] as const),
    ...spaces.map(({ acl }) => [acl, spaceRights] as const),
  ];
  const known = new Map<string, boolean>();
  for (const [acl, rightsOf] of checks) {
    const mayTake =
      known.get(acl) ?? rightsOf(await roleWithin(tx, { organization_id: organization, acl }, member)).admin;
    known.set(acl, mayTake);
    if (mayTake) continue;
    throw conflict(
      "not-all-yours",
      "The collection has content that you can't administrate. Ask somebody who can to transfer it.",
    );
  }
}

/** @throws 409 while one of the spaces is in a site; deleted ones leave theirs instead, and all leave deleted sites */
export async function refuseOnSites(
  tx: Write,
  organization: string,
  spaces: readonly Pick<Row<"spaces">, "id" | "deleted_at">[],
): Promise<void> {
  if (spaces.length === 0) return;
  const deleted = spaces.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id);
  await leaveSites(tx, organization, deleted);
  const ids = spaces.map(({ id }) => id);
  const used = await tx
    .selectFrom("site_spaces")
    .innerJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "site_spaces.organization_id")
        .onRef("sites.id", "=", "site_spaces.site_id"),
    )
    .select("site_spaces.id")
    .where("site_spaces.organization_id", "=", organization)
    .where("site_spaces.space_id", "in", ids)
    .where("sites.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined)
    throw conflict("in-site", "It is in a site of its organization; take it out of the site first.");
  await leaveSites(tx, organization, ids);
}

type Handing = Params<{ ids: readonly string[]; from: string; to: string }>;

const dropTeams = preparedWrite((tx, p: Handing) =>
  tx
    .deleteFrom("grants")
    .where("organization_id", "=", p("from"))
    .where("content_id", "in", p.list("ids"))
    .where("grantee_kind", "=", "team"),
);
const dropStrangers = preparedWrite((tx, p: Handing) =>
  tx
    .deleteFrom("grants")
    .where("organization_id", "=", p("from"))
    .where("content_id", "in", p.list("ids"))
    .where(
      "grantee_id",
      "not in",
      tx.selectFrom("members").select("user_id").where("organization_id", "=", p("to")),
    ),
);
const moveGrants = preparedWrite((tx, p: Handing) =>
  tx
    .updateTable("grants")
    .set({ organization_id: p("to") })
    .where("organization_id", "=", p("from"))
    .where("content_id", "in", p.list("ids")),
);
const carriedBy = (table: "spaces" | "collections") =>
  prepared((read, p: Params<{ ids: readonly string[]; from: string }>) =>
    read
      .selectFrom(table)
      .select("acl")
      .distinct()
      .where("organization_id", "=", p("from"))
      .where("id", "in", p.list("ids")),
  );
/** With all that hangs on them by the keys: of a space its history, its change requests and its comments. */
const moveRows = (table: "spaces" | "collections") =>
  preparedWrite((tx, p: Params<{ ids: readonly string[]; from: string; to: string; acl: string }>) =>
    tx
      .updateTable(table)
      .set({ organization_id: p("to"), acl: p("acl") })
      .where("organization_id", "=", p("from"))
      .where("id", "in", p.list("ids")),
  );
const CONTENTS = (["spaces", "collections"] as const).map((table) => ({
  carried: carriedBy(table),
  move: moveRows(table),
}));

/** Gives content and its grants to another organization. The caller works out who may see it there. */
export async function handOver(
  tx: Write,
  contents: readonly GrantedContent[],
  { from, to, now, newId }: Transfer,
): Promise<void> {
  const ids = contents.map(({ id }) => id);
  await leaveRepositories({ tx, now, newId }, from, ids);
  await dropTeams.run(tx, { ids, from, to });
  await dropStrangers.run(tx, { ids, from, to });
  await moveGrants.run(tx, { ids, from, to });
  const [acl] = (await internPolicies(tx, to, [[{ default: null }]])) as [string];
  const acls: string[] = [];
  for (const { carried, move } of CONTENTS) {
    acls.push(...(await carried.all(tx, { ids, from })).map((row) => row.acl));
    await move.run(tx, { ids, from, to, acl });
  }
  await moveAddresses(tx, ids, to);
  const spaces = contents.flatMap(({ kind, id }) => (kind === "space" ? [id] : []));
  await outdateIndexes(tx, to, spaces);
  for (const id of spaces) await queueIndexing(tx, { organization_id: to, id }, now, newId);
  await retirePolicies(tx, from, acls, now);
}

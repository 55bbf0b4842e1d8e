/** What both sides come from, and what somebody has decided about it. */
import type { NewRevision } from "../../../../engine/change.ts";
import { EMPTY_ROOT } from "../../../../engine/revision.ts";
import { NO_CONTENT } from "../../../content/commit.ts";
import {
  type ContestedThing,
  presentIn,
  sidesOf,
  thingKey,
  withoutLost,
  withSide,
} from "../../../content/git/sides.ts";
import { stageContent } from "../../../content/write.ts";
import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { heldBy } from "../queries.ts";
import { heldQuestion, isOfKind, questionOf } from "../question.ts";
import { afterProposals, type SeenBranch } from "./proposed.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

interface BothSides {
  readonly installation: Installation;
  /** What the branch says. */
  readonly branch: SeenBranch & {
    /** Whether its table of contents has gone, which there was. */
    readonly lacksContents: boolean;
  };
}

const DELETIONS = ["mass-deletion", "mass-deletion-out"];

/**
 * What stood still and somebody has decided, by its kind; undefined: nothing did, or they were asked something else. It
 * holds through a run that stood still for another reason: who asks about deletions asks anew where these are others.
 */
function decidedKind(
  { choice, decided_about: about }: Installation,
  commit: string | undefined,
): string | undefined {
  if (choice === null || about === null) return undefined;
  if (about === questionOf("rewritten", commit)) return "rewritten";
  return DELETIONS.find((kind) => isOfKind(about, kind));
}

/** Whether somebody has decided that all that the branch says goes into the space, whatever waits there to be reviewed. */
export function isBranchTaken(installation: Installation, commit: string | undefined): boolean {
  if (installation.choice !== "git") return false;
  // What is said of deletions, of what is held, or of where both differ is said of that alone.
  return installation.base_root === null || decidedKind(installation, commit) === "rewritten";
}

/**
 * The keys of what is contested and somebody has decided; undefined: all of it. Who was asked about what is held has
 * decided that as both sides said it then, and who was asked about deletions has decided nothing of it.
 */
export async function decidedThings(
  { deps, content }: SyncRun,
  { installation, branch }: BothSides,
  head: Row<"revisions">,
): Promise<ReadonlySet<string> | undefined> {
  const { base_root, decided_about: about } = installation;
  if (base_root === null || about === null) return undefined;
  const held = await heldBy(deps.db.read, installation);
  if (about === heldQuestion(held)) {
    const now = await sidesOf(content, { own: head.root, theirs: branch.root }, held);
    return new Set(held.map(thingKey).filter((key, index) => now.get(key) === held[index]?.sides));
  }
  const kind = decidedKind(installation, branch.commit);
  return kind === "rewritten" ? undefined : new Set();
}

/** What both sides come from. */
export interface CommonBase {
  readonly root: string;
  /** What has gone from the space, and comes back as it was agreed last, since somebody has decided that. */
  readonly back: SideOfThings;
}

/** Some things as a side has them. */
export interface SideOfThings {
  readonly things: readonly ContestedThing[];
  /** Hash of its root. */
  readonly side: string;
}

const NOTHING: SideOfThings = { things: [], side: EMPTY_ROOT };

/** What both sides come from, by what was agreed and what somebody has decided since. */
export async function commonBase(
  { content, deps }: SyncRun,
  { installation, branch }: BothSides,
  head: Row<"revisions">,
): Promise<CommonBase> {
  const { choice, base_root } = installation;
  const kind = decidedKind(installation, branch.commit);
  // Without an agreement there is all to decide, and of a branch that was rewritten: who comes from what one side has
  // gives way to the other.
  if (choice === "lectern" && (base_root === null || kind === "rewritten"))
    return { root: branch.root, back: NOTHING };
  if (choice === "git" && base_root === null) return { root: head.root, back: NOTHING };
  if (base_root === null) {
    await stageContent(deps.db, content.organization, NO_CONTENT, deps.clock.now());
    return { root: EMPTY_ROOT, back: NOTHING };
  }
  const agreed = (await mergedIncoming(deps.db.read, installation)) ?? base_root;
  const { root, back } = await withoutDecided({ content, deps }, { installation, branch, agreed }, head);
  const decided = await afterDecisions({ content, deps }, root, await heldBy(deps.db.read, installation));
  const base = await afterProposals({ content, deps }, installation, { base: decided, branch });
  return { root: base, back };
}

/** The root of what the branch said, where a change request has brought that in: what was changed there is an edit of it. */
async function mergedIncoming(read: Read, installation: Installation): Promise<string | undefined> {
  const { organization_id, incoming_request_id: id, incoming_root } = installation;
  if (id === null || incoming_root === null) return undefined;
  const request = await read
    .selectFrom("change_requests")
    .select("status")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return request?.status === "merged" ? incoming_root : undefined;
}

/** What was agreed, without what one side has lost and somebody wants back from the other: all else is merged as ever. */
async function withoutDecided(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  { installation, branch, agreed: root }: BothSides & { readonly agreed: string },
  head: Row<"revisions">,
): Promise<CommonBase> {
  const { choice, asked_root } = installation;
  const kind = decidedKind(installation, branch.commit);
  const isOurs = kind === "mass-deletion-out" && choice === "git";
  const isTheirs = kind === "mass-deletion" && choice === "lectern";
  if (!isOurs && !isTheirs) return { root, back: NOTHING };
  const side = isOurs ? head.root : branch.root;
  const isPlaced = isTheirs && branch.lacksContents;
  const found = await withoutLost(content, root, { side, asked: asked_root ?? side, isPlaced });
  const made = await staged({ content, deps }, found.content);
  // What the branch has deleted since is gone from both.
  const things = isOurs ? await presentIn(content, branch.root, found.lost) : [];
  return { root: made.root, back: { things, side: root } };
}

/** What was decided by merging its change request comes from what that showed of the branch. */
async function afterDecisions(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  base: string,
  held: readonly Row<"git_held">[],
): Promise<string> {
  let root = base;
  for (const one of held) {
    const { change_request_id: id, organization_id } = one;
    if (id === null) continue;
    const request = await deps.db.read
      .selectFrom("change_requests")
      .select("status")
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .executeTakeFirst();
    if (request?.status === "merged") root = await stagedSide({ content, deps }, root, one.root, [one]);
  }
  return root;
}

export async function stagedSide(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  root: string,
  side: string,
  things: readonly ContestedThing[],
): Promise<string> {
  if (things.length === 0) return root;
  return (await staged({ content, deps }, await withSide(content, root, side, things))).root;
}

export function staged(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  made: NewRevision,
): Promise<NewRevision> {
  return stageContent(deps.db, content.organization, made, deps.clock.now());
}

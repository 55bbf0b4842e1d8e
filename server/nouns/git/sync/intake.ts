/** What the branch says comes into the space: merged with what was written there, in one revision, or not at all. */
import { createHash } from "node:crypto";
import type { NewRevision } from "../../../../engine/change.ts";
import { readHead } from "../../../content/commit.ts";
import { commitUrl } from "../../../content/git/hostPlaces.ts";
import { keepFormerSlug } from "../../../content/formerSlugs.ts";
import { type CommitEntries, keepEntries } from "../../../content/git/entries.ts";
import {
  besides,
  conflictsIn,
  contestedBy,
  isSameButTimes,
  sidesOf,
  type ContestedThing,
  type RefusedThing,
  thingKey,
  withDecisions,
  withSide,
} from "../../../content/git/sides.ts";
import type { Theirs } from "../../../content/git/theirs.ts";
import type { Unread } from "../../../importers/repository/readRepository.ts";
import { publishHead } from "../../../content/head.ts";
import { mergeContent } from "../../../content/mergeContent.ts";
import { writeInTurn } from "../../../content/writeInTurn.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { updateInstallation } from "../commands.ts";
import { endOpenPushes } from "../openPushes.ts";
import { doneChoice } from "./decided.ts";
import { SyncHalted } from "./ended.ts";
import { type Contest, holdThings, type KnownContest, knownContest } from "./held.ts";
import {
  endIncoming,
  followBranch,
  isWrittenIn,
  NO_CONFLICTS,
  keepIncoming,
  type PendingContent,
  type RequestUpdate,
} from "./incoming.ts";
import {
  commonBase,
  decidedThings,
  isBranchTaken,
  type SideOfThings,
  staged,
  stagedSide,
} from "./commonBase.ts";
import { heldBack } from "./heldBack.ts";
import type { SeenBranch } from "./proposed.ts";
import { changeBy, type Installation, noteRun, type SyncRun } from "./syncRun.ts";

/** What the branch says. */
export interface BranchContent extends Pick<Theirs, "root" | "formerSlugs"> {
  readonly entries: CommitEntries;
  /** The commit that was read; undefined for a repository without any. */
  readonly commit: string | undefined;
  /**
   * Whether what it says can be agreed on now. Else the branch is to be made from it first: a run that ends before that
   * begins anew.
   */
  readonly isAgreed: boolean;
  /** What it says that may not come in: it stays here as it was, and the branch as it is. */
  readonly refused: readonly RefusedThing[];
  readonly unread: Unread;
  /** Whether its table of contents has gone, which there was. */
  readonly lacksContents: boolean;
  /** Whether the branch is there; else it begins at the commit. */
  readonly isThere: boolean;
  readonly format: "sha1" | "sha256";
  readonly message: string;
  readonly hasBrought: SeenBranch["hasBrought"];
}

/** Where both sides stand once the branch has come in. */
export interface JoinedSides {
  readonly installation: Installation;
  /** The head of the space. */
  readonly head: Row<"revisions">;
  /** What the branch shall say: as the space does, but for what is held. */
  readonly outward: string;
  /** What both come from next time: the same, with what is held as both had it last. */
  readonly agreed: string;
  readonly held: number;
  /** What stays as it is on either side, whatever anybody decides. */
  readonly refused: readonly RefusedThing[];
  readonly hasChanged: boolean;
  /** Whether a change request shows what the branch brings. */
  readonly waits: boolean;
}

/**
 * The id of something new in a commit: the same whenever that commit is read for the same installation, so that what is
 * done twice makes nothing twice.
 */
export function idsIn(
  installation: string,
  commit: string | undefined,
): (kind: string, path: string) => string {
  return (kind, path) =>
    createHash("sha256")
      .update(`${installation}\n${commit ?? ""}\n${kind}\n${path}`)
      .digest("base64url")
      .replaceAll(/[-_]/g, "")
      .slice(0, 20);
}

interface Intake {
  readonly installation: Installation;
  readonly branch: BranchContent;
}

/** Merges what the branch says into the space and writes it. @throws SyncHalted, SyncCancelled */
export function takeIn(sync: SyncRun, intake: Intake): Promise<JoinedSides> {
  return writeInTurn(sync.space.id, async () => {
    const { head, merging } = await mergeSides(sync, intake);
    const { inSpace, pending, theirs } = merging;
    // What somebody has written in the change request waits there, be it that the branch brings nothing any more.
    const nothing = { content: inSpace, merged: NO_CONFLICTS, theirs };
    const isKept = pending === undefined && (await isWrittenIn(sync, intake.installation, inSpace.root));
    const wanted = isKept ? nothing : pending;
    const update = wanted && (await followBranch(sync, intake.installation, wanted));
    const known = await knownContest(sync, intake.installation, merging.theirs);
    return sync.run.write((tx) => write(tx, sync, intake, head, { ...merging, update, known }));
  });
}

/** Where both sides would stand: nothing is written but content that nobody names. */
export interface ForeseenSides extends Pick<JoinedSides, "installation" | "head" | "outward"> {
  /** What the space would say, or its change request for the branch; the same as the space: nothing new comes. */
  readonly inward: string;
  readonly inwardTo: "space" | "request";
  readonly contested: readonly ContestedThing[];
}

/** Merges what the branch says and what the space says, for somebody who wants to see it before. */
export async function foresee(sync: SyncRun, intake: Intake): Promise<ForeseenSides> {
  const { head, merging, waits } = await mergeSides(sync, intake);
  const { inSpace, pending, outward, contested } = merging;
  const { installation } = intake;
  // What it shows already, and what was declined, doesn't come again.
  const next = pending && (await followBranch(sync, installation, pending)).next;
  const inward = (next?.content ?? inSpace).root;
  const inwardTo = waits ? "request" : "space";
  return { installation, head, inward, inwardTo, outward, contested };
}

async function mergeSides(
  sync: SyncRun,
  intake: Intake,
): Promise<{ readonly head: Row<"revisions">; readonly merging: Merging; readonly waits: boolean }> {
  const head = await readHead(sync.deps.db.read, sync.space);
  if (head === undefined) throw new Error(`space ${sync.space.id} has no head`);
  const { root: base, back } = await commonBase(sync, intake, head);
  const { choice, base_commit } = intake.installation;
  const wins = choice === "git" ? "changed" : choice === "lectern" ? "primary" : undefined;
  const { root: theirs, commit } = intake.branch;
  const isMoved = commit !== base_commit;
  const kept = await heldBack(sync, intake.installation, { head: head.root, theirs, isMoved });
  const refused = [...intake.branch.refused, ...kept];
  const decides = await decidedThings(sync, intake, head);
  const sides: MergedSides = { head, base, theirs, refused, wins, decides };
  const merging = await settled(sync, sides, await merge(sync, sides));
  const waits = isReviewed(intake);
  return { head, waits, merging: waits ? await review(sync, sides, merging, back) : merging };
}

/** What would change in the space is nothing where only times do: the branch has taken back what it had changed. */
async function settled({ content }: SyncRun, { head }: MergedSides, merging: Merging): Promise<Merging> {
  const { inSpace } = merging;
  const isSame = await isSameButTimes(content, head.root, inSpace.root);
  return isSame ? { ...merging, inSpace: { ...inSpace, root: head.root } } : merging;
}

/** Whether what the branch brings waits for somebody to take it in. What counts at first, and what somebody decides for the branch, doesn't. */
function isReviewed({ installation, branch }: Intake): boolean {
  const isFirst = installation.base_root === null;
  return installation.reviewed === 1 && !isFirst && !isBranchTaken(installation, branch.commit);
}

/**
 * The same with the space as it is, but for what somebody has decided: that, and nothing else, comes in at once. What is
 * written there goes out: what both come from next time is the space itself, so that what is left between it and the branch
 * is what waits.
 */
async function review(
  { content, deps }: SyncRun,
  { head, base, theirs, refused, wins }: MergedSides,
  merging: Merging,
  back: SideOfThings,
): Promise<Merging> {
  const { inSpace, contested, merged } = merging;
  if (inSpace.root === head.root && contested.length === 0) return merging;
  const shown = contested.length === 0 ? inSpace : merged.revision;
  const taken = wins === "changed" ? merging.decided : [];
  // A root that is the space's says that there is nothing to write.
  let kept: NewRevision = { ...inSpace, root: head.root };
  let arrived = base;
  for (const { things, side, agreed } of [
    { ...back, agreed: back.side },
    { things: taken, side: inSpace.root, agreed: theirs },
  ]) {
    if (things.length === 0) continue;
    const next = await staged({ content, deps }, await withSide(content, kept.root, side, things));
    kept = kept.root === head.root ? next : besides(kept, next);
    arrived = await stagedSide({ content, deps }, arrived, agreed, things);
  }
  const agreed = await stagedSide({ content, deps }, kept.root, base, [...contested, ...refused]);
  const isAllIn = kept.root === shown.root && contested.length === 0;
  const pending = isAllIn ? {} : { pending: { content: shown, merged, theirs } };
  return { ...merging, inSpace: kept, agreed, arrived, ...pending };
}

/** Where both sides would stand; of content the hash of its root. */
interface Merging extends Contest {
  /** What the space is to have. */
  readonly inSpace: NewRevision;
  /** What waits for somebody to take it in. */
  readonly pending?: PendingContent;
  /** What both sides have changed differently, and somebody has decided. */
  readonly decided: readonly ContestedThing[];
  /** What is printed to the branch. */
  readonly outward: string;
  /** What both come from next time, once that is on the branch. */
  readonly agreed: string;
  /** The same as long as nothing of ours is there: it is noted first, and counts where a run dies before it pushes. */
  readonly arrived: string;
}

interface MergedSides {
  readonly head: Row<"revisions">;
  readonly base: string;
  readonly theirs: string;
  readonly refused: readonly RefusedThing[];
  /** Who has the word on what is contested; undefined: it is held. */
  readonly wins: "primary" | "changed" | undefined;
  /** The keys of all that it has the word on: what came between is held. Undefined: on all of it. */
  readonly decides: ReadonlySet<string> | undefined;
}

async function merge(
  { content, deps, run }: SyncRun,
  { head, base, theirs, refused, wins, decides }: MergedSides,
): Promise<Merging> {
  const merged = await mergeContent(content, { base, primary: head.root, changed: theirs }, run.signal);
  const both = await staged({ content, deps }, merged.revision);
  const isRefused = new Set(refused.map(thingKey));
  const found = contestedBy(merged).filter((thing) => !isRefused.has(thingKey(thing)));
  const isDecided = (key: string): boolean =>
    wins !== undefined && (decides === undefined || decides.has(key));
  // Where one side has the word, nothing is left to decide but what may not come in.
  const contested = found.filter((thing) => !isDecided(thingKey(thing)));
  const joined =
    wins === undefined || contested.length === found.length
      ? both
      : await staged(
          { content, deps },
          await withDecisions(content, both.root, conflictsIn(merged, isDecided), wins),
        );
  const held = [...contested, ...refused];
  const of = (side: string): Promise<string> => stagedSide({ content, deps }, joined.root, side, held);
  const own =
    held.length === 0
      ? joined
      : await staged({ content, deps }, await withSide(content, joined.root, head.root, held));
  const after = joined === both ? both : besides(both, joined);
  return {
    inSpace: own === joined ? after : besides(after, own),
    outward: await of(theirs),
    agreed: await of(base),
    arrived: await stagedSide({ content, deps }, theirs, base, held),
    contested,
    decided: found.filter((thing) => isDecided(thingKey(thing))),
    sides: await sidesOf(content, { own: head.root, theirs }, contested),
    refused,
    merged: {
      ...(joined === both ? merged : conflictsIn(merged, (key) => !isDecided(key))),
      revision: after,
    },
    theirs,
  };
}

async function write(
  tx: Write,
  sync: SyncRun,
  { installation: known, branch }: Intake,
  head: Row<"revisions">,
  {
    update,
    known: contest,
    ...merging
  }: Merging & { readonly update: RequestUpdate | undefined; readonly known: KnownContest },
): Promise<JoinedSides> {
  const { commit, isAgreed, format } = branch;
  const hasChanged = merging.inSpace.root !== head.root;
  const next = hasChanged ? await publish(tx, sync, known, { head, branch, merging }) : head;
  const agreement = isAgreed
    ? {
        object_format: format,
        base_commit: commit ?? null,
        tree_root: branch.root,
        base_root: merging.arrived,
        moved: 0 as const,
        // Known once what the space says is on the branch.
        base_revision: null,
        observed_commit: commit ?? null,
        attention: null,
      }
    : {};
  const written = await updateInstallation(tx, known)
    .set((eb) => ({
      ...agreement,
      ...(isAgreed ? { choice: doneChoice(eb, known.decisions) } : {}),
      state: "changed",
      unread: branch.unread ?? null,
    }))
    .where("paused_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (written === undefined)
    throw new SyncHalted("paused", "The sync was paused or disconnected while it ran.");
  // What somebody has decided since the run began is none of its business.
  const installation = { ...written, decisions: known.decisions };
  if (isAgreed) {
    if (installation.base_commit !== known.base_commit) await endOpenPushes(tx, installation);
    await keepEntries(tx, installation, branch.entries.changes);
  }
  if (update === undefined) await endIncoming(tx, sync, installation);
  const request =
    update && (await keepIncoming(tx, sync, installation, { update, theirs: branch.root, head }));
  // One that is kept for what people wrote shows nothing of what both sides have changed.
  const answering = merging.pending === undefined ? undefined : request;
  await holdThings(tx, sync, installation, {
    contest: merging,
    known: contest,
    head: next,
    request: answering,
  });
  const direction = hasChanged || update?.next !== undefined ? ({ operation: "import" } as const) : {};
  await noteRun(tx, sync, {
    ...direction,
    stage: "content_process",
    commit_id: commit ?? null,
    revision_id: next.id,
  });
  const { outward, agreed, contested, refused } = merging;
  const waits = answering !== undefined;
  const held = contested.length;
  return { installation, head: next, outward, agreed, held, refused, hasChanged, waits };
}

async function publish(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  { head, branch, merging }: { head: Row<"revisions">; branch: BranchContent; merging: Merging },
): Promise<Row<"revisions">> {
  const { space, deps } = sync;
  const change = changeBy(sync, tx);
  const { organization_id: organization, id } = space;
  const revision = change.newId();
  const git =
    branch.commit === undefined
      ? undefined
      : JSON.stringify({
          oid: branch.commit,
          message: branch.message,
          createdByGitBook: false,
          url: commitUrl(installation, branch.commit),
          ref: installation.branch,
        });
  const note = {
    organization,
    id: revision,
    space: id,
    type: "edits" as const,
    parents: [head.id],
    createdAt: change.now,
    git,
  };
  await publishHead(tx, { expectedHead: head.id, note, content: merging.inSpace }, deps.newId);
  for (const former of branch.formerSlugs) await keepFormerSlug(tx, space, former, change.now);
  await change.trace({
    action: "space.content.update",
    organization,
    target: { type: "space", id, label: space.title },
    before: { revision: head.id },
    after: { revision, commit: branch.commit },
    event: { kind: "space_content_updated", space: id, payload: { spaceId: id, revisionId: revision } },
  });
  return { ...head, id: revision, root: merging.inSpace.root, created_at: change.now, git: git ?? null };
}

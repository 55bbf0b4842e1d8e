import { prepared, preparedInsert, preparedWrite } from "../db/database.ts";
import type { Params, Read, Write } from "../db/database.ts";
import type { Row, SpaceKey } from "../db/schema.ts";
import { encodeNode } from "../../engine/node.ts";
import type { NewRevision } from "../../engine/change.ts";
import { EMPTY_REVISION, EMPTY_ROOT } from "../../engine/revision.ts";
import { takePlace } from "./coalesce.ts";
import { noteSources } from "./computed/contentSources.ts";
import { keepFormerSlugs } from "./formerSlugs.ts";
import { keepPageHistory } from "./pageHistory.ts";
import { putContent } from "./write.ts";

type RevisionType = "edits" | "merge" | "rollback" | "update" | "computed";

/** What is noted about a revision besides its content. */
export interface RevisionNote {
  readonly id: string;
  /** That of the space, under which its content is stored. */
  readonly organization: string;
  readonly space: string;
  readonly type: RevisionType;
  readonly parents: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  readonly createdBy?: string | undefined;
  readonly changeRequest?: string | undefined;
  /** The change request that was merged. */
  readonly mergedFrom?: string | undefined;
  readonly message?: string | undefined;
  /** JSON. */
  readonly git?: string | undefined;
  /** The session or token that it is written through. */
  readonly writtenThrough?: string | undefined;
  /** The head that it is made from, whose place in lists it takes if that is alike; it is its one parent. */
  readonly inPlaceOf?: Row<"revisions"> | undefined;
}

/** The head moved, or the space left its organization, while a change was prepared: prepare it again on the new head. */
export class StaleHead extends Error {
  override readonly name = "StaleHead";
  readonly space: string;
  constructor(space: string) {
    super(`the content of space ${space} has changed meanwhile`);
    this.space = space;
  }
}

/** The content of a space that has none yet. */
export const NO_CONTENT: NewRevision = {
  root: EMPTY_ROOT,
  nodes: new Map([[EMPTY_ROOT, encodeNode(EMPTY_REVISION)]]),
  bodies: new Map(),
  reusedBodies: [],
  blobs: [],
  pages: [],
  reusable: [],
  variables: [],
  tags: [],
};

const revisionById = prepared((q, p: Params<{ organization: string; space: string; id: string }>) =>
  q
    .selectFrom("revisions")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("space_id", "=", p("space")),
);
const headOfSpace = prepared((q, p: Params<SpaceKey>) =>
  q
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .selectAll("revisions")
    .where("spaces.organization_id", "=", p("organization_id"))
    .where("spaces.id", "=", p("id")),
);
const insertRevision = preparedInsert("revisions", [
  "organization_id",
  "id",
  "space_id",
  "type",
  "root",
  "parents",
  "created_at",
  "created_by",
  "change_request_id",
  "merged_from",
  "message",
  "git",
  "written_through",
]);
interface HeadMove {
  readonly organization: string;
  readonly space: string;
  readonly expected: string;
  readonly next: string;
  readonly at: number;
}

const swapHead = preparedWrite((tx, p: Params<HeadMove>) =>
  tx
    .updateTable("spaces")
    // The version stays: it is that of the settings, and content has its own, which is its revision.
    .set({ head: p("next"), updated_at: p("at") })
    .where("id", "=", p("space"))
    // Content was made for the organization that had the space then.
    .where("organization_id", "=", p("organization"))
    .where("head", "=", p("expected")),
);

/** A revision of a space of an organization, by id. */
export function readRevision(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  id: string,
): Promise<Row<"revisions"> | undefined> {
  return revisionById.first(read, { organization, space, id });
}

/** The revision that readers of a space see. */
export function readHead(
  read: Read,
  { organization_id, id }: SpaceKey,
): Promise<Row<"revisions"> | undefined> {
  return headOfSpace.first(read, { organization_id, id });
}

/**
 * Writes a revision: its content, then its row. It is nobody's head yet. Throws `MissingContent` when a body or
 * blob that it refers to has gone.
 * @returns the id of the revision whose place it took in lists
 */
export async function putRevision(
  tx: Write,
  note: RevisionNote,
  content: NewRevision,
): Promise<string | undefined> {
  const { inPlaceOf: head } = note;
  const parents = head === undefined ? note.parents : await takePlace(tx, head, note);
  // Neither refers to the other, so that they are sent together.
  await Promise.all([
    putContent(tx, note.organization, content, note.createdAt),
    insertRevision.run(tx, revisionRow({ ...note, parents }, content.root)),
  ]);
  const after = content.pages.flatMap((page) => page.after ?? []);
  await noteSources(tx, { organization_id: note.organization, id: note.space }, after, note.createdAt);
  return head === undefined || parents.includes(head.id) ? undefined : head.id;
}

/** Moves the head of a space from one revision to another; throws {@link StaleHead} when it is elsewhere. */
async function moveHead(tx: Write, move: HeadMove): Promise<void> {
  if ((await swapHead.run(tx, move)) === 0) throw new StaleHead(move.space);
}

/**
 * Makes a new revision the head of its space: content, row, head, which pages it changed, and the redirects from addresses that moved. The
 * content must have been made from the revision `expectedHead`; throws {@link StaleHead} when that is not the head
 * of the organization's space any more, and `MissingContent`.
 */
export async function commit(
  tx: Write,
  made: { readonly expectedHead: string; readonly note: RevisionNote; readonly content: NewRevision },
): Promise<void> {
  const { expectedHead, note, content } = made;
  // The head first: on PostgreSQL this row is the lock that makes writers of one space take turns.
  const { organization, space, id: next, createdAt: at } = note;
  await moveHead(tx, { organization, space, expected: expectedHead, next, at });
  const superseded = await putRevision(tx, note, content);
  await keepPageHistory(tx, note, content.pages, superseded);
  await keepFormerSlugs(tx, { organization_id: organization, id: space }, content.pages, at);
}

/**
 * Makes a revision with the content of another, of the same or another space, in constant time. The source must be
 * a kept revision of the same organization: read it in the same transaction.
 */
export async function copyRevision(
  tx: Write,
  source: { readonly root: string },
  note: RevisionNote,
): Promise<void> {
  await insertRevision.run(tx, revisionRow(note, source.root));
}

/**
 * Runs an attempt again when the head has moved under it, at most `attempts` times in all; it has to read the head
 * anew each time.
 */
export async function onFreshHead<T>(attempt: () => Promise<T>, attempts = 8): Promise<T> {
  for (let left = attempts; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleHead) || left <= 1) throw error;
    }
  }
}

function revisionRow(
  note: RevisionNote,
  root: string,
): Omit<Row<"revisions">, "superseded_by" | "superseded_at"> {
  return {
    organization_id: note.organization,
    id: note.id,
    space_id: note.space,
    type: note.type,
    root,
    parents: JSON.stringify(note.parents),
    created_at: note.createdAt,
    created_by: note.createdBy ?? null,
    change_request_id: note.changeRequest ?? null,
    merged_from: note.mergedFrom ?? null,
    message: note.message ?? null,
    git: note.git ?? null,
    written_through: note.writtenThrough ?? null,
  };
}

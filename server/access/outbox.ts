/** Where events wait for those who listen: a row of the transaction of what happened. */
import { type Params, prepared, preparedInsert, preparedWrite, type Write } from "../db/database.ts";
import { changeOf } from "./answers.ts";
import { type Event, UNTOLD } from "./events.ts";

/** How long a space rests before listeners outside hear of what was written in it bit by bit; milliseconds. */
export const REST_MS = 30_000;
/** How long they wait for that at most. */
export const LONGEST_REST_MS = 5 * 60_000;
/** Of more pages than this an event doesn't say which. */
const MOST_PAGES = 50;

export interface Actor {
  readonly type: "installation" | "integration" | "user" | "system";
  readonly id: string;
  /** How many scripts stand behind it; none unless said. */
  readonly depth?: number;
}

/** What happened, as far as its events tell. */
interface Happening {
  readonly organization?: string | undefined;
  readonly target: { readonly id: string };
  readonly after?: Readonly<Record<string, unknown>>;
  readonly written?: { readonly pages: readonly string[]; readonly coalesces?: boolean | undefined };
}

const insertEvent = preparedInsert("outbox", [
  "id",
  "kind",
  "organization_id",
  "space_id",
  "subject_id",
  "payload",
  "written",
  "created_at",
  "due_at",
  "held_since",
  "personal",
  "purge_at",
  "purges",
  "depth",
]);

/** How often a network that keeps answers is told: what it asked for before it was told, it may have got after that. */
export const PURGES = 2;

/** What people are told of in person, when they have a part in it. */
const PERSONAL: ReadonlySet<string> = new Set([
  "change_request_review_requested",
  "change_request_reviewed",
  "change_request_merged",
  "comment_created",
]);

type HeldPlace = { readonly space: string; readonly kind: string; readonly subject: string };

const heldEvents = prepared((q, p: Params<HeldPlace>) =>
  q
    .selectFrom("outbox")
    .select(["seq", "held_since"])
    .where("taken_at", "is", null)
    .where("due_at", "is not", null)
    .where("space_id", "=", p("space"))
    .where("kind", "=", p("kind"))
    .where("subject_id", "=", p("subject")),
);

const releaseHeld = preparedWrite((tx, p: Params<{ space: string; now: number }>) =>
  tx
    .updateTable("outbox")
    .set({ due_at: p("now") })
    .where("taken_at", "is", null)
    .where("due_at", "is not", null)
    .where("due_at", ">", p("now"))
    .where("space_id", "=", p("space")),
);

/**
 * Puts an event where its listeners find it. One of many small writes stands for those before it, and is held back from
 * listeners outside until the writer pauses; whatever else happens in the space lets it go first, so that events keep
 * their order.
 */
export async function tell(
  tx: Write,
  { kind, space, payload }: Event,
  { organization, target, after, written }: Happening,
  { depth = 0, ...actor }: Actor,
  { at, newId }: { readonly at: number; readonly newId: () => string },
): Promise<void> {
  const isSeen = changeOf(kind) !== undefined;
  const row = {
    id: newId(),
    kind,
    organization_id: organization ?? null,
    space_id: space ?? null,
    subject_id: target.id,
    payload: JSON.stringify({ ...payload, actor }),
    written: written === undefined ? null : JSON.stringify(writtenBy(after?.["revision"], written.pages)),
    created_at: at,
    personal: PERSONAL.has(kind) ? (1 as const) : (0 as const),
    purge_at: isSeen ? at : null,
    purges: isSeen ? PURGES : 0,
    depth,
  };
  if (space === undefined || written?.coalesces !== true) {
    const released = space === undefined ? undefined : releaseHeld.run(tx, { space, now: at });
    await Promise.all([released, insertEvent.run(tx, { ...row, due_at: null, held_since: null })]);
    return;
  }
  const earlier = await heldEvents.all(tx, { space, kind, subject: target.id });
  const since = Math.min(at, ...earlier.map(({ held_since }) => held_since ?? at));
  const due = Math.min(at + REST_MS, since + LONGEST_REST_MS);
  for (const { seq } of earlier)
    await tx.updateTable("outbox").set({ taken_at: at }).where("seq", "=", seq).execute();
  await insertEvent.run(tx, { ...row, due_at: due, held_since: since });
}

/** What was written, for those who have it open. */
export interface WrittenContent {
  readonly revision?: unknown;
  /** Left out where there are many: any page may be another. */
  readonly pages?: readonly string[];
}

function writtenBy(revision: unknown, pages: readonly string[]): WrittenContent {
  return { revision, ...(pages.length > MOST_PAGES ? {} : { pages }) };
}

/** Organizations that one statement tells. */
const SLICE = 200;

/**
 * Tells whoever keeps answers of some organizations that these are others, and nothing of who changed them: what was
 * done is somebody else's, and no business of theirs.
 */
export async function tellReaders(
  tx: Write,
  organizations: readonly string[],
  about: string,
  { at, newId }: { readonly at: number; readonly newId: () => string },
): Promise<void> {
  const payload = JSON.stringify({ actor: { type: "system", id: "elsewhere" } satisfies Actor });
  for (let from = 0; from < organizations.length; from += SLICE) {
    const rows = organizations.slice(from, from + SLICE).map((organization_id) => ({
      id: newId(),
      kind: UNTOLD,
      organization_id,
      subject_id: about,
      payload,
      created_at: at,
      personal: 0 as const,
      purge_at: at,
      purges: PURGES,
      depth: 0,
    }));
    await tx.insertInto("outbox").values(rows).execute();
  }
}

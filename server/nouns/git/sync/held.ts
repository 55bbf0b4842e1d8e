/** What both sides have changed differently waits in a change request, where a person sees both and decides. */
import type { ExpressionBuilder } from "kysely";
import type { NewRevision } from "../../../../engine/change.ts";
import { putRevision } from "../../../content/commit.ts";
import { type ContestedThing, differing, type RefusedThing, thingKey } from "../../../content/git/sides.ts";
import type { MergedContent } from "../../../content/mergeContent.ts";
import type { Read, Write } from "../../../db/database.ts";
import type { Row, Schema } from "../../../db/schema.ts";
import { createChangeRequest, patchChangeRequest } from "../../change-requests/commands.ts";
import { conflictsOf, recordConflicts } from "../../change-requests/conflicts.ts";
import { findChangeRequest } from "../../change-requests/queries.ts";
import { commitToRequest, type OpenRequest, openRequest } from "../../change-requests/target.ts";
import { traced } from "../../change-requests/trail.ts";
import { heldBy } from "../queries.ts";
import { shortBranch } from "../place.ts";
import { changeBy, type Installation, type SyncRun } from "./syncRun.ts";

/** What both sides say differently, with what each says of it. */
export interface Contest {
  readonly contested: readonly ContestedThing[];
  /** A hash of what both sides say of each, by its key. */
  readonly sides: ReadonlyMap<string, string>;
  /** What stays as it is on either side, whatever anybody decides. */
  readonly refused: readonly RefusedThing[];
  readonly merged: MergedContent;
  /** What the branch says. */
  readonly theirs: string;
}

/** What is held by now, and what there is to say of it in a change request. */
export interface KnownContest {
  /** The change request that shows it, where one is open. */
  readonly open: OpenRequest | undefined;
  /** Whether somebody has begun to decide there: it stays as they have it. */
  readonly isTouched: boolean;
  /** What the branch says otherwise than the change request shows it. */
  readonly renewed: ReadonlySet<string>;
  /** What is held and waits for nobody else. */
  readonly waiting: ReadonlySet<string>;
}

/** Looks at what is held, and whether its change request still shows what the branch says. */
export async function knownContest(
  { deps, content, space }: SyncRun,
  installation: Installation,
  theirs: string,
): Promise<KnownContest> {
  const { read } = deps.db;
  const held = (await heldBy(read, installation)).filter(({ why }) => why === "both");
  const ids = new Set(held.flatMap(({ change_request_id: id }) => id ?? []));
  const requests = new Map<string, Row<"change_requests">>();
  for (const id of ids) {
    const request = await findChangeRequest(read, space, id);
    if (request !== undefined) requests.set(id, request);
  }
  const one = [...requests.values()].find(({ status }) => status !== "merged" && status !== "archived");
  const open = one && (await openRequest(deps, space, one.id, undefined));
  const renewed = new Set<string>();
  for (const root of new Set(held.map((row) => row.root)))
    for (const thing of await differing(content, root, theirs)) renewed.add(thingKey(thing));
  const waiting = held.filter(({ change_request_id: id, ...row }) => {
    const request = requests.get(id ?? "");
    if (request === undefined || request.status === "merged") return false;
    // Who has declined it is asked again when the branch says something else.
    return request.status !== "archived" || !renewed.has(thingKey(row));
  });
  const written = held.find((row) => open !== undefined && row.change_request_id === open.request.id);
  const isTouched =
    open !== undefined &&
    (open.base.id !== written?.revision_id || (await areSomeDecided(read, open.request)));
  return { open, isTouched, renewed, waiting: new Set(waiting.map(thingKey)) };
}

async function areSomeDecided(read: Read, request: Row<"change_requests">): Promise<boolean> {
  return (await conflictsOf(read, request)).some(({ resolution }) => resolution !== null);
}

/** Notes what is held now; what is new gets a change request, and what both sides agree on by now is let go. */
export async function holdThings(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  {
    contest: { contested, sides, refused, merged, theirs },
    known: { open, isTouched, renewed, waiting },
    head,
    request: incoming,
  }: {
    readonly contest: Contest;
    readonly known: KnownContest;
    /** The head of the space, which has its own side. */
    readonly head: Row<"revisions">;
    /** The change request in which all waits that the branch brings. */
    readonly request: string | undefined;
  },
): Promise<void> {
  const before = new Map((await heldBy(tx, installation)).map((row) => [thingKey(row), row]));
  const things = new Set(contested.map(thingKey));
  const isFresh = (thing: ContestedThing): boolean => !waiting.has(thingKey(thing));
  const isOpen = (thing: ContestedThing): boolean =>
    before.get(thingKey(thing))?.change_request_id === open?.request.id;
  const news = contested.filter((thing) => isFresh(thing) || (isOpen(thing) && renewed.has(thingKey(thing))));
  const shown = { root: theirs, why: "both" as const };
  const put = new Map<string, HeldThing>();
  const hold = (thing: ContestedThing, fields: HeldFields): void => {
    const key = thingKey(thing);
    void put.set(key, { kind: thing.kind, source: thing.source, sides: sides.get(key) ?? "", ...fields });
  };
  if (incoming !== undefined)
    for (const thing of contested.filter(isFresh))
      hold(thing, { ...shown, change_request_id: incoming, revision_id: null });
  else if (open !== undefined && isTouched)
    for (const thing of contested.filter(isFresh))
      hold(thing, { ...shown, change_request_id: null, revision_id: null });
  else if (news.length > 0) {
    const count = contested.length;
    const { id, head: revision } = await showContest(tx, sync, installation, { merged, head, count, open });
    for (const thing of contested) hold(thing, { ...shown, change_request_id: id, revision_id: revision });
  }
  for (const thing of refused) {
    things.add(thingKey(thing));
    // Also what both sides have changed: it stays whatever anybody decides.
    hold(thing, { root: theirs, why: thing.why, change_request_id: null, revision_id: null });
  }
  await keepHeld(tx, installation, { before, things, put, sides, now: sync.deps.clock.now() });
}

type HeldFields = Pick<Row<"git_held">, "change_request_id" | "revision_id" | "root" | "why">;
type HeldThing = ContestedThing & HeldFields & Pick<Row<"git_held">, "sides">;

/** Writes what is held otherwise than before. */
async function keepHeld(
  tx: Write,
  { organization_id, id: installation_id }: Installation,
  {
    before,
    things,
    put,
    sides,
    now,
  }: {
    readonly before: ReadonlyMap<string, Row<"git_held">>;
    /** All that is held. */
    readonly things: ReadonlySet<string>;
    readonly put: ReadonlyMap<string, HeldThing>;
    readonly sides: Contest["sides"];
    readonly now: number;
  },
): Promise<void> {
  for (const [key, { kind, source, sides: known }] of before) {
    const said = sides.get(key) ?? "";
    const isKept = things.has(key) && !put.has(key);
    if (isKept && said === known) continue;
    const isRow = (eb: ExpressionBuilder<Schema, "git_held">) =>
      eb.and({ organization_id, installation_id, kind, source });
    if (isKept) await tx.updateTable("git_held").set({ sides: said }).where(isRow).execute();
    else await tx.deleteFrom("git_held").where(isRow).execute();
  }
  for (const thing of put.values())
    await tx
      .insertInto("git_held")
      .values({ organization_id, installation_id, ...thing, created_at: now })
      .execute();
}

/** Shows both sides in the change request that is open, or in a new one. @throws StaleHead */
async function showContest(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  {
    merged,
    head,
    count,
    open,
  }: {
    readonly merged: MergedContent;
    readonly head: Row<"revisions">;
    readonly count: number;
    readonly open: OpenRequest | undefined;
  },
): Promise<Pick<Row<"change_requests">, "id" | "head">> {
  if (open !== undefined) return followRequest(tx, sync, open, { merged, content: merged.revision, head });
  const branch = shortBranch(installation.branch);
  const subject = `Git: ${branch} and Lectern differ in ${count} place${count === 1 ? "" : "s"}`;
  const description = "Both sides have changed the same. Decide each conflict and merge: the branch follows.";
  return openGitRequest(tx, sync, installation, { merged, head, subject, description });
}

/** Has an open change request say what the branch says by now. @throws StaleHead */
export async function followRequest(
  tx: Write,
  sync: Pick<SyncRun, "deps">,
  open: OpenRequest,
  {
    merged,
    content,
    head,
  }: {
    readonly merged: Pick<MergedContent, "conflicts" | "bodies">;
    readonly content: NewRevision;
    /** Of the space: what it takes in. */
    readonly head: Row<"revisions">;
  },
): Promise<Row<"change_requests">> {
  const change = changeBy(sync, tx);
  const revision = change.newId();
  const request = await commitToRequest(change, open, {
    revision,
    content,
    type: "update",
    takesIn: head.id,
  });
  await recordConflicts(tx, request, merged, change.newId, change.now);
  await change.trace({
    action: "change-request.content.update",
    ...traced(open.space, request),
    before: { revision: open.base.id },
    after: { revision },
  });
  return request;
}

interface GitRequest {
  readonly merged: Pick<MergedContent, "conflicts" | "bodies" | "revision">;
  /** Of the space: what it begins from. */
  readonly head: Row<"revisions">;
  readonly subject: string;
  readonly description: string;
}

/** Opens a change request for what the branch says, by whoever answers for the sync. */
export async function openGitRequest(
  tx: Write,
  sync: Pick<SyncRun, "deps" | "space">,
  installation: Installation,
  { merged, head, subject, description }: GitRequest,
): Promise<Row<"change_requests">> {
  const { space } = sync;
  const { now, newId, trace } = changeBy(sync, tx);
  const { organization_id: organization } = space;
  const owner = installation.owner_id ?? "";
  const made = await createChangeRequest(tx, {
    id: newId(),
    space,
    createdBy: owner,
    now,
    subject,
    description,
  });
  const revision = newId();
  const note = {
    organization,
    id: revision,
    space: space.id,
    type: "update" as const,
    parents: [head.id],
    createdAt: now,
    createdBy: owner,
    changeRequest: made.id,
  };
  await putRevision(tx, note, merged.revision);
  await tx
    .updateTable("change_requests")
    .set({ head: revision })
    .where("organization_id", "=", organization)
    .where("id", "=", made.id)
    .execute();
  const request = await patchChangeRequest(tx, made, { status: "open" }, now, undefined);
  await recordConflicts(tx, request, merged, newId, now);
  await trace({
    action: "change-request.create",
    ...traced(space, request),
    after: { subject: request.subject },
  });
  return request;
}

/** What both sides have changed differently waits in a change request, where a person sees both and decides. */
import { putRevision } from "../../../content/commit.ts";
import { type ContestedThing, thingKey } from "../../../content/git/sides.ts";
import type { MergedContent } from "../../../content/mergeContent.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { createChangeRequest, patchChangeRequest } from "../../change-requests/commands.ts";
import { recordConflicts } from "../../change-requests/conflicts.ts";
import { traced } from "../../change-requests/trail.ts";
import { heldBy } from "../queries.ts";
import { changeBy, type Installation, type SyncRun } from "./syncRun.ts";

interface Contest {
  readonly contested: readonly ContestedThing[];
  readonly merged: MergedContent;
  /** What the branch says. */
  readonly theirs: string;
  /** The head of the space, which has its own side. */
  readonly head: Row<"revisions">;
  /** The change request that shows it already; undefined: one is opened. */
  readonly request: string | undefined;
}

/** Notes what is held now: what is new gets a change request, and what both sides agree on by now is let go. */
export async function holdThings(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  { contested, merged, theirs, head, request: known }: Contest,
): Promise<void> {
  const before = new Map((await heldBy(tx, installation)).map((row) => [thingKey(row), row]));
  const merges = await mergedRequests(tx, installation, [...before.values()]);
  const isWaiting = (thing: ContestedThing): boolean => {
    const row = before.get(thingKey(thing));
    return row !== undefined && !merges.has(row.change_request_id ?? "");
  };
  const fresh = contested.filter((thing) => !isWaiting(thing));
  const waiting = new Set(contested.filter(isWaiting).map(thingKey));
  const over = [...before.values()].filter((row) => !waiting.has(thingKey(row)));
  for (const { organization_id, installation_id, kind, source } of over)
    await tx
      .deleteFrom("git_held")
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", installation_id)
      .where("kind", "=", kind)
      .where("source", "=", source)
      .execute();
  if (fresh.length === 0) return;
  const request = known ?? (await openContest(tx, sync, installation, { merged, head, count: fresh.length }));
  for (const { kind, source } of fresh)
    await tx
      .insertInto("git_held")
      .values({
        organization_id: installation.organization_id,
        installation_id: installation.id,
        kind,
        source,
        change_request_id: request,
        root: theirs,
        created_at: sync.deps.clock.now(),
      })
      .execute();
}

async function mergedRequests(
  tx: Write,
  { organization_id }: Installation,
  held: readonly Row<"git_held">[],
): Promise<Set<string>> {
  const ids = [...new Set(held.flatMap(({ change_request_id: id }) => id ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("change_requests")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("id", "in", ids)
    .where("status", "=", "merged")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function openContest(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  { merged, head, count }: { merged: MergedContent; head: Row<"revisions">; count: number },
): Promise<string> {
  const branch = installation.branch.replace("refs/heads/", "");
  const subject = `Git: ${branch} and Lectern differ in ${count} place${count === 1 ? "" : "s"}`;
  const description = "Both sides have changed the same. Decide each conflict and merge: the branch follows.";
  return (await openGitRequest(tx, sync, installation, { merged, head, subject, description })).id;
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

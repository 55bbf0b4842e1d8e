/** Telling listeners of the spaces of a site what they are told of others: that a sync looks at one, and how that ended. */
import { tell } from "../../../access/outbox.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { tracedInstallation } from "../present.ts";
import { findSpaceOf, partsOf } from "../queries.ts";
import { type Installation, isNews, tellStart } from "../sync/syncRun.ts";
import type { SiteRun } from "./siteRun.ts";

/** Notes that a run looks at a space, and tells it where the commit is new for that: once, however often it is outrun. */
export async function lookAtPart(
  { looked, ...sync }: SiteRun,
  space: Row<"spaces">,
  part: Installation,
  commit: string | undefined,
): Promise<void> {
  if (looked.has(part.id)) return;
  looked.set(part.id, part);
  if (isNews(part, commit)) await sync.run.write((tx) => tellStart(tx, { ...sync, space }, part, commit));
}

interface SiteEnd {
  /** As it is by now. */
  readonly site: Installation;
  readonly looked: SiteRun["looked"];
  readonly run: Row<"git_runs">;
  /** Undefined: how it ended each space knows; else all of them have come to nothing, and whether that is worth a word. */
  readonly failure: { readonly isNews: boolean } | undefined;
}

/** Tells how a run ended for each space of which there is something to say. */
export async function tellParts(
  tx: Write,
  deps: Pick<Deps, "clock" | "newId">,
  { site, looked, run, failure }: SiteEnd,
): Promise<void> {
  for (const part of await partsOf(tx, site)) {
    if (failure === undefined && !looked.has(part.id)) continue;
    const before = looked.get(part.id);
    const waits = failure === undefined ? part.attention !== null : site.state === "attention";
    const isTold =
      isBegun(before, run) ||
      (failure === undefined
        ? before?.base_revision !== part.base_revision || before?.attention !== part.attention
        : failure.isNews);
    const space = isTold ? await findSpaceOf(tx, part) : undefined;
    if (space?.deleted_at !== null) continue;
    const hasFailed = waits || failure !== undefined;
    const payload = {
      spaceId: space.id,
      state: hasFailed ? "failure" : "success",
      revisionId: (hasFailed ? null : part.base_revision) ?? space.head,
      commitId: (hasFailed ? run.commit_id : part.base_commit) ?? "",
    };
    // One that waits for the same as before is no news to people.
    const isAsked = waits && (failure !== undefined || before?.attention !== part.attention);
    const kinds = ["space_gitsync_completed", ...(isAsked ? ["git_attention"] : [])];
    const at = { at: deps.clock.now(), newId: deps.newId };
    for (const kind of kinds) {
      const event = { kind, space: space.id, payload };
      await tell(tx, event, tracedInstallation(part), { type: "system", id: "job" }, at);
    }
  }
}

/** Whether its begin was told. */
const isBegun = (before: Installation | undefined, { commit_id }: Row<"git_runs">): boolean =>
  before !== undefined && isNews(before, commit_id);

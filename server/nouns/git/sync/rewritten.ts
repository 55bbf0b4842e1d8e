/** A branch that was rewritten since both sides agreed, and what of it a person is asked about. */
import type { GitRepository } from "../../../ports/git/repository.ts";
import { questionOf } from "../question.ts";
import { bring } from "./bring.ts";
import { isDecided } from "./decided.ts";
import { SyncHalted } from "./ended.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

/**
 * Notes whether the branch was rewritten since both sides agreed, as far as that can be told.
 * @throws SyncHalted for one that is without what was pushed to it, before somebody has chosen
 */
export async function noteRewritten(
  sync: Pick<SyncRun, "deps" | "run">,
  repository: GitRepository,
  {
    installation,
    parts,
    tip,
  }: {
    readonly installation: Installation;
    /** The installations that have pushed to it. */
    readonly parts: readonly string[];
    /** Where the branch is; undefined: nowhere. */
    readonly tip: string | undefined;
  },
  notes: string[],
): Promise<boolean> {
  const { base_commit: base } = installation;
  if (tip === undefined || base === null || tip === base) return false;
  const hasBase = await bring(sync, repository, base);
  const isAfter = hasBase ? await sync.run.away(() => repository.isBefore(base, tip)) : false;
  if (isAfter === true) return false;
  if (isAfter === "unknown") {
    notes.push("The history is too long to tell whether the branch was rewritten.");
    return false;
  }
  notes.push("The branch was rewritten.");
  await refuseRewritten(sync, repository, { ...installation, parts }, tip);
  return true;
}

interface RewrittenBranch extends Pick<
  Installation,
  "organization_id" | "site_id" | "base_commit" | "choice" | "confirmed" | "decided_about"
> {
  /** The installations that have pushed to it. */
  readonly parts: readonly string[];
}

/** A branch that was rewritten and lacks what we have pushed waits for a person; else it is taken as it is. */
async function refuseRewritten(
  sync: Pick<SyncRun, "deps" | "run">,
  repository: GitRepository,
  { organization_id, site_id, parts, ...decision }: RewrittenBranch,
  tip: string,
): Promise<void> {
  const question = questionOf("rewritten", tip);
  if (parts.length === 0 || isDecided(decision, question)) return;
  const own = await sync.deps.db.read
    .selectFrom("git_pushes")
    .select((eb) => eb.fn.coalesce("merged_by", "commit_id").as("commit"))
    .where("organization_id", "=", organization_id)
    .where("installation_id", "in", parts)
    .where("state", "in", ["landed", "merged"])
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (own === undefined) return;
  const isKept =
    (await bring(sync, repository, own.commit)) &&
    (await sync.run.away(() => repository.isBefore(own.commit, tip))) !== false;
  if (isKept) return;
  throw new SyncHalted(
    "rewritten",
    `The branch was rewritten, and commits of Lectern are gone from it. Take the branch ("git"), or put this ${site_id === null ? "space" : "site"} on top ("lectern"): what the branch alone says is left in its history then.`,
    ["git", "lectern"],
    { question },
  );
}

/** Brings a site and its branch in step: its structure, and the folders of its spaces, by one fetch and one commit. */
import type { Write } from "../../../db/database.ts";
import { printSiteConfigApart } from "../../../importers/yamlApart.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import { GitError } from "../../../ports/git/error.ts";
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { updateInstallation } from "../commands.ts";
import type { StoredAttention } from "../present.ts";
import { findInstallation, partsOf } from "../queries.ts";
import { doneChoice, doneConfirmed } from "../sync/decided.ts";
import { SYNC_NOW, SyncHalted } from "../sync/ended.ts";
import { AGENT_SUBJECT, agentChanges, wantsFiles } from "../sync/agentFiles.ts";
import { agree, openPushes, pushCommit, type PushedPart, writtenNow } from "../sync/push.ts";
import { filesOf } from "../sync/readBranch.ts";
import { noteRewritten } from "../sync/rewritten.ts";
import { branchGone, lookAt, settleAll } from "../sync/syncSpace.ts";
import { followMove } from "../sync/followMove.ts";
import { inRounds } from "../sync/rounds.ts";
import { type Installation, noteRun, type SyncReport } from "../sync/syncRun.ts";
import { saysTheSame, settleSite, type SettledSite, siteGone } from "./settleSite.ts";
import { agreedConfig, newConfigPath, readConfigFile, type SiteConfigFile } from "./siteConfigFile.ts";
import { describeSiteCommit } from "./siteMessage.ts";
import { readSiteModel } from "./siteModel.ts";
import type { SiteRun } from "./siteRun.ts";
import { type Branch, syncParts, type WrittenParts } from "./syncParts.ts";

export interface SiteReport {
  readonly report: SyncReport;
  /** What one of its spaces waits for; everything else has gone on. */
  readonly attention: StoredAttention | undefined;
}

/** Syncs until both sides say the same. @throws GitError, SyncHalted, SyncCancelled */
export function syncSite(sync: SiteRun, first: Installation): Promise<SiteReport> {
  return inRounds(sync.deps.db.read, first, {
    syncOnce: (installation) => syncOnce(sync, installation),
    gone: siteGone,
  });
}

async function syncOnce(sync: SiteRun, installation: Installation): Promise<SiteReport> {
  const { deps, run, remote } = sync;
  const refs = await lookAt(sync, installation);
  const moved = await followMove(sync, installation, refs);
  const notes = moved === undefined ? [] : [moved];
  const tip = refs.ids.get(installation.branch);
  const { organization_id, base_commit, choice } = installation;
  await run.write((tx) =>
    tx
      .updateTable("git_installations")
      .set({ observed_commit: tip ?? null })
      .where("organization_id", "=", organization_id)
      .where((eb) => eb.or([eb("id", "=", installation.id), eb("parent_id", "=", installation.id)]))
      .execute(),
  );
  if (await isQuiet(sync, installation, tip))
    return { report: moved === undefined ? {} : { notes }, attention: undefined };
  if (tip === undefined && (base_commit !== null || choice === "git")) throw branchGone(installation);
  const asked = {
    key: installation.id,
    remote,
    format: refs.format,
    writes: installation.outgoing !== "off",
    signal: run.signal,
  };
  return deps.git.run(asked, (repository) =>
    inRepository(sync, repository, { looked: installation, refs, notes }),
  );
}

async function isQuiet(sync: SiteRun, installation: Installation, tip: string | undefined): Promise<boolean> {
  const { read } = sync.deps.db;
  if (installation.choice !== null || wantsFiles(installation)) return false;
  if (tip === undefined || tip !== installation.base_commit) return false;
  const model = await readSiteModel(read, installation);
  const agreed = await agreedConfig(installation);
  if (model === undefined || agreed === undefined || !saysTheSame(model.config, agreed)) return false;
  for (const part of model.folders) {
    if ((await openPushes(sync, part)).length > 0) return false;
    if (!isSettled(part, tip, model.spaces.get(part.space_id ?? "")?.head)) return false;
  }
  return true;
}

const isSettled = (part: Installation, tip: string | undefined, head: string | undefined): boolean =>
  part.choice === null && part.moved === 0 && part.base_commit === tip && part.base_revision === head;

async function inRepository(
  sync: SiteRun,
  repository: GitRepository,
  {
    looked,
    refs,
    notes,
  }: { readonly looked: Installation; readonly refs: RemoteRefs; readonly notes: string[] },
): Promise<SiteReport> {
  const { run, deps } = sync;
  const tip = refs.ids.get(looked.branch);
  const commit = tip ?? (refs.head === undefined ? undefined : refs.ids.get(refs.head));
  await run.write((tx) => noteRun(tx, sync, { stage: "repo_fetch", ...(commit && { commit_id: commit }) }));
  if (commit !== undefined && !(await repository.has(commit)))
    await run.away(() => repository.fetch([commit]));
  const folders = await partsOf(deps.db.read, looked);
  for (const part of folders)
    await settleAll(sync, repository, { installation: part, pushes: await openPushes(sync, part) }, tip);
  const installation = (await findInstallation(deps.db.read, looked)) ?? looked;
  const parts = folders.map(({ id }) => id);
  const isRewritten = await noteRewritten(sync, repository, { installation, parts, tip }, notes);
  await run.write((tx) => noteRun(tx, sync, { stage: "config_check" }));
  const file = await readConfigFile(repository, installation, commit);
  const settled = await settleSite(sync, { installation, file, isRewritten }, notes);
  const at = { commit, isThere: tip !== undefined, format: refs.format };
  const written = await syncParts(sync, repository, { installation, at, settled, notes });
  return giveOutSite(sync, repository, { installation, file, settled, at, written, notes });
}

async function giveOutSite(
  sync: SiteRun,
  repository: GitRepository,
  given: {
    readonly installation: Installation;
    readonly file: SiteConfigFile | undefined;
    readonly settled: SettledSite;
    readonly at: Branch;
    readonly written: WrittenParts;
    readonly notes: readonly string[];
  },
): Promise<SiteReport> {
  const { installation, file, settled, at, written, notes } = given;
  const { parts, still, attention, held, pages, imported } = written;
  const text = await printSiteConfigApart({
    text: file?.text,
    before: file?.config,
    now: settled.config,
    project: installation.project_directory,
  });
  const isPushing = installation.outgoing !== "off";
  const path = file?.path ?? newConfigPath(installation);
  const structure: FileChange[] =
    isPushing && text !== file?.text ? [{ path, mode: "100644", bytes: Buffer.from(text) }] : [];
  const agents = await agentChanges(installation, filesOf(repository, at.commit));
  const own = [...structure, ...agents];
  const changes = [...written.changes, ...own];
  const agreedText = isPushing ? text : (file?.text ?? null);
  const besides = (tx: Write, commit: string | undefined): Promise<void> =>
    agreeSite(tx, sync, { installation, still, commit, text: agreedText });
  const report = {
    ...(imported === undefined ? {} : { imported }),
    ...(held > 0 ? { held } : {}),
    ...(changes.length > 0 ? { pushed: { files: changes.length, pages } } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
  if (changes.length === 0 && (at.isThere || !isPushing)) {
    await sync.run.write(async (tx) => {
      for (const part of parts) await agreePart(tx, part, at, isPushing);
      await besides(tx, at.commit);
    });
    return { report, attention };
  }
  const words = await describeSiteCommit(sync.deps, {
    installation,
    site: settled.model.site,
    parts,
    own: [
      ...structure.map(() => `Update the structure of ${settled.model.site.title}`),
      ...agents.slice(0, 1).map(() => AGENT_SUBJECT),
    ],
  });
  const made = Math.max(installation.created_at, ...parts.map(({ joined }) => joined.head.created_at));
  const order = {
    installation,
    branch: at,
    changes,
    words,
    at: own.length > 0 ? sync.deps.clock.now() : made,
  };
  await pushCommit(sync, repository, { ...order, parts, besides }).catch(withoutProposal);
  return { report, attention };
}

/** Of a site nothing goes out as a pull request. */
function withoutProposal(error: unknown): never {
  if (!(error instanceof GitError && error.kind === "refused")) throw error;
  throw new SyncHalted("protected", `${error.message} Let the token push to the branch, then ${SYNC_NOW}.`);
}

/** What a space says is what the branch says already, or what it may not say there. */
async function agreePart(
  tx: Write,
  { joined, entries }: PushedPart,
  at: Branch,
  isPushing: boolean,
): Promise<void> {
  if (isPushing) return agree(tx, joined, { entries, commit: at.commit });
  await updateInstallation(tx, joined.installation)
    .set((eb) => ({
      base_revision: joined.head.id,
      confirmed: doneConfirmed(eb, joined.installation.decisions),
      moved: 0,
    }))
    .execute();
}

/** The folders in which nothing has changed are where the branch is, too. */
async function agreeSite(
  tx: Write,
  { deps }: SiteRun,
  {
    installation,
    still,
    commit,
    text,
  }: {
    readonly installation: Installation;
    readonly still: readonly Installation[];
    readonly commit: string | undefined;
    readonly text: string | null;
  },
): Promise<void> {
  const { organization_id, id } = installation;
  const now = { base_commit: commit ?? null, observed_commit: commit ?? null };
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      ...now,
      site_config: text,
      choice: doneChoice(eb, installation.decisions),
      confirmed: doneConfirmed(eb, installation.decisions),
      agent_files: writtenNow(eb, installation),
    }))
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) throw siteGone();
  if (still.length > 0)
    await tx
      .updateTable("git_installations")
      .set(now)
      .where("organization_id", "=", organization_id)
      .where(
        "id",
        "in",
        still.map((part) => part.id),
      )
      .execute();
  await tx
    .updateTable("git_installations")
    .set({ state: "synced", synced_at: deps.clock.now() })
    .where("organization_id", "=", organization_id)
    .where("parent_id", "=", id)
    .where("attention", "is", null)
    .execute();
}

/** The spaces of a site, each with its folder of the branch: read, merged and printed one after the other. */
import { roleUnder } from "../../../access/scope.ts";
import { spaceRights } from "../../../access/table.ts";
import { IMPORT_LIMITS } from "../../../importers/limits.ts";
import { folderPath } from "../../../importers/linkTargets.ts";
import { type ImportReport, openReport } from "../../../importers/report.ts";
import { isBelowOne } from "../../../importers/spaceFolders.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { updateInstallation } from "../commands.ts";
import type { StoredAttention } from "../present.ts";
import { waitingFor } from "../sync/decided.ts";
import { SYNC_NOW, attentionFor, SyncCancelled, SyncHalted } from "../sync/ended.ts";
import { takeIn } from "../sync/intake.ts";
import { newContents, printOut, refuseLosses, sendBesides } from "../sync/outgo.ts";
import type { PushedPart } from "../sync/push.ts";
import { bring } from "../sync/bring.ts";
import { filesOf, readBranch } from "../sync/readBranch.ts";
import { keepingWritten, notesOn } from "../sync/syncSpace.ts";
import type { Installation, SyncRun } from "../sync/syncRun.ts";
import type { SettledSite } from "./settleSite.ts";
import type { SpokenPart } from "./siteMessage.ts";
import type { SiteRun } from "./siteRun.ts";
import { lookAtPart } from "./tellParts.ts";

export interface Branch {
  readonly commit: string | undefined;
  readonly isThere: boolean;
  readonly format: "sha1" | "sha256";
}

/** What came of the spaces of a site. */
export interface WrittenParts {
  readonly parts: readonly (PushedPart & SpokenPart)[];
  readonly changes: readonly FileChange[];
  /** Those of which there was nothing to look at. */
  readonly still: readonly Installation[];
  readonly attention: StoredAttention | undefined;
  readonly pages: number;
  readonly held: number;
  /** What came in of all of them, by paths from the top; undefined: nothing was read. */
  readonly imported: ImportReport | undefined;
}

export async function syncParts(
  sync: SiteRun,
  repository: GitRepository,
  {
    installation,
    at,
    settled,
    notes,
  }: { installation: Installation; at: Branch; settled: SettledSite; notes: string[] },
): Promise<WrittenParts> {
  const tree = filesOf(repository, at.commit);
  const touched = changedFolders(sync, repository, at.commit);
  const parts: (PushedPart & SpokenPart)[] = [];
  const [still, changes]: [Installation[], FileChange[]] = [[], []];
  let [pages, held]: [number, number] = [0, 0];
  const reports: FolderReport[] = [];
  let attention: StoredAttention | undefined;
  for (const part of settled.model.folders) {
    const space = settled.model.spaces.get(part.space_id ?? "");
    if (space === undefined) continue;
    const isStill = part.choice === null && part.moved === 0 && part.base_revision === space.head;
    if (isStill && part.base_commit !== null && !(await touched(part))) {
      still.push(part);
      continue;
    }
    await lookAtPart(sync, space, part, at.commit);
    try {
      const done = await syncPart({ ...sync, space }, repository, { part, at, tree });
      parts.push(done);
      changes.push(...done.changes);
      pages += done.pages;
      held += done.joined.held;
      notes.push(...done.notes.map((note) => `${space.title}: ${note}`));
      if (done.report !== undefined) reports.push({ folder: part.project_directory, report: done.report });
    } catch (error) {
      const halted = attentionFor(error);
      if (halted === undefined || error instanceof SyncCancelled || halted.kind === "paused") throw error;
      const said = { ...halted, message: `${space.title}: ${halted.message}` };
      attention ??= said;
      notes.push(said.message);
      await sync.run.write((tx) => updateInstallation(tx, part).set(waitingFor(said)).execute());
    }
  }
  if (held > 0) notes.push("Both sides have changed the same; change requests show it.");
  const imported = reports.length === 0 ? undefined : joinReports(reports, settled.model.folders);
  const found = { parts, still, attention, held, imported };
  return installation.outgoing === "off" ? { ...found, changes: [], pages: 0 } : { ...found, changes, pages };
}

interface FolderReport {
  readonly folder: string;
  readonly report: ImportReport;
}

const LEADS_ELSEWHERE =
  "leads into the folder of another space, where Git Sync makes no links: write the address of the page instead";

/**
 * The reports of the folders as one of all. Each reads its folder alone, so that what it calls a broken link may be a
 * page of another.
 */
function joinReports(reports: readonly FolderReport[], parts: readonly Installation[]): ImportReport {
  const lines = openReport(IMPORT_LIMITS.reportLines);
  let left = 0;
  for (const { folder, report } of reports) {
    const from = (path: string): string => (folder === "" ? path : `${folder}/${path}`);
    for (const { path, reason } of report.skipped) lines.skip(from(path), reason);
    for (const { path, message } of report.problems) lines.problem(from(path), message);
    const told = new Set<string>();
    const others = new Set(
      parts.map(({ project_directory: other }) => other).filter((one) => one !== folder),
    );
    for (const { page, url } of report.brokenLinks) {
      lines.broken(from(page), url);
      const path = told.has(page) ? undefined : folderPath(from(page), url);
      if (path === undefined || !isBelowOne(others, `${path}/`)) continue;
      told.add(page);
      lines.problem(from(page), `${url.slice(0, 200)} ${LEADS_ELSEWHERE}`);
    }
    left += report.omitted;
  }
  const all = lines.report();
  return { ...all, omitted: all.omitted + left };
}

/** Whether something in a folder has changed since its space and the branch agreed. */
function changedFolders(sync: SiteRun, repository: GitRepository, commit: string | undefined) {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  const since = async (base: string): Promise<readonly string[] | undefined> => {
    if (commit === undefined || !(await bring(sync, repository, base))) return undefined;
    return base === commit ? [] : (await repository.diff(base, commit)).map(({ path }) => path);
  };
  return async ({ base_commit: base, project_directory: folder }: Installation): Promise<boolean> => {
    if (base === null) return true;
    const found = known.get(base) ?? since(base);
    known.set(base, found);
    const paths = await found;
    const above = folder === "" ? "" : `${folder}/`;
    return paths === undefined || paths.some((path) => path.startsWith(above));
  };
}

interface SyncedPart extends PushedPart, SpokenPart {
  readonly changes: readonly FileChange[];
  readonly pages: number;
  readonly report: ImportReport | undefined;
  readonly notes: readonly string[];
}

/** @throws SyncHalted and all else that a space of its own may halt with */
async function syncPart(
  sync: SyncRun & Pick<SiteRun, "member">,
  repository: GitRepository,
  { part, at, tree }: { part: Installation; at: Branch; tree: ReturnType<typeof filesOf> },
): Promise<SyncedPart> {
  const { deps, space, member } = sync;
  const rights = spaceRights(await roleUnder(deps.members, space, member));
  if (!rights.triggerGitSync)
    throw new SyncHalted(
      "owner",
      `The owner of the site's sync no longer has permission for this space. Somebody with permission has to ${SYNC_NOW}.`,
    );
  const installation = await keepingWritten(sync, await withFolder(part, await tree()));
  const { base_commit: base } = installation;
  const hasBase = base !== null && (await bring(sync, repository, base));
  const { branch, report } = await readBranch(sync, repository, {
    installation,
    hasBase,
    tree,
    at,
    // A site proposes nothing.
    proposed: undefined,
  });
  const joined = await takeIn(sync, { installation, branch });
  const isFirst = base === null && installation.choice === "lectern";
  const out = { branch, joined, tree, repository, replaces: isFirst };
  const printed = await printOut(sync, out);
  const { entries, changes, pages, contents } = printed;
  if (installation.outgoing !== "off") {
    refuseLosses(printed, out);
    await sendBesides(sync, out, printed);
  }
  const roots = { before: branch.root, now: joined.outward };
  const begun =
    contents === undefined || installation.outgoing === "off" ? [] : [newContents(contents, "on the branch")];
  const notes = [...notesOn(branch, joined), ...begun];
  return { joined, entries, changes, pages, space, roots, isAgreed: branch.isAgreed, report, notes };
}

/** A folder that isn't there yet replaces nothing: what the space says goes there. */
async function withFolder(
  part: Installation,
  tree: readonly { readonly path: string }[],
): Promise<Installation> {
  if (part.base_commit !== null || part.choice !== "git") return part;
  const above = part.project_directory === "" ? "" : `${part.project_directory}/`;
  return tree.some(({ path }) => path.startsWith(above)) ? part : { ...part, choice: "merge" };
}

import { setImmediate } from "node:timers/promises";
import { holdsWorkingToken, LEAKED } from "../../access/leakedTokens.ts";
import type { Row } from "../../db/schema.ts";
import { applyChanges, type Change, type NewRevision } from "../../../engine/change.ts";
import { loadRevisionRoot } from "../../../engine/node.ts";
import type { ImportSource } from "../../importers/files.ts";
import { matchNamed, matchPages } from "../../importers/match.ts";
import { planImport } from "../../importers/plan.ts";
import { type ImportPlan, listPages, type PlannedPage } from "../../importers/planned.ts";
import { type ImportReport, openReport, type ReportLines } from "../../importers/report.ts";
import { type ResolvedPlan, resolveLinks } from "../../importers/resolveLinks.ts";
import { contentHash } from "../../../engine/hash.ts";
import { IMPORT_LIMITS } from "../../importers/limits.ts";
import type { LinkTarget } from "../../importers/linkTargets.ts";
import { entriesOf, type SourceEntry } from "../../importers/print/sourceEntry.ts";
import type { FormerSlug } from "../formerSlugs.ts";
import { openPace } from "../../turns/pace.ts";
import { stageContent } from "../write.ts";
import { type ExistingContent, existingPages, readExisting } from "./existing.ts";
import { type ImportDeps, ImportNotApplied, type ImportProgress } from "./importDeps.ts";
import { pageChanges } from "./pageChanges.ts";
import { formerSlugsOf, nodesAbove } from "./redirects.ts";
import { resourceChanges } from "./resourceChanges.ts";
import { type StoredFile, storeFiles } from "./storeFiles.ts";
import { findLinksFor, openTargets, type TargetsOf } from "./importTexts.ts";

/** What is imported, and where to. */
export interface ImportRequest {
  readonly space: string;
  readonly source: ImportSource;
  /** Whether what the source doesn't have is deleted: pages, and for a whole space files and variables too. */
  readonly prune?: boolean | undefined;
  /** The page that it is imported under; by default the top of the space. */
  readonly parentPage?: string | undefined;
  /** The folder of the source that holds the content; by default its top. */
  readonly directory?: string | undefined;
  readonly onProgress?: ImportProgress | undefined;
  /** Ends the import with its reason; nothing of it is left in the space. */
  readonly signal?: AbortSignal | undefined;
}

/** How many of each kind an import takes over. Groups, links and what is made for folders are pages. */
export interface ImportedCounts {
  readonly pages: number;
  readonly files: number;
  readonly reusableContents: number;
}

/** A source that has been read and whose files are stored, ready to be made into a revision of its space. */
interface PreparedImport {
  readonly imported: ImportedCounts;
  /** How many pages, files and reusable contents are taken over, and how many the source has. */
  readonly importedResources: number;
  readonly totalResources: number;
  /**
   * Makes the revision on top of another one. It is done again on a newer head at little cost: texts are not parsed
   * twice, and everything new keeps its id. @throws ImportNotApplied
   */
  build(base: Row<"revisions">): Promise<BuiltImport>;
}

/** A revision ready to be committed; its bulk is in the store already. */
export interface BuiltImport {
  readonly base: Row<"revisions">;
  readonly content: NewRevision;
  readonly formerSlugs: readonly FormerSlug[];
  /** What is noted of its files; nothing of an import below a page, or of what other tools have written. */
  readonly origin: { readonly entries: readonly SourceEntry[]; readonly replaces: boolean } | undefined;
  readonly report: ImportReport;
}

/** Revisions with more nodes and bodies than this are written ahead of their commit. */
const STAGED_FROM = 64;

/** Reads a source and stores its files. Throws ImportRefused when nothing of it may be used. */
export async function prepareImport(deps: ImportDeps, request: ImportRequest): Promise<PreparedImport> {
  const { source, directory, signal, onProgress = () => {} } = request;
  const plan = await planImport(source, {
    ...(directory === undefined ? {} : { directory }),
    findLinks: findLinksFor(deps.content.organization),
    onProgress: (done, total) => {
      signal?.throwIfAborted();
      onProgress("reading", done, total);
    },
  });
  await refuseLeakedTokens(deps, plan);
  const files = await storeFiles(deps, plan.files, (done, total) => onProgress("files", done, total), signal);
  const pages = listPages(plan.pages).length;
  const imported = { pages, files: files.length, reusableContents: plan.reusable.length };
  const taken = imported.pages + imported.files + imported.reusableContents;
  const builder = new ImportBuilder(deps, request, groupsFit(plan, request.parentPage), files);
  return {
    imported,
    importedResources: taken,
    totalResources: taken + plan.report.skipped.length,
    build: (base) => builder.build(base),
  };
}

/**
 * As a change that is written by hand would be: nothing is imported before the token has ended, which takes a moment.
 * @throws ImportNotApplied naming the first page or reusable content with an API token that works
 */
export async function refuseLeakedTokens(
  deps: Pick<ImportDeps, "db" | "clock">,
  plan: ImportPlan,
): Promise<void> {
  for await (const path of leakingIn(deps, plan)) throw new ImportNotApplied(`${path} ${LEAKED}`);
}

/** The pages and reusable contents of a plan with an API token that works here. */
export async function* leakingIn(
  { db, clock }: Pick<ImportDeps, "db" | "clock">,
  plan: ImportPlan,
): AsyncGenerator<string> {
  const pause = openPace();
  const isLeaking = async (texts: readonly string[]): Promise<boolean> => {
    await pause();
    for (const text of texts) if (await holdsWorkingToken(db.read, text, clock.now())) return true;
    return false;
  };
  // Text by text: put together, they would take the memory of the whole import once more.
  for (const { key, title, meta, body } of listPages(plan.pages))
    if (await isLeaking([title, meta.description ?? "", body.source])) yield key;
  for (const { path, body } of plan.reusable) if (await isLeaking([body.source])) yield path;
}

/** Groups stand at the top of a space alone: below a page they become pages. */
function groupsFit(plan: ImportPlan, parentPage: string | undefined): ImportPlan {
  if (parentPage === undefined) return plan;
  const fit = (page: PlannedPage): PlannedPage =>
    page.type === "group" ? { ...page, type: "document" } : page;
  return { ...plan, pages: plan.pages.map(fit) };
}

class ImportBuilder {
  readonly #deps: ImportDeps;
  readonly #request: ImportRequest;
  readonly #plan: ImportPlan;
  readonly #files: readonly StoredFile[];
  /** Ids of what is new, by kind and path, and links by body: the same in every attempt. */
  readonly #newIds = new Map<string, string>();
  readonly #targetsOf: TargetsOf;

  constructor(deps: ImportDeps, request: ImportRequest, plan: ImportPlan, files: readonly StoredFile[]) {
    this.#deps = deps;
    this.#targetsOf = openTargets(deps.content.organization);
    this.#request = request;
    this.#plan = plan;
    this.#files = files;
  }

  async build(base: Row<"revisions">): Promise<BuiltImport> {
    const { content, clock, db } = this.#deps;
    const now = clock.now();
    const lines = openReport(IMPORT_LIMITS.reportLines, this.#plan.report);
    const { changes, resolved, entries, isFirst } = await this.#changesOn(base, lines, now);
    this.#request.signal?.throwIfAborted();
    const pause = openPace();
    const applied = await applyChanges(content.nodes, base.root, changes, { now, pause });
    if (!applied.ok) throw new ImportNotApplied(`The import can't be applied: ${applied.refusal.message}.`);
    const isLarge = applied.nodes.size + applied.bodies.size > STAGED_FROM;
    const staged = isLarge ? await stageContent(db, base.organization_id, applied, now) : applied;
    return {
      base,
      content: staged,
      formerSlugs: await this.#formerSlugs(applied, resolved, lines),
      origin: this.#isWhole() ? { entries, replaces: isFirst || this.#request.prune === true } : undefined,
      report: lines.report(),
    };
  }

  async #changesOn(
    base: Row<"revisions">,
    lines: ReportLines,
    now: number,
  ): Promise<{ changes: Change[]; resolved: ResolvedPlan; entries: SourceEntry[]; isFirst: boolean }> {
    const { parentPage, prune = false } = this.#request;
    const under = parentPage ?? null;
    const existing = await readExisting(this.#deps.content, base.root, under);
    await setImmediate();
    const ids = this.#pageIds(existing, under);
    await setImmediate();
    const fileIds = this.#fileIds(existing);
    const reusableIds = this.#reusableIds(existing);
    const idOf = (target: LinkTarget): string | undefined => {
      if (target.kind === "page") return ids.get(target.key);
      return (target.kind === "file" ? fileIds : reusableIds).get(target.path);
    };
    const resolved = await resolveLinks(this.#plan, idOf);
    for (const { page, url } of resolved.brokenLinks) lines.broken(page, url);
    const targetsOf = this.#targetsOf;
    const resources = await resourceChanges({
      plan: this.#plan,
      files: this.#files,
      fileIds,
      reusableIds,
      resolved,
      existing,
      // What is not below the page may use the files of the space.
      prune: prune && under === null,
      now,
      targetsOf,
    });
    const pages = await pageChanges({
      pages: this.#plan.pages,
      ids,
      resolved,
      existing,
      under,
      prune,
      targetsOf,
      lines,
      pause: openPace(),
      onProgress: (done) => this.#progress(done, ids.size),
    });
    const entries = entriesOf(this.#plan, idOf, this.#request.directory ?? "");
    return { changes: [...resources, ...pages], resolved, entries, isFirst: existing.pages.size === 0 };
  }

  /** Whether the files are those of a space as a whole, and its own: a tree from elsewhere is no folder of files. */
  #isWhole(): boolean {
    const { parentPage, source } = this.#request;
    return parentPage === undefined && source.outline === undefined && source.addresses === undefined;
  }

  #progress(done: number, total: number): void {
    this.#request.signal?.throwIfAborted();
    this.#request.onProgress?.("pages", done, total);
  }

  #pageIds(existing: ExistingContent, under: string | null): Map<string, string> {
    const matches = matchPages(this.#plan.pages, existingPages(existing, under), () => "");
    return new Map([...matches].map(([key, { id }]) => [key, id === "" ? this.#newId("page", key) : id]));
  }

  #fileIds({ files }: ExistingContent): Map<string, string> {
    const ids = matchNamed(this.#files, files, () => "");
    return new Map(
      this.#files.map(({ path }, index) => [path, ids[index] || this.#newId("file", path)] as const),
    );
  }

  #reusableIds({ reusable }: ExistingContent): Map<string, string> {
    const planned = this.#plan.reusable.map(({ title, body }) => {
      return { name: title, hash: contentHash(body.source) };
    });
    const known = reusable.map(({ id, title, body = "" }) => ({ id, name: title, hash: body }));
    const ids = matchNamed(planned, known, () => "");
    return new Map(
      this.#plan.reusable.map(
        ({ path }, index) => [path, ids[index] || this.#newId("reusable", path)] as const,
      ),
    );
  }

  #newId(kind: string, path: string): string {
    const key = `${kind} ${path}`;
    const known = this.#newIds.get(key) ?? this.#deps.newId();
    this.#newIds.set(key, known);
    return known;
  }

  async #formerSlugs(
    applied: NewRevision,
    resolved: ResolvedPlan,
    lines: ReportLines,
  ): Promise<FormerSlug[]> {
    if (resolved.redirects.length === 0) return [];
    const { db, content } = this.#deps;
    const nodes = nodesAbove(content.nodes, applied.nodes);
    const root = await loadRevisionRoot(nodes, applied.root);
    return formerSlugsOf(
      {
        read: db.read,
        nodes,
        root,
        space: { organization_id: content.organization, id: this.#request.space },
      },
      resolved.redirects,
      lines,
    );
  }
}

/** Brings the search index of a space to the content that its readers see. */
import { findAddress } from "../access/addresses.ts";
import { forgetSpace, indexPages } from "../content/search/indexPages.ts";
import { indexedRoot } from "../content/search/searchState.ts";
import type { Content } from "../content/store.ts";
import { brokenRule, prepared, type Params, type Read, type Write } from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";
import { byCodeUnit } from "../../engine/json.ts";
import type { RevisionRoot } from "../../engine/node.ts";
import { MADE } from "../../engine/openapi/reference/pages.ts";
import { tokenizerOf } from "../../engine/search/tokenize.ts";
import { indexSlices, ROOM } from "./indexSlices.ts";
import { type IndexDeps, type IndexedPages, indexMadePages, openMadeIndexed } from "./madePages.ts";
import { followReferences } from "./references.ts";
import { followSources } from "./sources.ts";
import type { JobEnd, JobHandler, JobRun } from "./job.ts";
import { allPages, pagesToIndex } from "./searchChanges.ts";

/** With the content of the space's organization. */
type SpaceDeps = Omit<IndexDeps, "content"> & { readonly content: Content };

/** How long a run may keep others of its kind waiting, in milliseconds. */
const TURN_MS = 500;
/** Pages that one transaction takes out of the index. */
const FORGOTTEN_AT_ONCE = 10;

/** How far a change of many slices has come: whoever goes on goes on to the same revision, then to the head. */
interface Cursor {
  /** The root that the index stood for; null: nothing was indexed, or by other rules. */
  readonly from: string | null;
  readonly to: string;
  /** The last page that is done; "" before the first. */
  readonly after: string;
  readonly tokenizer: string;
  /** Whose the space was: what was done for another organization counts for nothing. */
  readonly organization: string;
}

interface IndexProgress {
  readonly done: number;
  readonly total: number;
  readonly cursor: Cursor;
}

/** Runs jobs of the kind `index-space`, each of which names a space. */
export function indexSpaceJob(deps: IndexDeps): JobHandler {
  const seen = openMadeIndexed();
  return async (run) => {
    const id = run.job.space_id;
    if (id === null) throw new Error("An index-space job has to name its space.");
    const isNew = isRebuild(run);
    const space = await findAddress(deps.db.read, id);
    if (space === undefined) return {};
    try {
      if (isNew) await forget(run, space);
      return await followHead(deps, run, space, isNew ? undefined : cursorOf(run), seen);
    } catch (error) {
      // It went to another organization meanwhile, with what is indexed of it.
      if (brokenRule(error) === "reference") return { again: true };
      throw error;
    }
  };
}

const headOfSpace = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["spaces.deleted_at", "spaces.language", "revisions.root"])
    .where("spaces.organization_id", "=", p("organization_id"))
    .where("spaces.id", "=", p("id")),
);

async function followHead(
  deps: IndexDeps,
  run: JobRun,
  space: SpaceKey,
  begunAt: Cursor | undefined,
  seen: IndexedPages,
): Promise<JobEnd> {
  const { read } = deps.db;
  const until = performance.now() + TURN_MS;
  let left = begunAt;
  for (;;) {
    const head = await headOfSpace.first(read, space);
    if (head === undefined) return {};
    if (head.deleted_at !== null) {
      await forget(run, space);
      return {};
    }
    const { language } = head;
    const indexed = await indexedRoot(read, { ...space, language });
    if (indexed === head.root) {
      await followSources(deps, run, { ...space, root: head.root });
      await indexMadePages(deps, run, { ...space, root: head.root, language }, seen);
      return {};
    }
    // While a change of many slices is under way the index stands for no root.
    const tokenizer = tokenizerOf(language);
    const organization = space.organization_id;
    const isBegun =
      indexed === undefined && left?.tokenizer === tokenizer && left.organization === organization;
    const begun = isBegun ? left : undefined;
    left = undefined;
    const cursor = begun ?? { from: indexed ?? null, to: head.root, after: "", tokenizer, organization };
    const content = deps.content.of(space.organization_id);
    if (!(await bring({ ...deps, content }, run, { ...space, language }, cursor, until)))
      return { again: true };
  }
}

/** What an earlier run left behind. */
function cursorOf({ job }: JobRun): Cursor | undefined {
  const { cursor } = JSON.parse(job.progress ?? "{}") as Partial<IndexProgress>;
  return cursor;
}

/** Brings the index to where a cursor leads. False when this run has had its time and others wait. */
async function bring(
  deps: SpaceDeps,
  run: JobRun,
  { language, ...space }: SpaceKey & { readonly language: string | null },
  cursor: Cursor,
  until: number,
): Promise<boolean> {
  const { content, clock, db } = deps;
  const root = await content.root(cursor.to);
  // Before the first page: whoever goes on has it behind them.
  if (cursor.after === "") await followReferences(deps, run, space.id, cursor);
  const ids = await pagesOf(deps, space, cursor, root);
  const rest = ids.filter((id) => byCodeUnit(id, cursor.after) > 0);
  const limits = { room: ROOM[db.dialect], signal: run.signal, language };
  let done = ids.length - rest.length;
  for await (const slice of indexSlices(content, root, rest, limits)) {
    done += slice.size;
    const { upserts, removals, after, isEnd } = slice;
    const change = { upserts, removals, language, root: isEnd ? cursor.to : "", at: clock.now() };
    const progress = { done, total: ids.length, cursor: { ...cursor, after } };
    await run.write((tx) => indexPages(tx, space, change), isEnd ? undefined : progress);
    if (!isEnd && performance.now() > until && (await run.isWaitedFor())) return false;
  }
  return true;
}

/** Pages to look at, in order: what differs, or all there are and all that the index has where nothing is known. */
async function pagesOf(
  { content, db }: SpaceDeps,
  space: SpaceKey,
  { from }: Cursor,
  root: RevisionRoot,
): Promise<string[]> {
  if (from !== null) return pagesToIndex(content.nodes, await content.root(from), root);
  const indexed = await indexedPages(db.read, space);
  return [...new Set([...indexed, ...(await allPages(content.nodes, root))])].toSorted(byCodeUnit);
}

/** Those that are written; made ones follow by themselves. */
async function indexedPages(read: Read, { organization_id, id }: SpaceKey): Promise<string[]> {
  const rows = await read
    .selectFrom("search_pages")
    .select("page_id")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .execute();
  return rows.map(({ page_id }) => page_id).filter((page) => !page.startsWith(MADE));
}

function isRebuild({ job }: JobRun): boolean {
  return (JSON.parse(job.payload) as { readonly rebuild?: boolean }).rebuild === true;
}

/** Takes a space out of the index, and the wish to do so out of the job. */
async function forget(run: JobRun, space: SpaceKey): Promise<void> {
  const slice = async (tx: Write): Promise<boolean> => {
    // A space that is restored halfway has to be indexed from the beginning.
    await tx
      .updateTable("search_state")
      .set({ root: "" })
      .where("organization_id", "=", space.organization_id)
      .where("space_id", "=", space.id)
      .execute();
    const isDone = await forgetSpace(tx, space, FORGOTTEN_AT_ONCE);
    // How far an earlier change had come means nothing for an empty index.
    const done = { payload: "{}", progress: null };
    if (isDone) await tx.updateTable("jobs").set(done).where("id", "=", run.job.id).execute();
    return isDone;
  };
  while (!(await run.write(slice)));
}

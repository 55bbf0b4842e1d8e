/** The job that keeps a translation in step: what its source changes it takes in, what is written in it is noted. */
import { findAddress } from "../../access/addresses.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Content } from "../../content/store.ts";
import { StaleHead } from "../../content/commit.ts";
import { FOLLOW_TRANSLATION, publishHead, queueTranslator } from "../../content/head.ts";
import { openPace } from "../../turns/pace.ts";
import { stageContent } from "../../content/write.ts";
import { leaveTrace } from "../../access/trail.ts";
import { prepared, type Params, type Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { diffMaps } from "../../../engine/mapDiff.ts";
import { bodyLinks } from "../../../engine/links.ts";
import { mergeRevisions } from "../../../engine/merge.ts";
import type { Page } from "../../../engine/page.ts";
import { readPages } from "../../../engine/tree.ts";
import { byCodeUnit } from "../../../engine/json.ts";
import {
  afterTakingIn,
  afterWriting,
  keepRows,
  type PageTranslation,
  nextToWrite,
  pageRows,
  untranslated,
} from "./pages.ts";
import { findTranslated, sourceOf, spaceOf, type TranslatedRow } from "./spaces.ts";
import { slicesOf } from "../../../engine/slices.ts";

export { FOLLOW_TRANSLATION };

/** What the job needs of a run. */
export interface FollowRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
}

/** Pages whose rows one transaction writes. */
const SLICE = 100;
/** New nodes and bodies from which on they are stored ahead of the commit. */
const LARGE = 64;

const headOf = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["spaces.deleted_at", "spaces.organization_id", "spaces.title"])
    .select(["revisions.id", "revisions.root"])
    .where("spaces.organization_id", "=", p("organization_id"))
    .where("spaces.id", "=", p("id")),
);

type Head = Pick<Row<"spaces">, "deleted_at" | "organization_id" | "title"> &
  Pick<Row<"revisions">, "id" | "root">;

/** With the content of the organization. */
type SpaceDeps = Omit<Deps, "content"> & { readonly content: Content };

/** Runs jobs of the kind `follow-translation`, each of which names a translation by its space. */
export function followTranslationJob(deps: Deps): (run: FollowRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const space = await findAddress(deps.db.read, run.job.space_id ?? "");
    if (space === undefined) return {};
    // Each turn settles what the one before found; writers may go on meanwhile, and then there is more.
    for (;;) {
      const translated = await findTranslated(deps.db.read, space);
      const head = await headOf.first(deps.db.read, space);
      if (translated === undefined || head === undefined || head.deleted_at !== null) return {};
      // A translation and its source are of one organization.
      const source = await headOf.first(deps.db.read, sourceOf(translated));
      const here: SpaceDeps = { ...deps, content: deps.content.of(space.organization_id) };
      if (translated.pending !== null) await settlePages(here, run, translated);
      else if (translated.target_root !== head.root) await noteWriting(here, run, translated, head.root);
      else if (source !== undefined && source.root !== translated.source_root)
        await takeIn(here, run, translated, head, source.root);
      else {
        await askForMore(deps, run, translated);
        return {};
      }
    }
  };
}

/** Has the translator go on where a translation wants it and something is left for it. */
async function askForMore(
  { clock, db, newId, translator }: Deps,
  run: FollowRun,
  translated: TranslatedRow,
): Promise<void> {
  if (translated.automatic === 0 || translator === undefined) return;
  if ((await nextToWrite(db.read, spaceOf(translated), "", 1)).length === 0) return;
  await run.write((tx) => queueTranslator(tx, spaceOf(translated), { now: clock.now(), newId }));
}

/** Brings the rows to what was taken in. */
async function settlePages(deps: SpaceDeps, run: FollowRun, translated: TranslatedRow): Promise<void> {
  const { content, db } = deps;
  const { source_root, target_root } = translated;
  const space = spaceOf(translated);
  const before = JSON.parse(translated.pending as string) as Pending;
  const source = await content.root(source_root);
  const target = await content.root(target_root);
  const changed = new Set([
    ...(await changedPages(deps, before.source, source_root)),
    ...(await changedPages(deps, before.target, target_root)),
  ]);
  for (const ids of slices(changed)) {
    const [rows, there, here] = await Promise.all([
      pageRows(db.read, space, ids),
      readPages(content.nodes, source, ids),
      readPages(content.nodes, target, ids),
    ]);
    const next = ids.map((id) =>
      afterTakingIn(rows.get(id) ?? untranslated(space, id), there.get(id), here.get(id)),
    );
    await run.write((tx) => keepRows(tx, space, next));
  }
  await run.write((tx) =>
    tx
      .updateTable("translated_spaces")
      .set({ pending: null })
      .where("organization_id", "=", space.organization_id)
      .where("space_id", "=", space.id)
      .where("source_root", "=", source_root)
      .where("target_root", "=", target_root)
      .execute(),
  );
}

/** Roots from before the translation took something in. */
interface Pending {
  readonly source: string | null;
  readonly target: string | null;
}

/** Notes which pages of the translation were written since it was looked at. */
async function noteWriting(
  deps: SpaceDeps,
  run: FollowRun,
  translated: TranslatedRow,
  root: string,
): Promise<void> {
  const { clock, content } = deps;
  const space = spaceOf(translated);
  const target = await content.root(root);
  for (const ids of slices(await changedPages(deps, translated.target_root, root))) {
    const here = await readPages(content.nodes, target, ids);
    await run.write(async (tx) => {
      // In the transaction: the translator may be writing the same rows.
      const rows = await pageRows(tx, space, ids);
      const now = clock.now();
      const next = ids.flatMap((id): PageTranslation[] => {
        const row = rows.get(id) ?? untranslated(space, id);
        const written = afterWriting(row, here.get(id), now);
        return written === row ? [] : [written];
      });
      await keepRows(tx, space, next);
    });
  }
  await run.write((tx) =>
    tx
      .updateTable("translated_spaces")
      .set({ target_root: root })
      .where("organization_id", "=", space.organization_id)
      .where("space_id", "=", space.id)
      .where("target_root", "=", translated.target_root)
      .execute(),
  );
}

/**
 * Merges what the source has changed into the translation. What is translated stays as it is; all else follows the
 * source: new pages, places, icons, conditions, files, and the text of pages that nobody has translated.
 */
async function takeIn(
  deps: SpaceDeps,
  run: FollowRun,
  { space_id: space, source_root, target_root }: TranslatedRow,
  head: Head,
  to: string,
): Promise<void> {
  const { clock, content, db, newId } = deps;
  const ours = await content.root(head.root);
  const merged = await mergeRevisions<never>(
    content.nodes,
    { base: source_root, ours: head.root, theirs: to },
    async (page, versions) => ({
      body:
        versions.ours === undefined
          ? null
          : { hash: versions.ours, targets: await bodyLinks(content.nodes, ours, page) },
      conflicts: [],
    }),
    openPace(),
  );
  const made = merged.revision;
  const isLarge = made.nodes.size + made.bodies.size > LARGE;
  const revision = isLarge ? await stageContent(db, head.organization_id, made, clock.now()) : made;
  const pending: Pending = { source: source_root, target: target_root };
  const work = async (tx: Write): Promise<void> => {
    await tx
      .updateTable("translated_spaces")
      .set({ source_root: to, target_root: made.root, pending: JSON.stringify(pending) })
      .where("organization_id", "=", head.organization_id)
      .where("space_id", "=", space)
      .execute();
    if (made.root === head.root) return;
    const now = clock.now();
    const id = newId();
    const note = {
      organization: head.organization_id,
      id,
      space,
      type: "update" as const,
      parents: [head.id],
      createdAt: now,
      message: "What the source of this translation changed",
    };
    await publishHead(tx, { expectedHead: head.id, note, content: revision }, newId);
    await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, newId, {
      action: "space.content.update",
      organization: head.organization_id,
      target: { type: "space", id: space, label: head.title },
      before: { revision: head.id },
      after: { revision: id },
      event: { kind: "space_content_updated", space, payload: { spaceId: space, revisionId: id } },
    });
  };
  await run.write(work).catch((error: unknown) => {
    // Somebody wrote in the translation meanwhile: that is noted first, then the source is taken in again.
    if (!(error instanceof StaleHead)) throw error;
  });
}

/** Ids of the pages that differ between two roots, in order; `null` is the root of nothing. */
async function changedPages({ content }: SpaceDeps, before: string | null, after: string): Promise<string[]> {
  const was = before === null ? null : (await content.root(before)).pages;
  const changes = await diffMaps<Page>(content.nodes, was, (await content.root(after)).pages);
  return changes.map(({ key }) => key);
}

function slices(ids: Iterable<string>): Generator<string[]> {
  return slicesOf([...ids].toSorted(byCodeUnit), SLICE);
}

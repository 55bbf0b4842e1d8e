/** The job that has a translation's missing and outdated pages written by the translator. */
import { findAddress } from "../../access/addresses.ts";
import { readSpace } from "../../access/spaces.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Content } from "../../content/store.ts";
import { queueTranslator, TRANSLATE_SPACE } from "../../content/head.ts";
import type { Page } from "../../../engine/page.ts";
import { readPages } from "../../../engine/tree.ts";
import type { FollowRun } from "./follow.ts";
import { termsFrom } from "./glossary.ts";
import { MOST_AT_ONCE, nextToWrite, type PageTranslation } from "./pages.ts";
import { problemsOf } from "./problems.ts";
import { findTranslated, sourceOf, spaceOf, type TranslatedRow } from "./spaces.ts";
import { askTranslator, NotTranslated, type TranslationOutcome } from "./translator.ts";
import { type RefusedPage, type TranslateDeps, writePages, type PageToWrite } from "./writePages.ts";

export { queueTranslator, TRANSLATE_SPACE };

interface Progress {
  readonly done: number;
  readonly failed: readonly RefusedPage[];
  readonly cursor: { readonly after: string };
}

const BEGIN: Progress = { done: 0, failed: [], cursor: { after: "" } };
const MOST_FAILURES = 100;

/** Characters of the texts of one request; a page longer than that goes alone. */
const MOST_CHARACTERS = 100_000;

/**
 * Runs jobs of the kind `translate-space`. Pages go to the translator in batches, each of which is written in one
 * revision as it comes back: a run that is interrupted has lost one batch at most. A page that the translator refuses
 * is reported; when it can't be asked at all, the job is tried again later. After anything that went wrong with a
 * batch, pages go alone and the batches grow again, so that one page can't keep the others from being translated.
 */
export function translateSpaceJob(
  deps: TranslateDeps,
): (run: FollowRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const space = await findAddress(deps.db.read, run.job.space_id ?? "");
    if (space === undefined) return {};
    let progress = run.job.progress === null ? BEGIN : (JSON.parse(run.job.progress) as Progress);
    let most = run.job.attempts > 1 ? 1 : MOST_AT_ONCE;
    for (;;) {
      const translated = await findTranslated(deps.db.read, space);
      const rows = translated && (await nextToWrite(deps.db.read, space, progress.cursor.after, most));
      if (translated === undefined || rows === undefined || rows.length === 0)
        return { report: { pages: progress.done, failed: progress.failed } };
      run.signal.throwIfAborted();
      const source = await readSpace(deps.db.read, sourceOf(translated));
      if (source === undefined) return {};
      const content = deps.content.of(source.organization_id);
      const batch = await batchOf(content, translated, rows);
      const outcomes = await run.away(() => ask(deps, translated, batch));
      if (outcomes === undefined) {
        most = 1;
        continue;
      }
      progress = await writeBatch(deps, run, { batch, outcomes, progress });
      most = Math.min(most * 2, MOST_AT_ONCE);
    }
  };
}

/** Rows in their order, and of their pages those that the source still has, with their texts. */
interface Batch {
  readonly space: SpaceKey;
  readonly rows: readonly PageTranslation[];
  readonly pages: readonly {
    readonly row: PageTranslation;
    readonly page: Page;
    readonly markdown: string;
  }[];
}

/** As many of the rows, and at least one, as go in one request. */
async function batchOf(
  content: Content,
  translated: TranslatedRow,
  rows: readonly PageTranslation[],
): Promise<Batch> {
  const space = spaceOf(translated);
  const ids = rows.map(({ page_id }) => page_id);
  const source = await readPages(content.nodes, await content.root(translated.source_root), ids);
  const pages: Batch["pages"][number][] = [];
  let characters = 0;
  for (const [at, row] of rows.entries()) {
    const page = source.get(row.page_id);
    if (page === undefined) continue;
    const markdown = await content.body(page.body);
    characters += markdown.length + (page.description?.length ?? 0);
    if (pages.length > 0 && characters > MOST_CHARACTERS) return { space, rows: rows.slice(0, at), pages };
    pages.push({ row, page, markdown });
  }
  return { space, rows, pages };
}

/** What became of the pages of a batch; undefined where it has to be asked again in smaller ones. */
async function ask(
  deps: TranslateDeps,
  translated: TranslatedRow,
  { pages }: Batch,
): Promise<ReadonlyMap<string, TranslationOutcome> | undefined> {
  if (pages.length === 0) return new Map();
  const { language: to, instructions } = translated;
  const source = await readSpace(deps.db.read, sourceOf(translated));
  const from = source?.language ?? null;
  const terms =
    source === undefined || from === null
      ? []
      : await termsFrom(deps.db.read, source.organization_id, from, to);
  const glossary = terms.length === 0 ? {} : { glossary: terms };
  const sent = pages.map(({ page: { id, title, description = "" }, markdown }) => ({
    page: id,
    title,
    description,
    markdown,
  }));
  try {
    return await askTranslator(deps, { from, to, instructions, ...glossary, pages: sent });
  } catch (error) {
    if (!(error instanceof NotTranslated)) throw error;
    const [only, ...others] = sent;
    return only === undefined || others.length > 0
      ? undefined
      : new Map([[only.page, { failed: error.message }]]);
  }
}

interface AnsweredBatch {
  readonly batch: Batch;
  readonly outcomes: ReadonlyMap<string, TranslationOutcome>;
  readonly progress: Progress;
}

/** Writes what came back of a batch, and gives how far the job is then. */
async function writeBatch(
  deps: TranslateDeps,
  run: FollowRun,
  { batch: { space, rows, pages }, outcomes, progress: { done, failed } }: AnsweredBatch,
): Promise<Progress> {
  const refused: RefusedPage[] = [];
  const written: PageToWrite[] = [];
  for (const { row, page, markdown } of pages) {
    const text = outcomes.get(page.id) ?? { failed: "The translator's answer lacks the page." };
    if ("failed" in text) refused.push({ page: page.id, reason: text.failed });
    else written.push({ row, page, text, problems: problemsOf(markdown, text.markdown) });
  }
  return writePages(deps, run, space, written, (count, more) => ({
    done: done + count,
    failed: [...failed, ...refused, ...more].slice(0, MOST_FAILURES),
    cursor: { after: rows.at(-1)?.page_id ?? "" },
  }));
}

/** The job that has a translation's missing and outdated pages written by the translator. */
import { leaveTrace } from "../../access/trail.ts";
import { readHead, StaleHead } from "../../content/commit.ts";
import { publishHead, queueTranslator, TRANSLATE_SPACE } from "../../content/head.ts";
import { targetsOf } from "../../content/pageText.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges } from "../../engine/change.ts";
import type { Page } from "../../engine/page.ts";
import { readPage } from "../../engine/tree.ts";
import { findSpace } from "../spaces/queries.ts";
import type { FollowRun } from "./follow.ts";
import { keepRows, nextToWrite, type PageRow, pageRows } from "./pages.ts";
import { findTranslated, type TranslatedRow } from "./spaces.ts";
import { statusOf, textHash } from "./status.ts";
import { askTranslator, NotTranslated, problemsOf, type TranslatedText } from "./translator.ts";

export { queueTranslator, TRANSLATE_SPACE };

interface Progress {
  readonly done: number;
  readonly failed: readonly { readonly page: string; readonly reason: string }[];
  readonly cursor: { readonly after: string };
}

const MOST_FAILURES = 100;

/**
 * Runs jobs of the kind `translate-space`. Each page is written as it comes back, so that a run that is interrupted has
 * lost one page at most. A page that the translator refuses is reported; when it can't be asked at all, the job is
 * tried again later.
 */
export function translateSpaceJob(deps: Deps): (run: FollowRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const space = run.job.space_id ?? "";
    let progress = JSON.parse(run.job.progress ?? '{"done":0,"failed":[],"cursor":{"after":""}}') as Progress;
    for (;;) {
      const translated = await findTranslated(deps.db.read, space);
      const row = translated && (await nextToWrite(deps.db.read, space, progress.cursor.after));
      const { done, failed } = progress;
      if (translated === undefined || row === undefined) return { report: { pages: done, failed } };
      run.signal.throwIfAborted();
      const cursor = { after: row.page_id };
      try {
        progress = { done: done + 1, failed, cursor };
        await translatePage(deps, run, translated, row, progress);
      } catch (error) {
        if (!(error instanceof NotTranslated)) throw error;
        const failure = { page: row.page_id, reason: error.message };
        progress = { done, failed: [...failed, failure].slice(0, MOST_FAILURES), cursor };
        await run.write(async () => undefined, progress);
      }
    }
  };
}

async function translatePage(
  deps: Deps,
  run: FollowRun,
  translated: TranslatedRow,
  row: PageRow,
  progress: Progress,
): Promise<void> {
  const { content, db } = deps;
  const page = await readPage(content.nodes, await content.root(translated.source_root), row.page_id);
  if (page === undefined) return;
  const markdown = await content.body(page.body);
  const source = await findSpace(db.read, translated.source_id);
  const text = await askTranslator(deps, {
    page: page.id,
    from: source?.language ?? null,
    to: translated.language,
    instructions: translated.instructions,
    title: page.title,
    description: page.description ?? "",
    markdown,
  });
  const problems = JSON.stringify(problemsOf(markdown, text.markdown));
  await writePage(deps, run, { translated, page, row, text, problems }, progress);
}

interface Written {
  readonly translated: TranslatedRow;
  /** As the source had it when it was sent. */
  readonly page: Page;
  readonly row: PageRow;
  readonly text: TranslatedText;
  readonly problems: string;
}

/** Writes a page in a revision of its own; when somebody has written in the space meanwhile, once more on theirs. */
async function writePage(deps: Deps, run: FollowRun, written: Written, progress: Progress): Promise<void> {
  for (;;) {
    try {
      return await tryToWrite(deps, run, written, progress);
    } catch (error) {
      run.signal.throwIfAborted();
      if (!(error instanceof StaleHead)) throw error;
    }
  }
}

async function tryToWrite(
  { clock, content, db, newId }: Deps,
  run: FollowRun,
  { translated, page, row, text, problems }: Written,
  progress: Progress,
): Promise<void> {
  const { space_id: space } = translated;
  const head = await readHead(db.read, space);
  const before = head && (await readPage(content.nodes, await content.root(head.root), page.id));
  const label = await findSpace(db.read, space);
  // Somebody wrote in it, or took it away, while the translator was at work: theirs stays.
  if (head === undefined || before === undefined || label === undefined) return;
  if (textHash(before) !== row.target_hash) return;
  const now = clock.now();
  const { title, description, markdown } = text;
  const body = markdown === "" ? null : { text: markdown, targets: targetsOf(markdown) };
  const holdsText = page.body !== undefined;
  const change = {
    operation: "update_page" as const,
    page: page.id,
    fields: { title, description: description === "" ? null : description },
    ...(holdsText ? { body } : {}),
  };
  const applied = await applyChanges(content.nodes, head.root, [change], { now });
  if (!applied.ok) throw new NotTranslated(applied.refusal.message);
  const after = applied.pages.find(({ id }) => id === page.id)?.after ?? before;
  await run.write(async (tx) => {
    if (applied.root !== head.root) await publish(tx, { head, space: label, content: applied, now, newId });
    const current = (await pageRows(tx, space, [page.id])).get(page.id) ?? row;
    const hashes = { target_hash: textHash(after), from_hash: textHash(page) };
    const by = { written_by: "translator", written_at: now, problems };
    const next = { ...current, ...hashes, ...by };
    await keepRows(tx, space, [{ ...next, status: statusOf(next) }]);
  }, progress);
}

interface Publication {
  readonly head: Row<"revisions">;
  readonly space: Row<"spaces">;
  readonly content: Parameters<typeof publishHead>[1]["content"];
  readonly now: number;
  readonly newId: () => string;
}

async function publish(tx: Write, { head, space, content, now, newId }: Publication): Promise<void> {
  const id = newId();
  const message = "Written by the translator";
  const note = { id, space: space.id, type: "update" as const, parents: [head.id], createdAt: now, message };
  await publishHead(tx, { expectedHead: head.id, note, content }, newId);
  await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, newId, {
    action: "space.content.update",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
    before: { revision: head.id },
    after: { revision: id },
    event: {
      kind: "space_content_updated",
      space: space.id,
      payload: { spaceId: space.id, revisionId: id },
    },
  });
}

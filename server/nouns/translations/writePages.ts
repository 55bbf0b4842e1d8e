/** Pages that came back from the translator, on their way into the translation. */
import { readSpace } from "../../access/spaces.ts";
import { leaveTrace } from "../../access/trail.ts";
import { readHead, StaleHead } from "../../content/commit.ts";
import { publishHead } from "../../content/head.ts";
import { bodyByIds } from "../../content/pageText.ts";
import type { Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges, type Change, type NewRevision } from "../../../engine/change.ts";
import type { Page } from "../../../engine/page.ts";
import { readPages } from "../../../engine/tree.ts";
import type { FollowRun } from "./follow.ts";
import { keepRows, type PageTranslation, pageRows } from "./pages.ts";
import { statusOf, textHash } from "./status.ts";
import type { TranslatedText } from "./translator.ts";

/** What the job needs. */
export type TranslateDeps = Pick<Deps, "clock" | "content" | "db" | "fetch" | "newId" | "translator">;

/** A page that is to be written. */
export interface PageToWrite {
  /** As it was when the page was sent. */
  readonly row: PageTranslation;
  /** As the source had it when it was sent. */
  readonly page: Page;
  readonly text: TranslatedText;
  readonly problems: readonly string[];
}

/** A page that is not written, with the reason in a sentence. */
export interface RefusedPage {
  readonly page: string;
  readonly reason: string;
}

/**
 * Writes pages in one revision; when somebody has written in the space meanwhile, once more on theirs. What somebody
 * wrote in one of these pages stays. `progress` says what is noted with the write and given back, from how many pages
 * it wrote and which it could not.
 */
export async function writePages<Progress>(
  deps: TranslateDeps,
  run: FollowRun,
  space: SpaceKey,
  pages: readonly PageToWrite[],
  progress: (written: number, refused: readonly RefusedPage[]) => Progress,
): Promise<Progress> {
  for (;;) {
    try {
      const made = await revisionOf(deps, space, pages);
      const noted = progress(made?.written.length ?? 0, made?.refused ?? []);
      await run.write(async (tx) => (made === undefined ? undefined : writeRevision(tx, deps, made)), noted);
      return noted;
    } catch (error) {
      run.signal.throwIfAborted();
      if (!(error instanceof StaleHead)) throw error;
    }
  }
}

interface MadeTranslation {
  readonly space: Row<"spaces">;
  readonly head: Row<"revisions">;
  readonly content: NewRevision;
  readonly written: readonly PageToWrite[];
  readonly refused: readonly RefusedPage[];
  /** Milliseconds. */
  readonly now: number;
}

/** The revision that has these pages, on the head of this moment; undefined when the space has gone. */
async function revisionOf(
  { clock, content: store, db }: TranslateDeps,
  key: SpaceKey,
  pages: readonly PageToWrite[],
): Promise<MadeTranslation | undefined> {
  const space = await readSpace(db.read, key);
  const head = space && (await readHead(db.read, space));
  if (head === undefined || space === undefined) return undefined;
  const content = store.of(space.organization_id);
  const ids = pages.map(({ page }) => page.id);
  const there = await readPages(content.nodes, await content.root(head.root), ids);
  // Where somebody wrote, or took the page away, while the translator was at work, theirs stays.
  let written = pages.filter(({ row, page }) => {
    const before = there.get(page.id);
    return before !== undefined && textHash(before) === row.target_hash;
  });
  const refused: RefusedPage[] = [];
  const now = clock.now();
  for (;;) {
    const changes: Change[] = [];
    for (const one of written) changes.push(await changeOf(content.organization, one));
    const applied = await applyChanges(content.nodes, head.root, changes, { now });
    if (applied.ok) return { space, head, content: applied, written, refused, now };
    const { change, message } = applied.refusal;
    const page = written[change]?.page.id;
    if (page === undefined) throw new Error(message);
    refused.push({ page, reason: message });
    written = written.filter((_, at) => at !== change);
  }
}

async function changeOf(organization: string, { page, text }: PageToWrite): Promise<Change> {
  const { title, description, markdown } = text;
  const body = await bodyByIds(organization, markdown);
  const holdsText = page.body !== undefined;
  return {
    operation: "update_page",
    page: page.id,
    fields: { title, description: description === "" ? null : description },
    ...(holdsText ? { body } : {}),
  };
}

async function writeRevision(tx: Write, { newId }: TranslateDeps, made: MadeTranslation): Promise<void> {
  const { space, head, content, written, now } = made;
  if (content.root !== head.root) await publish(tx, made, newId);
  const rows = await pageRows(
    tx,
    space,
    written.map(({ page }) => page.id),
  );
  const after = new Map(content.pages.map((page) => [page.id, page.after]));
  await keepRows(
    tx,
    space,
    written.map(({ row, page, problems }): PageTranslation => {
      const target = after.get(page.id);
      const next = {
        ...(rows.get(page.id) ?? row),
        target_hash: target === undefined ? row.target_hash : textHash(target),
        from_hash: textHash(page),
        written_by: "translator" as const,
        written_at: now,
        problems: JSON.stringify(problems),
      };
      return { ...next, status: statusOf(next) };
    }),
  );
}

async function publish(
  tx: Write,
  { space, head, content, now }: MadeTranslation,
  newId: () => string,
): Promise<void> {
  const id = newId();
  const message = "Written by the translator";
  const note = {
    organization: space.organization_id,
    id,
    space: space.id,
    type: "update" as const,
    parents: [head.id],
    createdAt: now,
    message,
  };
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

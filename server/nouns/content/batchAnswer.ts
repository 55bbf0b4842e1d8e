/** What each change of a batch comes to in the new revision, for the answer. */
import type { NewRevision } from "../../../engine/change.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readPage } from "../../../engine/tree.ts";
import { documentIdOf } from "../revisions/documentId.ts";
import { type BatchState, type ChangeEffect, type BatchChange, textOfBody } from "./batchState.ts";

/** What was done, with what the things that it was done to are now. */
export interface ChangeAnswer extends ChangeEffect {
  readonly documentId?: string;
  readonly version?: string;
  /** The text as it is stored, where that isn't what was sent. */
  readonly markdown?: string;
}

/** @param content what came of the batch */
export function answersOf(
  batch: BatchState,
  prepared: readonly BatchChange[],
  content: Pick<NewRevision, "pages" | "reusable">,
): Promise<ChangeAnswer[]> {
  const pages = new Map(content.pages.map(({ id, after }) => [id, after]));
  const reusable = new Map(content.reusable.map(({ id, after }) => [id, after]));
  return Promise.all(
    prepared.map(async (one) => {
      const { page, reusableContent } = one.answer;
      if (page !== undefined) {
        const now = pages.has(page) ? pages.get(page) : await readPage(batch.content.nodes, batch.root, page);
        return { ...one.answer, ...(await tell(batch, one, page, now)) };
      }
      if (reusableContent === undefined) return one.answer;
      const now = reusable.has(reusableContent)
        ? reusable.get(reusableContent)
        : await getFromMap<ReusableContent>(batch.content.nodes, batch.root.reusable, reusableContent);
      return { ...one.answer, ...(await tell(batch, one, reusableSource(reusableContent), now)) };
    }),
  );
}

/** @param now the thing as it is; undefined when it is gone, of which there is nothing to tell */
async function tell(
  { deps, content, space, written }: BatchState,
  { engine, sent }: BatchChange,
  source: string,
  now: Page | ReusableContent | undefined,
): Promise<Partial<ChangeAnswer>> {
  if (now === undefined) return {};
  const version = versionOf(now);
  if ("type" in now && now.type !== "document") return { version };
  const documentId = documentIdOf(deps.secrets, space, now.body);
  const isWritten = engine.some((one) => "body" in one && one.body !== undefined);
  const text = isWritten ? await textOfBody(content, written.get(source) ?? null) : sent;
  return { documentId, version, ...(text === sent ? {} : { markdown: text as string }) };
}

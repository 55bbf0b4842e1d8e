/** The rows of pages, brought to what both spaces say. */
import type { Params, Read, Write } from "../../db/database.ts";
import { prepared } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Page } from "../../../engine/page.ts";
import { statusOf, textHash } from "./status.ts";

export type PageTranslation = Row<"translated_pages">;

const rowsByPage = prepared((read, p: Params<SpaceKey & { readonly pages: readonly string[] }>) =>
  read
    .selectFrom("translated_pages")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("page_id", "in", p.list("pages")),
);

/** The rows of some pages of a translation, by page. */
export async function pageRows(
  read: Read,
  { organization_id, id }: SpaceKey,
  pages: readonly string[],
): Promise<Map<string, PageTranslation>> {
  const rows = await rowsByPage.all(read, { organization_id, id, pages });
  return new Map(rows.map((row) => [row.page_id, row]));
}

/** A page that nobody has translated. */
export function untranslated({ organization_id, id }: SpaceKey, page: string): PageTranslation {
  return {
    organization_id,
    space_id: id,
    page_id: page,
    source_hash: null,
    target_hash: null,
    ...NOBODY,
    status: "missing",
  };
}

const NOBODY = { from_hash: null, written_by: null, written_at: null, problems: "[]" } as const;

/** After the translation has taken in what its source changed: what was written stays written. */
export function afterTakingIn(
  row: PageTranslation,
  source: Page | undefined,
  target: Page | undefined,
): PageTranslation {
  const hashes = { source_hash: hashOf(source), target_hash: hashOf(target) };
  const next = { ...row, ...hashes, ...(hashes.target_hash === null ? NOBODY : {}) };
  return { ...next, status: statusOf(next) };
}

/**
 * After somebody has changed the translation at `now`, in milliseconds. What says what the source says is no
 * translation; anything else is one of what the source says at this moment. What the translator wrote is known by its
 * hash, which its row has already.
 */
export function afterWriting(row: PageTranslation, target: Page | undefined, now: number): PageTranslation {
  const target_hash = hashOf(target);
  if (row.target_hash === target_hash) return row;
  const isWritten = target_hash !== null && row.source_hash !== null && target_hash !== row.source_hash;
  const written = {
    from_hash: row.source_hash,
    written_by: "hand" as const,
    written_at: now,
    problems: "[]",
  };
  const next = { ...row, target_hash, ...(isWritten ? written : NOBODY) };
  return { ...next, status: statusOf(next) };
}

function hashOf(page: Page | undefined): string | null {
  return page === undefined ? null : textHash(page);
}

/** Keeps rows; those of pages that neither space has any more go. */
export async function keepRows(
  tx: Write,
  { organization_id, id }: SpaceKey,
  rows: readonly PageTranslation[],
): Promise<void> {
  const isGone = (row: PageTranslation): boolean => row.source_hash === null && row.target_hash === null;
  const gone = rows.filter(isGone).map(({ page_id }) => page_id);
  if (gone.length > 0) {
    await tx
      .deleteFrom("translated_pages")
      .where("organization_id", "=", organization_id)
      .where("space_id", "=", id)
      .where("page_id", "in", gone)
      .execute();
  }
  const kept = rows.filter((row) => !isGone(row));
  if (kept.length === 0) return;
  await tx
    .insertInto("translated_pages")
    .values(kept)
    .onConflict((on) =>
      on.columns(["organization_id", "space_id", "page_id"]).doUpdateSet((set) => ({
        source_hash: set.ref("excluded.source_hash"),
        target_hash: set.ref("excluded.target_hash"),
        from_hash: set.ref("excluded.from_hash"),
        written_by: set.ref("excluded.written_by"),
        written_at: set.ref("excluded.written_at"),
        problems: set.ref("excluded.problems"),
        status: set.ref("excluded.status"),
      })),
    )
    .execute();
}

/** Pages of one request to the translator, and of one revision. */
export const MOST_AT_ONCE = 10;

/** Pages that the translator may write: never what somebody wrote by hand. */
const pagesToWrite = prepared((read, p: Params<SpaceKey & { readonly after: string }>) =>
  read
    .selectFrom("translated_pages")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("page_id", ">", p("after"))
    .where("status", "in", ["missing", "outdated"])
    .where("target_hash", "is not", null)
    .where((eb) => eb.or([eb("written_by", "is", null), eb("written_by", "=", "translator")]))
    .orderBy("page_id")
    .limit(MOST_AT_ONCE),
);

/** The next pages, at most as many as `most`, after an id that the translator may write. */
export async function nextToWrite(
  read: Read,
  { organization_id, id }: SpaceKey,
  after: string,
  most: number,
): Promise<PageTranslation[]> {
  return (await pagesToWrite.all(read, { organization_id, id, after })).slice(0, most);
}

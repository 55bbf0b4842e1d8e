import type { PresentedShape } from "../../http/operation.ts";
import type { TranslatedPage, TranslatedSpace } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import type { Page } from "../../../engine/page.ts";
import { given, timestamp } from "../../http/shapes.ts";
import type { PageCounts, TranslatedRow, TranslatedThing } from "./spaces.ts";

export function presentTranslated(
  row: TranslatedRow,
  pages: PageCounts,
  { view, edit, admin }: TranslatedThing["rights"],
  { app }: Addresses,
): PresentedShape<typeof TranslatedSpace> {
  return {
    object: "translated-space" as const,
    space: row.space_id,
    source: row.source_id,
    settings: row.settings_id,
    language: row.language,
    automatic: row.automatic === 1,
    ...given("instructions", row.instructions),
    pages,
    createdAt: timestamp(row.created_at),
    permissions: { view, edit, admin },
    urls: { location: `${app}/v1/spaces/${row.space_id}/translation` },
  };
}

/** A page of a translation, with what it is called there if it is there. */
export function presentPage(
  row: Row<"translated_pages">,
  page: Page | undefined,
): PresentedShape<typeof TranslatedPage> {
  return {
    object: "translated-page" as const,
    page: row.page_id,
    ...given("title", page?.title),
    status: row.status,
    ...given("writtenBy", row.written_by),
    problems: JSON.parse(row.problems) as string[],
    ...given("writtenAt", row.written_at === null ? null : timestamp(row.written_at)),
  };
}

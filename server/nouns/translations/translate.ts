/** Commands on spaces that are translations. */
import type { Member } from "../../access/policy.ts";
import { lockOrganization } from "../../access/intern.ts";
import { readHead } from "../../content/commit.ts";
import { queueFollowing, queueTranslator, TRANSLATE_SPACE } from "../../content/head.ts";
import type { Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { duplicateSpace } from "../spaces/duplicate.ts";
import { keepRows, pageRows } from "./pages.ts";
import { languagesOf, type SettingsRow } from "./present.ts";
import { findTranslated, type TranslatedRow } from "./spaces.ts";
import { statusOf } from "./status.ts";

interface NewTranslation {
  readonly settings: SettingsRow;
  readonly source: Row<"spaces">;
  readonly language: string;
  readonly title?: string | undefined;
  readonly member: Member;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Makes a translation of a space: a copy of it, which starts with all pages missing. Takes the same time whatever the
 * space holds; a job counts its pages.
 * @throws 400 for a language that the settings don't name and for a source that is a translation itself, 409 when there
 * is one in the language, 403 where the member may not create, 404 when the source or the settings have gone
 */
export async function createTranslation(
  tx: Write,
  { settings, source, language, title, member, now, newId }: NewTranslation,
): Promise<TranslatedRow> {
  await lockOrganization(tx, source.organization_id);
  await checkLanguage(tx, settings, language);
  if ((await findTranslated(tx, source)) !== undefined)
    throw invalidField("/source", "is a translation itself; name the space that it translates.");
  const existing = await tx
    .selectFrom("translated_spaces")
    .select("space_id")
    .where("organization_id", "=", source.organization_id)
    .where("source_id", "=", source.id)
    .where("settings_id", "=", settings.id)
    .where("language", "=", language)
    .executeTakeFirst();
  if (existing !== undefined) {
    const message = `These settings have a translation of the space to "${language}" already: ${existing.space_id}.`;
    throw conflict("translation-exists", message);
  }
  const copy = await duplicateSpace(tx, source, member, now, newId);
  await tx
    .updateTable("spaces")
    .set({ title: title ?? source.title, language })
    .where("organization_id", "=", copy.organization_id)
    .where("id", "=", copy.id)
    .execute();
  const head = await readHead(tx, copy);
  if (head === undefined) throw new Error(`space ${copy.id} has no head`);
  const row = await tx
    .insertInto("translated_spaces")
    .values({
      organization_id: copy.organization_id,
      space_id: copy.id,
      settings_id: settings.id,
      source_id: source.id,
      language,
      source_root: head.root,
      target_root: head.root,
      pending: JSON.stringify({ source: null, target: null }),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await queueFollowing(tx, copy, now, newId);
  return row;
}

async function checkLanguage(
  tx: Write,
  { organization_id, id }: SettingsRow,
  language: string,
): Promise<void> {
  const row = await tx
    .selectFrom("translation_settings")
    .select("languages")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound("The translation settings");
  if (!languagesOf(row).includes(language))
    throw invalidField("/language", "is none of these settings' languages; add it to them first.");
}

/** Sets what the translator does by itself and what it is told. @throws 404 when it is no translation any more */
export async function updateTranslation(
  tx: Write,
  space: SpaceKey,
  { automatic, instructions }: { automatic?: boolean | undefined; instructions?: string | null | undefined },
  { now, newId }: { now: number; newId: () => string },
): Promise<TranslatedRow> {
  const row = await tx
    .updateTable("translated_spaces")
    .set({
      ...(automatic === undefined ? {} : { automatic: automatic ? 1 : 0 }),
      ...(instructions === undefined ? {} : { instructions }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", space.organization_id)
    .where("space_id", "=", space.id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The translation");
  await queueFollowing(tx, space, now, newId);
  return row;
}

/** Lets a translation be a space like any other. @throws 404 the second time */
export async function endTranslation(tx: Write, { organization_id, id }: SpaceKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("translated_spaces")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The translation");
}

/**
 * Says that pages are translations of what their source says today.
 * @throws 400 for a page that one of the two spaces lacks
 */
export async function confirmPages(
  tx: Write,
  space: SpaceKey,
  pages: readonly string[],
  now: number,
): Promise<void> {
  const rows = await pageRows(tx, space, pages);
  const confirmed = pages.map((page, index) => {
    const row = rows.get(page);
    if (row === undefined || row.source_hash === null || row.target_hash === null)
      throw invalidField(`/pages/${index}`, "is no page of both the translation and its source.");
    const written = { written_by: "hand" as const, written_at: now, problems: "[]" };
    const next = { ...row, ...written, from_hash: row.source_hash };
    return { ...next, status: statusOf(next) };
  });
  await keepRows(tx, space, confirmed);
}

export function noTranslator(): Error {
  return conflict("no-translator", "No translator is named: set LECTERN_TRANSLATOR_URL.");
}

/** Queues a run of the translator, or finds the one that is under way. */
export async function startTranslator(
  tx: Write,
  space: SpaceKey,
  asked: { now: number; newId: () => string; createdBy?: string | undefined },
): Promise<Row<"jobs">> {
  await queueTranslator(tx, space, asked);
  return tx
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "=", TRANSLATE_SPACE)
    .where("space_id", "=", space.id)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
}

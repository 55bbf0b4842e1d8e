import { lockOrganization } from "../../access/intern.ts";
import type { Write } from "../../db/database.ts";
import { conflict, notFound } from "../../http/errors.ts";
import type { SettingsRow } from "./present.ts";

/** Most translation settings of one organization. */
const MOST = 100;

interface SettingsFields {
  readonly title: string;
  readonly languages?: readonly string[] | undefined;
}

/** Makes translation settings. @throws 409 when the organization has too many */
export async function createSettings(
  tx: Write,
  { id, organization, title, languages = [], now }: SettingsFields & NewSettings,
): Promise<SettingsRow> {
  await lockOrganization(tx, organization);
  const { count } = await tx
    .selectFrom("translation_settings")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count >= MOST) {
    throw conflict(
      "too-many-translation-settings",
      `An organization has at most ${MOST} translation settings. Delete one, or add languages to one.`,
    );
  }
  return tx
    .insertInto("translation_settings")
    .values({
      id,
      organization_id: organization,
      title,
      languages: JSON.stringify(languages),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface NewSettings {
  readonly id: string;
  readonly organization: string;
  readonly now: number;
}

/** Sets the title and, where they are given, the languages. @throws 404 when they are gone */
export async function updateSettings(
  tx: Write,
  { organization_id, id }: SettingsRow,
  { title, languages }: SettingsFields,
  now: number,
): Promise<SettingsRow> {
  const row = await tx
    .updateTable("translation_settings")
    .set({
      title,
      ...(languages === undefined ? {} : { languages: JSON.stringify(languages) }),
      updated_at: now,
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The translation settings");
  return row;
}

/** Deletes translation settings; spaces that were translations by them stay, as spaces. @throws 404 the second time */
export async function deleteSettings(tx: Write, { organization_id, id }: SettingsRow): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("translation_settings")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The translation settings");
}

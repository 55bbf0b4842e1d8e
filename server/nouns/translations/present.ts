import type { PresentedShape } from "../../http/operation.ts";
import type { TranslationSettings } from "./schema.ts";
import type { TranslationSettingsRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { timestamp } from "../../http/shapes.ts";

export type SettingsRow = Row<"translation_settings">;

/** The languages of settings, as they are stored. */
export function languagesOf({ languages }: Pick<SettingsRow, "languages">): string[] {
  return JSON.parse(languages) as string[];
}

export function presentSettings(
  row: SettingsRow,
  { view, edit }: TranslationSettingsRights,
  { app }: Addresses,
): PresentedShape<typeof TranslationSettings> {
  return {
    object: "translation-settings" as const,
    id: row.id,
    title: row.title,
    languages: languagesOf(row),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    permissions: { view, edit },
    urls: { location: `${app}/v1/orgs/${row.organization_id}/translations/${row.id}` },
  };
}

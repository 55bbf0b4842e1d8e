import { translationSettingsRights, type TranslationSettingsRights } from "../../access/table.ts";
import type { Member } from "../../access/policy.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { RowPage } from "../../http/list.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import type { SettingsRow } from "./present.ts";

interface SettingsThing extends LoadedThing {
  readonly settings: SettingsRow;
  readonly member: Member;
  readonly rights: TranslationSettingsRights;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("translation_settings")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** The translation settings that the path names, with the caller's rights. */
export async function loadSettings({ deps, identity, params }: LoadCall): Promise<SettingsThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const member = await deps.members.find(organization, identity);
  if (member === undefined) return undefined;
  const id = params["translationSettingsId"] ?? "";
  const settings = await byId.first(deps.db.read, { organization, id });
  const rights = translationSettingsRights(member.role);
  return settings && { settings, member, rights, version: versioned("translation_settings", settings) };
}

/** The translation settings of an organization, oldest first. */
export async function listSettings(
  read: Read,
  organization: string,
  paging: Paging,
): Promise<RowPage<SettingsRow>> {
  const query = read.selectFrom("translation_settings").where("organization_id", "=", organization);
  return oldestFirst(query, paging);
}

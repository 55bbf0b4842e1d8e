import { translationSettingsRights } from "../../access/table.ts";
import { queueTranslator } from "../../content/head.ts";
import { listOf, NO_ROWS, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createSettings, deleteSettings, updateSettings } from "./commands.ts";
import { languagesOf, presentSettings, type SettingsRow } from "./present.ts";
import { listSettings, loadSettings } from "./queries.ts";
import { glossaryOperations } from "./glossaryRoutes.ts";
import * as schema from "./schema.ts";
import { metaLinkOperations } from "./metaLinks.ts";
import { translatedSpaceOperations } from "./spaceRoutes.ts";
import { translatedUnder } from "./spaces.ts";
import { noTranslator } from "./translate.ts";

const noun = "The translation settings";
const all = "/orgs/:organizationId/translations";
const one = `${all}/:translationSettingsId`;

const target = ({ organization_id: organization, id, title }: SettingsRow) => ({
  organization,
  target: { type: "translation-settings", id, label: title },
});

const traced = (row: SettingsRow) => ({ title: row.title, languages: languagesOf(row) });

export const translationOperations = chapter("Translations", [
  op({
    method: "GET",
    url: all,
    operationId: "listTranslationSettings",
    call: "translations.list",
    summary: "List the translation settings of an organization",
    description: "The oldest first. Guests see none.",
    scopes: [],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: schema.OrganizationParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.TranslationSettings) },
    handler: async ({ deps, thing: { organization, member }, paging }) => {
      const rights = translationSettingsRights(member.role);
      const page = rights.view ? await listSettings(deps.db.read, organization.id, paging) : NO_ROWS;
      return pageOf(page, (row) => presentSettings(row, rights, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createTranslationSettings",
    call: "translations.create",
    summary: "Create translation settings",
    description:
      "They name the languages into which content is translated. Without `languages` there are none yet.",
    scopes: [],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: schema.OrganizationParams, body: schema.WriteSettings },
    answers: { 201: schema.TranslationSettings },
    tagged: true,
    handler: ({ deps, thing: { organization, member }, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await createSettings(tx, { id: newId(), organization: organization.id, now, ...body });
        await trace({ action: "translation-settings.create", ...target(row), after: traced(row) });
        const rights = translationSettingsRights(member.role);
        return created(presentSettings(row, rights, deps.addresses), row.version);
      }),
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getTranslationSettings",
    call: "translations.get",
    summary: "Get translation settings",
    scopes: [],
    access: holding(noun, loadSettings, "view"),
    shapes: { params: schema.SettingsParams },
    answers: { 200: schema.TranslationSettings },
    tagged: true,
    handler: ({ deps, thing: { settings, rights } }) =>
      ok(presentSettings(settings, rights, deps.addresses), settings.version),
  }),
  op({
    method: "PUT",
    url: one,
    operationId: "updateTranslationSettings",
    call: "translations.update",
    summary: "Update translation settings",
    description:
      "Sets the title. `languages` replaces the list; spaces that are translated already stay translated.",
    scopes: [],
    access: holding(noun, loadSettings, "edit"),
    shapes: { params: schema.SettingsParams, body: schema.WriteSettings },
    answers: { 200: schema.TranslationSettings },
    tagged: true,
    handler: ({ deps, thing: { settings, rights }, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await updateSettings(tx, settings, body, now);
        const [before, after] = [traced(settings), traced(row)];
        await trace({ action: "translation-settings.update", ...target(row), before, after });
        return ok(presentSettings(row, rights, deps.addresses), row.version);
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteTranslationSettings",
    call: "translations.delete",
    summary: "Delete translation settings",
    description: "Translated spaces stay, but no longer follow their sources.",
    scopes: [],
    access: holding(noun, loadSettings, "edit"),
    shapes: { params: schema.SettingsParams },
    answers: { 205: null },
    handler: ({ thing: { settings }, change }) =>
      change(async ({ tx, trace }) => {
        await deleteSettings(tx, settings);
        await trace({ action: "translation-settings.delete", ...target(settings), before: traced(settings) });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: `${one}/run`,
    operationId: "runTranslation",
    call: "translations.run",
    summary: "Translate all missing and outdated pages of translation settings",
    description:
      "Uses the operator's translator; without one you get a 409. Each space has a job of its own.",
    scopes: [],
    access: holding(noun, loadSettings, "edit"),
    shapes: { params: schema.SettingsParams },
    answers: { 204: null },
    handler: ({ deps, thing: { settings }, change }) =>
      change(async ({ tx, now, newId, by, trace }) => {
        if (deps.translator === undefined) throw noTranslator();
        const spaces = await translatedUnder(tx, settings);
        for (const space of spaces) await queueTranslator(tx, space, { now, newId, createdBy: by });
        const after = { spaces: spaces.map(({ id }) => id) };
        await trace({ action: "translation-settings.run", ...target(settings), after });
        return empty(204);
      }),
  }),
  ...translatedSpaceOperations,
  ...metaLinkOperations,
  ...glossaryOperations,
]);

import { readSpace } from "../../access/spaces.ts";
import { currentSpace } from "../spaces/commands.ts";
import { roleWithin } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { readHead } from "../../content/commit.ts";
import { readPages } from "../../../engine/tree.ts";
import { forbidden, invalidField } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import type { Member } from "../../access/policy.ts";
import { jobUrl, presentJob } from "../jobs/present.ts";
import { Job } from "../jobs/schema.ts";
import { presentPage, presentTranslated } from "./presentSpace.ts";
import { loadSettings } from "./queries.ts";
import * as schema from "./schema.ts";
import {
  countsOf,
  listPages,
  listTranslated,
  loadTranslated,
  type PageCounts,
  type TranslatedThing,
} from "./spaces.ts";
import {
  confirmPages,
  createTranslation,
  endTranslation,
  noTranslator,
  startTranslator,
  updateTranslation,
} from "./translate.ts";

const under = "/orgs/:organizationId/translations/:translationSettingsId/spaces";
const one = "/spaces/:spaceId/translation";
const noun = "The translation";

const target = (space: Pick<Row<"spaces">, "id" | "title" | "organization_id">) => ({
  organization: space.organization_id,
  target: { type: "space", id: space.id, label: space.title },
});

/** @throws 400 for a space that is not there or not to be seen, 403 for one that the member may not copy */
async function reachSource(
  tx: Read,
  organization: string,
  member: Member,
  id: string,
): Promise<Row<"spaces">> {
  const space = await readSpace(tx, { organization_id: organization, id });
  const rights = space && spaceRights(await roleWithin(tx, space, member));
  if (space?.deleted_at !== null) throw invalidField("/source", "is no space of this organization.");
  if (!rights?.view) throw invalidField("/source", "is no space of this organization.");
  if (!rights.admin) throw forbidden('Copying the source takes the right "admin" on it.');
  return space;
}

async function answer(deps: Deps, { translated, rights }: TranslatedThing) {
  const { space_id: space, version } = translated;
  const counts = await countsOf(deps.db.read, translated.organization_id, [space]);
  return ok(presentTranslated(translated, counts.get(space) as PageCounts, rights, deps.addresses), version);
}

export const translatedSpaceOperations = chapter("Translations", [
  op({
    method: "GET",
    url: under,
    operationId: "listTranslatedSpaces",
    call: "translations.spaces.list",
    summary: "List the translations of spaces under translation settings",
    description: "The oldest first, for administrators.",
    scopes: [],
    access: holding("The translation settings", loadSettings, "edit"),
    shapes: { params: schema.SettingsParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.TranslatedSpace) },
    handler: async ({ deps, thing: { settings }, paging }) => {
      const page = await listTranslated(deps.db.read, settings, paging);
      const counts = await countsOf(
        deps.db.read,
        settings.organization_id,
        page.rows.map(({ space_id }) => space_id),
      );
      const rights = { view: true, edit: true, admin: true };
      return pageOf(page, (row) =>
        presentTranslated(row, counts.get(row.space_id) as PageCounts, rights, deps.addresses),
      );
    },
  }),
  op({
    method: "POST",
    url: under,
    operationId: "createTranslatedSpace",
    call: "translations.spaces.create",
    summary: "Begin a translation of a space",
    description:
      "Creates a space next to the source, with its content and open to the same people, for one of the settings' languages. " +
      "Pages have the same ids in both. From then on it takes in what the source changes, and keeps what is translated in it.",
    scopes: [],
    access: holding("The translation settings", loadSettings, "edit"),
    shapes: { params: schema.SettingsParams, body: schema.CreateTranslatedSpace },
    answers: { 201: schema.TranslatedSpace },
    tagged: true,
    handler: ({ deps, thing: { settings, member }, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const { language, title } = body;
        const source = await reachSource(tx, settings.organization_id, member, body.source);
        const row = await createTranslation(tx, { settings, source, language, title, member, now, newId });
        const space = await currentSpace(tx, row.space_id, settings.organization_id);
        await trace({ action: "space.duplicate", ...target(space), after: { source: source.id } });
        await trace({
          action: "space.translation.create",
          ...target(space),
          after: { source: source.id, language },
        });
        const counts = await countsOf(tx, space.organization_id, [space.id]);
        const rights = { view: true, edit: true, admin: true };
        const pages = counts.get(space.id) as PageCounts;
        return created(presentTranslated(row, pages, rights, deps.addresses), row.version);
      }),
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getSpaceTranslation",
    call: "spaces.translation.get",
    summary: "Get the translation of a space",
    description:
      "With how many of its pages are up to date; a change in either space counts within about a second. A space that is " +
      "no translation answers 404.",
    scopes: ["space:read"],
    access: holding(noun, loadTranslated, "view"),
    shapes: { params: schema.SpaceParams },
    answers: { 200: schema.TranslatedSpace },
    tagged: true,
    handler: ({ deps, thing }) => answer(deps, thing),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateSpaceTranslation",
    call: "spaces.translation.update",
    summary: "Set the translator of a translation",
    scopes: ["space:write"],
    access: holding(noun, loadTranslated, "admin"),
    shapes: { params: schema.SpaceParams, body: schema.UpdateTranslation },
    answers: { 200: schema.TranslatedSpace },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await updateTranslation(tx, thing.space, body, { now, newId });
        await trace({ action: "space.translation.update", ...target(thing.space), after: body });
        return answer(deps, { ...thing, translated: row });
      }),
  }),
  op({
    method: "POST",
    url: `${one}/run`,
    operationId: "runSpaceTranslation",
    call: "spaces.translation.run",
    summary: "Translate missing and outdated pages",
    description:
      "Uses the translator that the operator has set up; without one, the answer is 409. Pages that somebody wrote by " +
      "hand stay as they are. The job shows its progress, and can be cancelled.",
    scopes: ["space:write"],
    access: holding(noun, loadTranslated, "admin"),
    shapes: { params: schema.SpaceParams },
    answers: { 202: Job },
    handler: ({ deps, thing: { space }, change }) =>
      change(async ({ tx, now, newId, by, trace }) => {
        if (deps.translator === undefined) throw noTranslator();
        const job = await startTranslator(tx, space, { now, newId, createdBy: by });
        await trace({ action: "space.translation.run", ...target(space), after: { job: job.id } });
        const headers = { location: jobUrl(deps.addresses, job.id) };
        return { status: 202, body: presentJob(job, deps.addresses), headers };
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteSpaceTranslation",
    call: "spaces.translation.delete",
    summary: "End a translation",
    description: "The space stays with its content, as one that nothing keeps in step.",
    scopes: ["space:write"],
    access: holding(noun, loadTranslated, "admin"),
    shapes: { params: schema.SpaceParams },
    answers: { 204: null },
    handler: ({ thing: { space, translated }, change }) =>
      change(async ({ tx, trace }) => {
        await endTranslation(tx, space);
        const before = { source: translated.source_id, language: translated.language };
        await trace({ action: "space.translation.delete", ...target(space), before });
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: `${one}/pages`,
    operationId: "listTranslatedPages",
    call: "spaces.translation.listPages",
    summary: "List the pages of a translation by their status",
    description: "In the order of their ids: pages of the translation, of its source, or of both.",
    scopes: ["space:read"],
    access: holding(noun, loadTranslated, "view"),
    shapes: { params: schema.SpaceParams, query: schema.ListPagesQuery },
    answers: { 200: listOf(schema.TranslatedPage) },
    handler: async ({ deps, thing: { space }, query, paging }) => {
      const page = await listPages(deps.db.read, space, query.status, paging);
      const head = await readHead(deps.db.read, space);
      const content = deps.content.of(space.organization_id);
      const ids = page.rows.map(({ page_id }) => page_id);
      const pages = head && (await readPages(content.nodes, await content.root(head.root), ids));
      return pageOf(page, (row) => presentPage(row, pages?.get(row.page_id)));
    },
  }),
  op({
    method: "POST",
    url: `${one}/pages`,
    operationId: "confirmTranslatedPages",
    call: "spaces.translation.confirmPages",
    summary: "Confirm pages of a translation as current",
    description:
      "For changes of the source that ask for no other words, and for pages that read the same in both languages.",
    scopes: ["space:write"],
    access: holding(noun, loadTranslated, "edit"),
    shapes: { params: schema.SpaceParams, body: schema.ConfirmPages },
    answers: { 204: null },
    handler: ({ thing: { space }, body: { pages }, change }) =>
      change(async ({ tx, now, trace }) => {
        await confirmPages(tx, space, pages, now);
        await trace({
          action: "space.translation.confirm",
          ...target(space),
          after: { pages: pages.length },
        });
        return empty(204);
      }),
  }),
]);

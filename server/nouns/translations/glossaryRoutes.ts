import { translationSettingsRights } from "../../access/table.ts";
import { listOf, NO_ROWS, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { changeGlossary, listEntries, loadEntry, presentEntry } from "./glossary.ts";
import { GlossaryEntry, GlossaryEntryParams, UpdateGlossary } from "./glossarySchema.ts";
import { ListQuery, OrganizationParams } from "./schema.ts";

const all = "/orgs/:organizationId/translations-glossary";

export const glossaryOperations = chapter("Translations", [
  op({
    method: "GET",
    url: all,
    operationId: "listGlossaryEntries",
    call: "glossary.list",
    summary: "List the entries of an organization's glossary",
    description: "The oldest first. Guests see none.",
    scopes: [],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: OrganizationParams, query: ListQuery },
    answers: { 200: listOf(GlossaryEntry) },
    handler: async ({ deps, thing: { organization, member }, paging }) => {
      const page = translationSettingsRights(member.role).view
        ? await listEntries(deps.db.read, organization.id, paging)
        : NO_ROWS;
      return pageOf(page, (row) => presentEntry(row, deps.addresses));
    },
  }),
  op({
    method: "GET",
    url: `${all}/:glossaryEntryId`,
    operationId: "getGlossaryEntry",
    call: "glossary.get",
    summary: "Get an entry of a glossary",
    scopes: [],
    access: holding("The glossary entry", loadEntry, "view"),
    shapes: { params: GlossaryEntryParams },
    answers: { 200: GlossaryEntry },
    tagged: true,
    handler: ({ deps, thing: { entry } }) => ok(presentEntry(entry, deps.addresses), entry.version),
  }),
  op({
    method: "PUT",
    url: all,
    operationId: "updateGlossaryEntries",
    call: "glossary.update",
    summary: "Insert, update and delete entries of a glossary",
    description:
      "All of the operations take effect, or none. The translator gets them with later requests; existing translations stay as they are.",
    scopes: [],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, body: UpdateGlossary },
    answers: { 204: null },
    handler: ({ thing: { organization }, body: { operations }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await changeGlossary(tx, operations, { organization: organization.id, now, newId });
        const countOf = (wanted: string): number => operations.filter(({ type }) => type === wanted).length;
        await trace({
          action: "glossary.update",
          organization: organization.id,
          target: { type: "organization", id: organization.id, label: organization.title },
          after: { inserted: countOf("insert"), updated: countOf("update"), deleted: countOf("delete") },
        });
        return empty(204);
      }),
  }),
]);

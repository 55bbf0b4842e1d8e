import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Read } from "../../db/database.ts";
import { tooLarge } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createFont, deleteFont, patchFont } from "./commands.ts";
import { presentFont } from "./present.ts";
import { facesOf, type FontThing, listFonts, loadFont } from "./queries.ts";
import * as schema from "./schema.ts";
import { keyOf, LARGEST_UPLOAD, signUploadAddress } from "./uploadAddress.ts";

const noun = "The font";
const all = "/orgs/:organizationId/fonts";
const one = `${all}/:fontId`;

const target = (font: Row<"fonts">) => ({
  organization: font.organization_id,
  target: { type: "font", id: font.id, label: font.family },
});

/** A font as it is answered, read where it was just changed. */
async function answer(deps: Deps, read: Read, font: Row<"fonts">, edit: boolean) {
  return ok(presentFont(deps, font, await facesOf(read, font.organization_id, [font]), edit), font.version);
}

export const fontOperations = chapter("Fonts", [
  op({
    method: "POST",
    url: "/orgs/:organizationId/storage/upload",
    operationId: "generateStorageUploadURL",
    call: "storage.createUpload",
    summary: "Get an upload address for a file",
    description:
      "Send the bytes of the file to the address in one `PUT`, without a token, within ten minutes. Fonts are WOFF2 or WOFF and can have 5 MiB. Then make a font with the `key`. A file that no font uses is deleted after a day.",
    scopes: ["organization:write"],
    access: holding("The organization", loadOrganization, "createSite"),
    shapes: { params: schema.OrganizationParams, body: schema.GenerateUploadUrl },
    answers: { 201: schema.UploadUrl },
    handler: ({ deps, thing: { organization }, body: { file }, change }) => {
      if (file.size > LARGEST_UPLOAD) throw tooLarge("A font has at most 5 MiB.");
      return change(async ({ now, newId, trace }) => {
        const upload = { organization: organization.id, id: newId(), size: file.size };
        const named = { type: "upload", id: upload.id, label: file.name };
        await trace({ action: "storage.upload", organization: organization.id, target: named });
        const url = signUploadAddress(deps, upload, now);
        const key = keyOf(upload);
        return { status: 201, body: { object: "storage-signed-url", url, key }, headers: { location: url } };
      });
    },
  }),
  op({
    method: "GET",
    url: all,
    operationId: "listCustomFonts",
    call: "fonts.list",
    summary: "List the fonts of an organization",
    description: "The oldest first.",
    scopes: ["organization:read"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: schema.OrganizationParams, query: schema.ListFontsQuery },
    answers: { 200: listOf(schema.Font) },
    handler: async ({ deps, thing: { organization, rights }, paging }) => {
      const page = await listFonts(deps.db.read, organization.id, paging);
      const faces = await facesOf(deps.db.read, organization.id, page.rows);
      return pageOf(page, (row) => presentFont(deps, row, faces, rights.createSite));
    },
  }),
  op({
    method: "PUT",
    url: all,
    operationId: "createCustomFont",
    call: "fonts.create",
    summary: "Create a font from uploaded files",
    description:
      "A font has a file for each weight, including the regular one (400). Use the answer, without `permissions`, as `font` or `monospaceFont` of a site's look.",
    scopes: ["organization:write"],
    access: holding("The organization", loadOrganization, "createSite"),
    shapes: { params: schema.OrganizationParams, body: schema.CreateFont },
    answers: { 201: schema.Font },
    tagged: true,
    handler: ({ deps, thing: { organization }, body, change }) =>
      change(async (running) => {
        const font = await createFont(running, organization.id, body.fontFamily, body.fontFaces);
        await running.trace({ action: "font.create", ...target(font), after: body });
        const location = `${deps.addresses.app}/v1/orgs/${organization.id}/fonts/${font.id}`;
        return {
          ...(await answer(deps, running.tx, font, true)),
          status: 201 as const,
          headers: { location },
        };
      }),
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getCustomFont",
    call: "fonts.get",
    summary: "Get a font",
    scopes: ["organization:read"],
    access: holding(noun, loadFont, "view"),
    shapes: { params: schema.FontParams },
    answers: { 200: schema.Font },
    tagged: true,
    handler: ({ deps, thing: { font, rights } }) => answer(deps, deps.db.read, font, rights.edit),
  }),
  op({
    method: "POST",
    url: one,
    operationId: "updateCustomFont",
    call: "fonts.update",
    summary: "Change a font",
    description:
      "Weights that you don't name stay; `storageKey: null` removes one. Sites keep the font as it was when you set their look; set the look again after this.",
    scopes: ["organization:write"],
    access: holding<FontThing>(noun, loadFont, "edit"),
    shapes: { params: schema.FontParams, body: schema.UpdateFont },
    answers: { 201: schema.Font },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, trace }) => {
        const font = await patchFont(tx, thing.font, body);
        await trace({ action: "font.update", ...target(font), after: body });
        return { ...(await answer(deps, tx, font, true)), status: 201 as const };
      }),
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteCustomFont",
    call: "fonts.delete",
    summary: "Delete a font",
    description:
      "Deletes the font with its files. Sites that use it show a font of the reader's system instead.",
    scopes: ["organization:write"],
    access: holding<FontThing>(noun, loadFont, "edit"),
    shapes: { params: schema.FontParams },
    answers: { 205: null },
    handler: ({ thing: { font }, change }) =>
      change(async ({ tx, trace }) => {
        await deleteFont(tx, font);
        await trace({ action: "font.delete", ...target(font) });
        return empty(205);
      }),
  }),
]);

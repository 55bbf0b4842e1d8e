import type { Row } from "../../../db/schema.ts";
import { notFound } from "../../../http/errors.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import type { SitePart } from "../site/partOfSite.ts";
import { findSite, loadSite, type SiteThing } from "../site/queries.ts";
import { loadSiteSpace } from "../site-spaces/queries.ts";
import { patchOverrides, putCustomization } from "./commands.ts";
import { queueCopies } from "./copies.ts";
import * as schema from "./schema.ts";
import {
  customizationPut,
  type Overrides,
  overridesOf,
  siteCustomization,
  toldCustomization,
  variantCustomization,
} from "./settings.ts";

const url = "/orgs/:organizationId/sites/:siteId/customization";
const variantUrl = "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization";

type Place = Pick<Row<"site_spaces">, "customization" | "version">;

const shown = ({ site }: Pick<SiteThing, "site">, place: Place) =>
  ok(
    {
      ...toldCustomization(variantCustomization(site, place.customization)),
      hasOverrides: place.customization !== null,
      overrides: overridesOf(place.customization),
    },
    place.version,
  );

const targetOf = ({ site, place }: SitePart<"place", "site_spaces">) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-space", id: place.id, label: place.path },
});

export const customizationOperations = chapter("Sites", [
  op({
    method: "GET",
    url,
    operationId: "getSiteCustomizationById",
    call: "sites.customization.get",
    summary: "Get the customization of a site",
    scopes: ["site:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: schema.SiteParams, query: schema.CustomizationQuery },
    answers: { 200: schema.Customization },
    tagged: true,
    handler: ({ thing: { site } }) => ok(toldCustomization(siteCustomization(site)), site.version),
  }),
  op({
    method: "PUT",
    url,
    operationId: "updateSiteCustomizationById",
    call: "sites.customization.update",
    summary: "Replace the customization of a site",
    description:
      "Replaces all settings; readers see them at once. Lectern copies pictures and fonts from their addresses soon after, and shows the copies.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: schema.SiteParams, body: schema.PutCustomization },
    answers: { 200: schema.Customization },
    tagged: true,
    handler: ({ thing, body, change }) =>
      change(async (running) => {
        const { id, organization_id: organization, title: label } = thing.site;
        await putCustomization(running.tx, thing.site, customizationPut(body, siteCustomization(thing.site)));
        await queueCopies(running, thing.site);
        const target = { type: "site", id, label };
        await running.trace({ action: "site.customization.update", organization, target });
        const row = await findSite(running.tx, organization, id);
        if (row === undefined) throw notFound("The site");
        return ok(toldCustomization(siteCustomization(row)), row.version);
      }),
  }),
  op({
    method: "GET",
    url: variantUrl,
    operationId: "getSiteSpaceCustomizationById",
    call: "sites.siteSpaces.getCustomization",
    summary: "Get the customization of a variant",
    description: "The site's settings, overridden by those of the variant.",
    scopes: ["site:read"],
    access: holding("The site-space", loadSiteSpace, "view"),
    shapes: { params: schema.SiteSpaceParams, query: schema.CustomizationQuery },
    answers: { 200: schema.SiteSpaceCustomization },
    tagged: true,
    handler: ({ thing }) => shown(thing, thing.place),
  }),
  op({
    method: "PATCH",
    url: variantUrl,
    operationId: "overrideSiteSpaceCustomizationById",
    call: "sites.siteSpaces.overrideCustomization",
    summary: "Change the customization of a variant",
    description: "Fields that you leave out stay; `null` gives a field the site's value again.",
    scopes: ["site:write"],
    access: holding("The site-space", loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams, body: schema.CustomizationOverrides },
    answers: { 200: schema.SiteSpaceCustomization },
    tagged: true,
    handler: ({ thing, body, change }) =>
      change(async (running) => {
        const { tx, trace } = running;
        await patchOverrides(tx, thing.place, body as Overrides);
        await queueCopies(running, thing.site);
        await trace({ action: "site-space.customization.update", ...targetOf(thing) });
        const after = await tx
          .selectFrom("site_spaces")
          .select(["customization", "version"])
          .where("organization_id", "=", thing.place.organization_id)
          .where("id", "=", thing.place.id)
          .executeTakeFirstOrThrow();
        return shown(thing, after);
      }),
  }),
  op({
    method: "DELETE",
    url: variantUrl,
    operationId: "deleteSiteSpaceCustomizationById",
    call: "sites.siteSpaces.deleteCustomization",
    summary: "Remove the customization of a variant",
    scopes: ["site:write"],
    access: holding("The site-space", loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, trace }) => {
        await patchOverrides(tx, thing.place, undefined);
        await trace({ action: "site-space.customization.delete", ...targetOf(thing) });
        return empty(205);
      }),
  }),
]);

import type { Deps } from "../../../deps.ts";
import type { Row } from "../../../db/schema.ts";
import type { RunningChange } from "../../../http/change.ts";
import { chapter, holding, ok, op } from "../../../http/operation.ts";
import { given } from "../../../http/shapes.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { ensureAuth, patchAuth } from "./commands.ts";
import { checkedFallback } from "./fallback.ts";
import { newSealedKey } from "./key.ts";
import { presentAuth } from "./present.ts";
import { keepLookDraft, triedLook, triedOverrides } from "../customization/commands.ts";
import { type Overrides, siteCustomization } from "../customization/settings.ts";
import { previewOf, readClaims } from "./preview.ts";
import { loadAuth } from "./queries.ts";
import * as schema from "./schema.ts";

const url = "/orgs/:organizationId/sites/:siteId/publishing";

const target = ({ site }: Pick<SiteThing, "site">) => ({
  organization: site.organization_id,
  target: { type: "site", id: site.id, label: site.title },
});

/** What the log has of a change. */
const told = ({ backend, installation_id, fallback_url }: Row<"site_auth">) => ({
  backend,
  ...given("installation", installation_id),
  fallbackURL: fallback_url,
});

/** The row to change, made when nobody has asked for it before. */
async function authOf(
  deps: Deps,
  { tx, now, trace }: RunningChange,
  thing: SiteThing,
): Promise<Row<"site_auth">> {
  const { row, isNew } = await ensureAuth(tx, deps.secrets, thing.site, now);
  if (isNew) await trace({ action: "site.auth.create", ...target(thing) });
  return row;
}

export const publishingOperations = chapter("Sites", [
  op({
    method: "GET",
    url: `${url}/auth`,
    operationId: "getSitePublishingAuthById",
    call: "sites.visitorAuth.get",
    summary: "Get the visitor authentication of a site",
    description:
      "Includes the key that signs visitors' tokens; Lectern makes it when you first ask for it. Needs permission to change the site, because anybody who has the key can sign in as any visitor.",
    scopes: ["site:auth:read", "site:visitor:auth"],
    access: holding("The site", loadAuth, "edit"),
    shapes: { params: SiteParams },
    answers: { 200: schema.PublishingAuth },
    tagged: true,
    handler: async ({ deps, thing, change }) => {
      const { auth } = thing;
      if (auth !== undefined) return ok(presentAuth(auth, deps.secrets), auth.version);
      return change(async (running) => {
        const row = await authOf(deps, running, thing);
        return ok(presentAuth(row, deps.secrets), row.version);
      });
    },
  }),
  op({
    method: "PATCH",
    url: `${url}/auth`,
    operationId: "updateSitePublishingAuthById",
    call: "sites.visitorAuth.update",
    summary: "Change the visitor authentication of a site",
    description:
      "`fallbackURL` is the login of the site's visitors. Visitors without a valid token are sent there, with the requested path in `location`.",
    scopes: ["site:auth:write"],
    access: holding("The site", loadAuth, "edit"),
    shapes: { params: SiteParams, body: schema.UpdatePublishingAuth },
    answers: { 200: schema.PublishingAuth },
    tagged: true,
    handler: ({ deps, thing, body, expectedVersion, identity, change }) =>
      change(async (running) => {
        const { backend, fallbackURL } = body;
        const fallbackUrl =
          typeof fallbackURL === "string"
            ? checkedFallback(fallbackURL, deps.addresses, thing.site)
            : fallbackURL;
        const before = await authOf(deps, running, thing);
        const changed = { backend, fallbackUrl, installation: identity.installation?.id };
        const row = await patchAuth(running.tx, thing.site, changed, running.now, expectedVersion);
        await running.trace({
          action: "site.auth.update",
          ...target(thing),
          before: told(before),
          after: told(row),
        });
        return ok(presentAuth(row, deps.secrets), row.version);
      }),
  }),
  op({
    method: "POST",
    url: `${url}/auth/regenerate`,
    operationId: "regenerateSitePublishingAuthById",
    call: "sites.visitorAuth.regenerate",
    summary: "Replace the visitor key of a site",
    description:
      "The old key ends at once, its tokens with it, and visitors have to sign in again. The two keys are never valid together, because keys are replaced when they have leaked.",
    scopes: ["site:auth:write"],
    access: holding("The site", loadAuth, "edit"),
    shapes: { params: SiteParams },
    answers: { 200: schema.PublishingAuth },
    tagged: true,
    handler: ({ deps, thing, expectedVersion, change }) =>
      change(async (running) => {
        await authOf(deps, running, thing);
        const { id } = thing.site;
        const sealed = newSealedKey(deps.secrets, id);
        const row = await patchAuth(running.tx, thing.site, { sealed }, running.now, expectedVersion);
        await running.trace({ action: "site.auth.regenerate", ...target(thing) });
        return ok(presentAuth(row, deps.secrets), row.version);
      }),
  }),
  op({
    method: "GET",
    url: `${url}/preview`,
    operationId: "getSitePublishingPreviewById",
    call: "sites.getPreview",
    summary: "Get the address of a preview",
    description:
      "The address works for an hour. It shows the site, published or not, as a visitor with these `claims` sees it. Below it, `~/changes/<number>/` shows a change request of the variant's space and `~/revisions/<id>/` a revision of it. Anybody who has the address can read all this, as far as you can see the spaces, and until you lose permission to edit the site.",
    scopes: ["site:auth:read", "site:preview"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, query: schema.PreviewQuery },
    answers: { 200: schema.Preview },
    handler: async ({ deps, thing, query: { siteSpace, claims } }) => {
      const read = claims === undefined ? undefined : readClaims(claims);
      const { address } = await previewOf(deps, thing, { siteSpace, claims: read });
      return ok({ url: address });
    },
  }),
  op({
    method: "POST",
    url: `${url}/preview`,
    operationId: "createSitePublishingPreview",
    call: "sites.createPreview",
    summary: "Preview a site with unsaved changes",
    description:
      "`customization` shows the site with these settings, `overrides` the variant as a `PATCH` of its customization would make it, and `changeRequest` or `revision` the content of one. Nobody else sees it. Lectern keeps your last 20 for an hour.",
    scopes: ["site:auth:write", "site:preview"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.CreatePreview },
    answers: { 201: schema.Preview },
    handler: async ({ deps, thing, body }) => {
      const look = (body.customization ?? body.overrides) ? deps.newId() : undefined;
      const { address, place } = await previewOf(deps, thing, { ...body, look });
      // Somebody who tries colours asks often, and changes nothing that others could see: no log has it.
      if (look !== undefined) {
        const { customization, overrides } = body;
        const draft = {
          id: look,
          user: thing.member.userId,
          customization:
            customization === undefined ? null : triedLook(customization, siteCustomization(thing.site)),
          overrides:
            overrides === undefined ? null : triedOverrides(overrides as Overrides, place.customization),
          at: deps.clock.now(),
        };
        await deps.db.transact((tx) => keepLookDraft(tx, thing.site, draft));
      }
      return { status: 201, body: { url: address }, headers: { location: address } };
    },
  }),
]);

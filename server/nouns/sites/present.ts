import type { PresentedShape } from "../../http/operation.ts";
import type { PublishedContentSite } from "./schema.ts";
import type { SiteStructure } from "./structure/schema.ts";
import type { Addresses } from "../../deps.ts";
import type { LookFor } from "./looksFor.ts";
import {
  type SiteCustomization,
  siteCustomization,
  toldCustomization,
  variantCustomization,
} from "./customization/settings.ts";
import type { SiteThing } from "./site/queries.ts";
import { presentSite, type SiteRow, type SiteSpaceRow } from "./site/present.ts";

/**
 * Everything a renderer needs of a site. Conditions and audiences have been applied to what is passed.
 * @param siteSpaces the variants that are shown
 * @param lookFor how a look is told to who asks
 */
export function presentPublished(
  { site, rights }: Pick<SiteThing, "site" | "rights">,
  structure: PresentedShape<typeof SiteStructure>,
  siteSpaces: readonly Pick<SiteSpaceRow, "id" | "customization">[],
  addresses: Addresses,
  scripts: PresentedShape<typeof PublishedContentSite>["scripts"],
  lookFor: LookFor = (look) => look,
): PresentedShape<typeof PublishedContentSite> {
  const own = siteSpaces.map(({ id, customization }) => [
    id,
    titled(site, lookFor(variantCustomization(site, customization), id)),
  ]);
  return {
    object: "published-content-site" as const,
    site: presentSite(site, rights, addresses),
    structure,
    customizations: {
      site: titled(site, lookFor(siteCustomization(site))),
      siteSpaces: Object.fromEntries(own),
    },
    scripts,
  };
}

/** Renderers need a title; a look that gives none has the site's. */
const titled = ({ title }: SiteRow, look: SiteCustomization) => ({ title, ...toldCustomization(look) });

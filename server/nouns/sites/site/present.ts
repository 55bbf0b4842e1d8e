import type { Row } from "../../../db/schema.ts";
import type { Addresses } from "../../../deps.ts";
import { servedUrl, siteUrl } from "../../../../engine/siteAddress.ts";
import { given, timestamp } from "../../../http/shapes.ts";
import { presentSpace, type SpaceRowWithSite } from "../../spaces/present.ts";
import type { SiteRights, SpaceRights } from "../../../access/table.ts";
import type { PresentedShape } from "../../../http/operation.ts";
import { FEATURES, type Site } from "./schema.ts";

/** A site with what its representation needs from elsewhere. */
/** What names a site. */
export type SiteKey = Pick<Row<"sites">, "organization_id" | "id">;

export type SiteRow = Row<"sites"> & {
  /** The organization's hostname. */
  readonly organization: string;
  readonly site_spaces: number;
  /** The hostname that it wants, proved or not. */
  readonly claimed: string | null;
  /** Of a share link that opens it, where the caller has named one: published addresses are below it. */
  readonly shareKey?: string;
};

/** Plans limit nothing: every site has every feature. */
const features = FEATURES.map((id) => ({ id, plan: "ultimate", frozen: false }));

/** The address of a site, with a slash at its end. */
export function addressOf(site: SiteRow, addresses: Addresses): string {
  return siteUrl(addresses, site) + (site.shareKey === undefined ? "" : `${site.shareKey}/`);
}

export function presentSite(
  site: SiteRow,
  rights: SiteRights,
  addresses: Addresses,
): PresentedShape<typeof Site> {
  return {
    object: "site" as const,
    id: site.id,
    type: site.type,
    appliedType: site.type,
    title: site.title,
    ...(site.icon === null ? {} : { icon: JSON.parse(site.icon) }),
    ...given("hostname", site.claimed ?? site.hostname),
    basename: site.basename,
    ...(site.proxy === null
      ? {}
      : { proxy: { origin: JSON.parse(site.proxy).origin, target: servedUrl(addresses, site) } }),
    visibility: site.visibility,
    defaultLevel: site.default_level,
    published: site.published === 1,
    siteSpaces: site.site_spaces,
    createdAt: timestamp(site.created_at),
    ...(site.deleted_at === null ? {} : { deletedAt: timestamp(site.deleted_at) }),
    adaptiveContent: { enabled: site.adaptive_content === 1 },
    agentsContext: site.agents_context ?? "included",
    features,
    urls: {
      location: `${addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}`,
      app: `${addresses.app}/o/${site.organization_id}/sites/${site.id}`,
      ...(site.published === 1 ? { published: addressOf(site, addresses) } : {}),
      preview: `${addresses.app}/o/${site.organization_id}/sites/${site.id}/customize`,
    },
    permissions: rights,
  };
}

export type SiteSpaceRow = Row<"site_spaces"> & {
  /** Whether it has no path of its own where it stands. */
  readonly isDefault: boolean;
  /** Its path below the site's address: nothing, or segments with a slash after each. */
  readonly below: string;
  readonly space: SpaceRowWithSite;
  readonly rights: SpaceRights;
};

export function presentSiteSpace(row: SiteSpaceRow, site: SiteRow, addresses: Addresses) {
  return {
    object: "site-space" as const,
    id: row.id,
    path: row.path,
    ...given("section", row.section_id),
    space: presentSpace(row.space, row.rights, addresses),
    title: row.title ?? row.space.title,
    default: row.isDefault,
    draft: false as const,
    ...given("condition", row.condition),
    hasAdvancedCustomizationFeature: true,
    urls: site.published === 1 ? { published: addressOf(site, addresses) + row.below } : {},
  };
}

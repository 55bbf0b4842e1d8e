import type { PresentedShape } from "../../../http/operation.ts";
import type { SiteRedirect } from "./schema.ts";
import type { Row } from "../../../db/schema.ts";
import { given, timestamp } from "../../../http/shapes.ts";

/** Where a redirect leads, as it is stored. */
export type RedirectDestination =
  | { readonly kind: "site-section"; readonly siteSectionId: string }
  | { readonly kind: "site-space"; readonly siteSpaceId: string }
  | { readonly kind: "site-page"; readonly siteSpaceId: string; readonly pageId: string }
  | { readonly kind: "external"; readonly url: string };

export function presentRedirect(row: Row<"site_redirects">): PresentedShape<typeof SiteRedirect> {
  return {
    object: "site-redirect" as const,
    id: row.id,
    source: row.source,
    draft: row.draft === 1,
    captureWildcard: row.capture_wildcard === 1,
    permanent: row.permanent === 1,
    destination: JSON.parse(row.destination) as RedirectDestination,
    createdAt: timestamp(row.created_at),
    ...given("updatedAt", row.updated_at === null ? null : timestamp(row.updated_at)),
  };
}

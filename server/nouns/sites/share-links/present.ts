import type { PresentedShape } from "../../../http/operation.ts";
import type { ShareLink } from "./schema.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { timestamp } from "../../../http/shapes.ts";
import { addressOf, type SiteRow } from "../site/present.ts";

/** The place that a link's key is sealed for. */
export function sealedAt(id: string): string {
  return `share_links|sealed|${id}`;
}

/** A share link with its address, for those who may hand it on. */
export function presentShareLink(
  row: Row<"share_links">,
  site: SiteRow,
  { addresses, secrets }: Pick<Deps, "addresses" | "secrets">,
): PresentedShape<typeof ShareLink> {
  const key = Buffer.from(secrets.open(row.sealed, sealedAt(row.id))).toString();
  return {
    object: "share-link" as const,
    id: row.id,
    createdAt: timestamp(row.created_at),
    name: row.name,
    active: row.active === 1,
    urls: site.published === 1 ? { published: `${addressOf(site, addresses)}${key}/` } : {},
  };
}

import type { PresentedShape } from "../../http/operation.ts";
import type { Collection } from "./schema.ts";
import type { CollectionRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";

export function presentCollection(
  row: Row<"collections">,
  rights: CollectionRights,
  addresses: Addresses,
): PresentedShape<typeof Collection> {
  return {
    object: "collection" as const,
    id: row.id,
    title: row.title,
    ...given("description", row.description),
    organization: row.organization_id,
    ...given("parent", row.parent_id),
    defaultLevel: row.default_level,
    ...(row.deleted_at === null ? {} : { deletedAt: timestamp(row.deleted_at) }),
    urls: {
      location: `${addresses.app}/v1/collections/${row.id}`,
      app: `${addresses.app}/c/${row.id}`,
    },
    permissions: rights,
  };
}

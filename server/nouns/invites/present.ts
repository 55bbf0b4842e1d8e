import type { PresentedShape } from "../../http/operation.ts";
import type { InviteLink } from "./schema.ts";
import { collectionRights, spaceRights } from "../../access/table.ts";
import type { Standing } from "../../access/roles.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { timestamp } from "../../http/shapes.ts";
import { presentCollection } from "../collections/present.ts";
import { presentSpace } from "../spaces/present.ts";
import type { SpacePublication } from "../spaces/present.ts";
import { type ContentRow, covers } from "./target.ts";
import type { Role } from "../../access/roles.ts";

interface ShownInvite {
  readonly row: Row<"invite_links">;
  readonly secret: string;
  readonly content: ContentRow | undefined;
  /** Where the space is published. */
  readonly published?: SpacePublication | undefined;
  /** The caller's role where the link leads. */
  readonly standing: Standing;
}

export function presentInvite(
  { row, secret, content, published, standing }: ShownInvite,
  addresses: Addresses,
): PresentedShape<typeof InviteLink> {
  const common = {
    object: "invite" as const,
    id: secret,
    redundant: covers(standing, row.role as Role | null),
    expiresAt: timestamp(row.expires_at),
  };
  if (content === undefined) return { ...common, role: row.role };
  if ("head" in content) {
    const space = presentSpace({ ...content, published }, spaceRights(standing), addresses);
    return { ...common, level: row.role, space };
  }
  const collection = presentCollection(content, collectionRights(standing), addresses);
  return { ...common, level: row.role, collection };
}

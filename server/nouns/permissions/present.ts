import type { PresentedShape } from "../../http/operation.ts";
import type { Addresses } from "../../deps.ts";
import { given } from "../../http/shapes.ts";
import { type Beholder, presentUser, seenBy, type ShownUser } from "../users/present.ts";
import type { EffectiveRole } from "./queries.ts";
import type { EffectivePermission } from "./schema.ts";

/** Somebody who has access. */
export type EveryoneRow = ShownUser & EffectiveRole;

/** What somebody may do in the end, and why. */
export function presentEffective(
  row: EveryoneRow,
  beholder: Beholder,
  addresses: Addresses,
): PresentedShape<typeof EffectivePermission> {
  const { role, reason, by, team } = row;
  return {
    permission: role,
    user: presentUser(seenBy(beholder, row), addresses),
    reason: {
      kind: reason.kind,
      ...given("team", team),
      ...(by === undefined ? {} : { [by.kind]: { id: by.id, title: by.title } }),
    },
  };
}

import type { PresentedShape } from "../../http/operation.ts";
import type { TeamCounts, TeamRights } from "./queries.ts";
import type { Team } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import { timestamp } from "../../http/shapes.ts";

export function presentTeam(
  row: Row<"teams">,
  counts: TeamCounts,
  { manageMembers, view }: TeamRights,
): PresentedShape<typeof Team> {
  return {
    object: "team",
    id: row.id,
    title: row.title,
    members: counts.members,
    spaces: counts.spaces,
    createdAt: timestamp(row.created_at),
    // An owner manages the team, though its title is an administrator's.
    permissions: { admin: manageMembers, view },
  };
}

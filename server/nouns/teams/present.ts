import type { Presented } from "../../http/operation.ts";
import type { Team } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import { timestamp } from "../../http/shapes.ts";

/** What is counted for a team. */
export interface TeamCounts {
  readonly members: number;
  readonly spaces: number;
}

export function presentTeam(
  row: Row<"teams">,
  counts: TeamCounts,
  { admin, view }: { readonly admin: boolean; readonly view: boolean },
): Presented<typeof Team> {
  return {
    object: "team",
    id: row.id,
    title: row.title,
    members: counts.members,
    spaces: counts.spaces,
    createdAt: timestamp(row.created_at),
    permissions: { admin, view },
  };
}

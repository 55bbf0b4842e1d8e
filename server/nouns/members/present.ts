import type { PresentedShape } from "../../http/operation.ts";
import type { Member } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import type { FailedEmails } from "./failedEmails.ts";
import { type UnsentInvitation, whyUnsent } from "./invitation.ts";
import { presentUser, type ShownUser } from "../users/present.ts";

/** A membership with what is shown of its user. */
export type MemberRow = Row<"members"> & Omit<ShownUser, "id">;

/** What is counted for a member. */
export interface MemberCounts {
  readonly spaces: number;
  readonly teams: number;
  readonly sites: number;
}

/** What is told of a member beside their row. */
export interface MemberDetails extends MemberCounts {
  /** Of those who may see it. */
  readonly invitation?: UnsentInvitation | undefined;
  /** Of those who may see them. */
  readonly failedEmails?: readonly FailedEmails[] | undefined;
  /** Of those who may see it. */
  readonly secondFactor?: boolean | undefined;
}

export function presentMember(
  row: MemberRow,
  { spaces, teams, sites, invitation, failedEmails, secondFactor }: MemberDetails,
  addresses: Addresses,
): PresentedShape<typeof Member> {
  return {
    object: "member",
    id: row.user_id,
    role: row.role,
    user: presentUser({ ...row, id: row.user_id }, addresses),
    disabled: row.disabled === 1,
    joinedAt: timestamp(row.joined_at),
    ...given("lastSeenAt", row.last_seen_at === null ? null : timestamp(row.last_seen_at)),
    sso: row.sso === 1,
    ...given("secondFactor", secondFactor),
    spaces,
    teams,
    sites,
    ...given("invitation", invitation && presentInvitation(invitation)),
    ...given(
      "failedEmails",
      failedEmails?.map((failed) => ({ ...failed, lastFailedAt: timestamp(failed.lastFailedAt) })),
    ),
  };
}

function presentInvitation(unsent: UnsentInvitation) {
  return {
    status: unsent.state === "failed" ? ("failed" as const) : ("waiting" as const),
    ...given("error", whyUnsent(unsent)),
  };
}

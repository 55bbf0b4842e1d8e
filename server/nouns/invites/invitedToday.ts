/** How many people somebody invites by e-mail in a day: Lectern writes to them in the operator's name. */
import type { Read } from "../../db/database.ts";
import { HttpError } from "../../http/errors.ts";

/** Whichever organizations they are invited to: anybody may found some. */
export const MOST_A_DAY = 2000;
const DAY = 24 * 60 * 60 * 1000;
/** Changes of somebody that are looked through, the last ones. */
const LOOKED_AT = 20_000;

interface Inviting {
  readonly by: string;
  /** How many they invite now. */
  readonly count: number;
  readonly now: number;
}

/** @throws 429 when they would have invited too many in the last 24 hours */
export async function refuseTooManyInvited(read: Read, { by, count, now }: Inviting): Promise<void> {
  const changes = read
    .selectFrom("audit")
    .select(["action", "after", "occurred_at"])
    .where("actor_id", "=", by)
    .orderBy("seq", "desc")
    .limit(LOOKED_AT);
  const invitations = await read
    .selectFrom(changes.as("changes"))
    .select("after")
    .where("action", "=", "member.invite")
    .where("occurred_at", ">", now - DAY)
    .execute();
  const invited = invitations.reduce((sum, { after }) => sum + usersIn(after), 0);
  if (invited + count <= MOST_A_DAY) return;
  throw new HttpError(
    429,
    "rate-limited",
    `You invited ${invited} people in the last 24 hours, and one person can invite ${MOST_A_DAY}. Invite the others later, or have another administrator do it.`,
    { headers: { "retry-after": "3600" } },
  );
}

function usersIn(after: string | null): number {
  const { users = [] } = JSON.parse(after ?? "{}") as { readonly users?: readonly string[] };
  return users.length;
}

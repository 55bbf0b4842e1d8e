/** The addresses of an invitation, read and checked before anything is written. */
import type { Static } from "typebox";
import type { Role } from "../../access/roles.ts";
import { folded } from "../../db/contains.ts";
import { invalid, type FieldProblem } from "../../http/errors.ts";
import type { InviteUsers } from "./schema.ts";

/** One person to invite. */
export interface Invitee {
  readonly email: string;
  readonly folded: string;
  readonly role: Role | null;
}

const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

/**
 * Who is invited with which role: their own, else the request's, else the organization's.
 * @throws 400 naming every address that is none, or there twice
 */
export function readInvitees(
  { emails, role }: Static<typeof InviteUsers>,
  defaultRole: string | null,
): Invitee[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const invitees = emails.map((entry, index): Invitee => {
    const [email, own] = typeof entry === "string" ? [entry, role] : [entry.email, entry.role];
    const path = typeof entry === "string" ? `/emails/${index}` : `/emails/${index}/email`;
    const key = folded(email);
    if (!ADDRESS.test(key)) problems.push({ path, message: "is not an e-mail address." });
    else if (seen.has(key)) problems.push({ path, message: "is there twice; name each person once." });
    seen.add(key);
    return { email, folded: key, role: (own === undefined ? defaultRole : own) as Role | null };
  });
  const first = problems[0];
  if (first !== undefined) throw invalid(`${first.path}: ${first.message}`, problems);
  return invitees;
}

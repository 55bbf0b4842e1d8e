/** Who a request about a team means: members of its organization, by id or e-mail address. */
import type { Static } from "typebox";
import { folded } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import { invalid, type FieldProblem } from "../../http/errors.ts";
import type { TeamRole } from "./commands.ts";
import type { UpdateTeamMembers } from "./schema.ts";
import { pointerPart } from "../../../engine/json.ts";

const named = prepared(
  (read, p: Params<{ organization: string; ids: readonly string[]; emails: readonly string[] }>) =>
    read
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["users.id", "users.email_folded"])
      .where("members.organization_id", "=", p("organization"))
      .where((eb) =>
        eb.or([eb("users.id", "in", p.list("ids")), eb("users.email_folded", "in", p.list("emails"))]),
      ),
);

/** A user id or an e-mail address, and where in the request it stands. */
interface NamedPerson {
  readonly key: string;
  readonly path: string;
}

async function findNamed(
  read: Read,
  organization: string,
  people: readonly NamedPerson[],
): Promise<(of: NamedPerson) => string> {
  const ids = people.map(({ key }) => key);
  const found = new Map<string, string>();
  for (const { id, email_folded } of await named.all(read, { organization, ids, emails: ids.map(folded) })) {
    found.set(id, id).set(`mail ${email_folded}`, id);
  }
  const idOf = (key: string) => found.get(key) ?? found.get(`mail ${folded(key)}`);
  refuse(
    people.filter(({ key }) => idOf(key) === undefined),
    "is not a member of this organization.",
  );
  return ({ key }) => idOf(key) as string;
}

function refuse(people: readonly NamedPerson[], message: string): void {
  const problems: FieldProblem[] = people.map(({ path }) => ({ path, message }));
  const first = problems[0];
  if (first !== undefined) throw invalid(`${first.path}: ${message}`, problems);
}

const list = (field: string, keys: readonly string[] = []): NamedPerson[] =>
  keys.map((key, index) => ({ key, path: `/${field}/${index}` }));

/**
 * The members that a new team is made of.
 * @throws 400 naming those who are no members of the organization, or named twice
 */
export async function membersOf(
  read: Read,
  organization: string,
  ids: readonly string[] | undefined,
): Promise<Map<string, TeamRole | undefined>> {
  const people = list("members", ids);
  const idOf = await findNamed(read, organization, people);
  refuse(
    people.filter((one, at) => people.findIndex((other) => idOf(other) === idOf(one)) < at),
    "is named twice.",
  );
  return new Map(people.map((one) => [idOf(one), undefined]));
}

/**
 * Who is added with which role, and who is removed. Who is in both is removed.
 * @throws 400 naming those who are no members of the organization, or given two roles
 */
export async function readTeamChange(
  read: Read,
  organization: string,
  change: Static<typeof UpdateTeamMembers>,
): Promise<{ add: Map<string, TeamRole | undefined>; remove: string[] }> {
  const add = list("add", change.add);
  const remove = list("remove", change.remove);
  const roles = Object.entries(change.memberships ?? {}).map(([key, { role }]) => ({
    key,
    path: `/memberships/${pointerPart(key)}`,
    role: role as TeamRole,
  }));
  const idOf = await findNamed(read, organization, [...add, ...remove, ...roles]);
  refuse(
    roles.filter((one, at) => roles.findIndex((other) => idOf(other) === idOf(one)) < at),
    "names somebody who is named by another key already.",
  );
  const removed = new Set(remove.map(idOf));
  const added = new Map<string, TeamRole | undefined>(add.map((one) => [idOf(one), undefined]));
  for (const one of roles) added.set(idOf(one), one.role);
  for (const user of removed) added.delete(user);
  return { add: added, remove: [...removed] };
}

import { listMembersInOrganizationById, type Organization } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { csvOf, saveFile } from "../../ui/save.ts";
import { words } from "../../words.ts";
import { peopleWords } from "../../words/people.ts";
import { factorWords } from "../../words/secondFactor.ts";
import { choiceOf, type RoleChoice } from "./roles.ts";

/** Saves the members that are found as a table. */
export async function membersAsCSV(
  { id, hostname }: Organization,
  filter: { readonly search?: string; readonly role?: RoleChoice },
): Promise<void> {
  const { name, email, role, teams, spaces, sso, joined, seen } = peopleWords;
  const rows: string[][] = [[name, email, role, teams, spaces, sso, factorWords.has, joined, seen]];
  for await (const member of listMembersInOrganizationById(client, id, { ...filter, limit: 100 })) {
    rows.push([
      member.user.displayName,
      member.user.email ?? "",
      peopleWords.roles[choiceOf(member.role)],
      String(member.teams),
      String(member.spaces),
      member.sso ? words.yes : words.no,
      member.secondFactor === undefined ? "" : member.secondFactor ? words.yes : words.no,
      member.joinedAt,
      member.lastSeenAt ?? "",
    ]);
  }
  saveFile(`${hostname ?? id}-members.csv`, "text/csv", csvOf(rows));
}

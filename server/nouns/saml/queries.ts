import type { Member } from "../../access/policy.ts";
import { organizationRights, type OrganizationRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { type ActiveProvider, isActive } from "./present.ts";

/** More ways to sign in than any page would show. */
const MOST_LOGINS = 100;

interface SamlProviderThing extends VersionedThing<"admin"> {
  readonly organization: string;
  readonly caller: Member;
  readonly provider: Row<"saml_providers">;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

const inOrganization = prepared((read, p: Params<{ organization: string; most: number }>) =>
  read
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .orderBy("created_at")
    .orderBy("id")
    .limit(p("most") as never),
);

/** The right to see and change how people sign in: nobody but administrators sees certificates. */
function rightsOf(caller: Member): { view: boolean; admin: boolean } {
  const { admin }: OrganizationRights = organizationRights(caller.role);
  return { view: admin, admin };
}

/** The provider that the path names. */
export async function loadSamlProvider({
  deps,
  identity,
  params,
}: LoadCall): Promise<SamlProviderThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const caller = await deps.members.find(organization, identity);
  if (caller === undefined) return undefined;
  const provider = await byId.first(deps.db.read, { organization, id: params["samlProviderId"] ?? "" });
  if (provider === undefined) return undefined;
  return { organization, caller, provider, rights: rightsOf(caller), version: provider.version };
}

/** A provider, whoever asks. */
export function findProvider(
  read: Read,
  organization: string,
  id: string,
): Promise<Row<"saml_providers"> | undefined> {
  return byId.first(read, { organization, id });
}

/** A provider that people can sign in through, whoever asks. */
export async function findActiveProvider(
  read: Read,
  organization: string,
  id: string,
): Promise<ActiveProvider | undefined> {
  const row = await byId.first(read, { organization, id });
  return row !== undefined && isActive(row) ? row : undefined;
}

/** The ways to sign in to an organization, the oldest first. None for an organization that doesn't exist. */
export async function listLogins(read: Read, organization: string): Promise<ActiveProvider[]> {
  return (await inOrganization.all(read, { organization, most: MOST_LOGINS })).filter(isActive);
}

/** The providers of an organization, the oldest first. */
export async function listSamlProviders(read: Read, organization: string, paging: Paging) {
  const query = read.selectFrom("saml_providers").where("organization_id", "=", organization);
  return oldestFirst(query, paging);
}

/** The default teams of providers of an organization, by id. */
export async function defaultTeams(
  read: Read,
  organization: string,
  rows: readonly Row<"saml_providers">[],
): Promise<Map<string, Row<"teams">>> {
  const ids = rows.flatMap(({ default_team_id }) => default_team_id ?? []);
  if (ids.length === 0) return new Map();
  const teams = await read
    .selectFrom("teams")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("id", "in", ids)
    .execute();
  return new Map(teams.map((team) => [team.id, team]));
}

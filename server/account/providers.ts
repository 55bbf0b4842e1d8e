import { type Params, prepared } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { listLogins } from "../nouns/saml/queries.ts";

/** Somebody else who can say who a person is: shown as a button on the sign-in page. */
export interface SignInProvider {
  readonly title: string;
  /** A path of the editor's origin, read with GET. */
  readonly href: string;
}

/** The ways in by single sign-on, as the sign-in page shows them. */
export interface SignInProviders {
  readonly buttons: readonly SignInProvider[];
  /** Whether people have to say which organization they belong to before there are buttons. */
  readonly asksOrganization: boolean;
}

const organizationNamed = prepared((read, p: Params<{ name: string }>) =>
  read
    .selectFrom("organizations")
    .select("id")
    .where((eb) => eb.or([eb("hostname", "=", p("name")), eb("id", "=", p("name"))])),
);

/** The organizations through whose providers people can sign in: one, or enough to know that there are several. */
const offering = prepared((read) =>
  read
    .selectFrom("saml_providers")
    .select("organization_id")
    .distinct()
    .where("entity_id", "is not", null)
    .where("sso_url", "is not", null)
    .where("certificate", "is not", null)
    .limit(2),
);

const twoOrganizations = prepared((read) =>
  read.selectFrom("organizations").select("title").where("ended_at", "is", null).limit(2),
);

/** The title of the organization of an installation that has one; undefined where there are several. */
export async function onlyOrganization({ db }: Pick<Deps, "db">): Promise<string | undefined> {
  const found = await twoOrganizations.all(db.read, {});
  return found.length === 1 ? found[0]?.title : undefined;
}

/**
 * The providers that the sign-in page offers: those of the organization that is named by id or hostname, or of the only
 * one that has any. Who has which is nobody's business before, so otherwise people name theirs.
 * @param next the path that signing in leads to
 */
export async function signInProviders(
  { db }: Pick<Deps, "db">,
  next: string | undefined,
  named: string | undefined,
): Promise<SignInProviders> {
  const found = await offering.all(db.read, {});
  const only = found.length === 1 ? found[0]?.organization_id : undefined;
  const name = named?.trim().toLowerCase();
  const wanted =
    name === undefined || name === ""
      ? only
      : (
          (await organizationNamed.first(db.read, { name })) ??
          (await organizationNamed.first(db.read, { name: named?.trim() ?? "" }))
        )?.id;
  const rows = wanted === undefined ? [] : await listLogins(db.read, wanted);
  const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  return {
    buttons: rows.map(({ organization_id, id, label }) => ({
      title: label,
      href: `/sso/saml/${encodeURIComponent(organization_id)}/${encodeURIComponent(id)}${query}`,
    })),
    asksOrganization: rows.length === 0 && found.length > 0,
  };
}

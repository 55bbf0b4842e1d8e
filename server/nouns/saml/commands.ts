import type { Static } from "typebox";
import { lockOrganization } from "../../access/intern.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalidField, notFound, preconditionFailed } from "../../http/errors.ts";
import type { SignOn } from "../sessions/steps.ts";
import { readCertificate } from "./certificate.ts";
import type { ProviderClaims } from "./requests.ts";
import type { CreateSamlProvider, TestSamlProvider, UpdateSamlProvider } from "./schema.ts";

/** More providers than an organization has any use for. */
const MOST = 100;

type Patch = Static<typeof UpdateSamlProvider>;

/** The columns that a request sets. Empty texts stand for nothing. */
function columns({ label, entityID, certificate, ssoURL, defaultTeam, defaultRole }: Patch) {
  return {
    ...(label === undefined ? {} : { label }),
    ...(entityID === undefined ? {} : { entity_id: entityID.trim() || null }),
    ...(certificate === undefined
      ? {}
      : { certificate: certificate.trim() === "" ? null : readCertificate(certificate) }),
    ...(ssoURL === undefined ? {} : { sso_url: readSsoUrl(ssoURL) }),
    ...(defaultTeam === undefined ? {} : { default_team_id: defaultTeam }),
    ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
  };
}

/**
 * What a provider would be with other values, as a test takes it.
 * @throws 400 for a value that isn't one, or that neither is given nor there
 */
export function claimsWith(
  { sso_url, entity_id, certificate }: Row<"saml_providers">,
  patch: Static<typeof TestSamlProvider>,
): ProviderClaims {
  const set = { sso_url, entity_id, certificate, ...columns(patch) };
  const lacks = (field: string) => invalidField(`/${field}`, "is missing: give it, or save it first.");
  if (set.sso_url === null) throw lacks("ssoURL");
  if (set.entity_id === null) throw lacks("entityID");
  if (set.certificate === null) throw lacks("certificate");
  return { ssoURL: set.sso_url, entityID: set.entity_id, certificate: set.certificate };
}

/** People are sent there, so it must be a page: no script, and no credentials in it. */
function readSsoUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === undefined || !isWeb || url.hostname === "" || url.username !== "" || url.password !== "") {
    throw invalidField("/ssoURL", "must be an http or https address without a user name.");
  }
  return url.href;
}

interface NewSamlProvider {
  readonly id: string;
  readonly organization: string;
  readonly now: number;
  readonly body: Static<typeof CreateSamlProvider>;
}

/**
 * Makes a provider. Without a role of its own it gives the organization's default one, as it is now.
 * @throws 400 for a certificate that isn't one, or a team of another organization
 */
export async function createSamlProvider(
  tx: Write,
  { id, organization, now, body }: NewSamlProvider,
): Promise<Row<"saml_providers">> {
  await lockOrganization(tx, organization);
  await refuseForeignTeam(tx, organization, body.defaultTeam);
  const { count } = await tx
    .selectFrom("saml_providers")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count >= MOST) {
    throw conflict("too-many-providers", `An organization has ${MOST} SAML providers at most; delete one.`);
  }
  const { default_role } = await tx
    .selectFrom("organizations")
    .select("default_role")
    .where("id", "=", organization)
    .executeTakeFirstOrThrow();
  return tx
    .insertInto("saml_providers")
    .values({
      id,
      organization_id: organization,
      label: body.label,
      default_role,
      ...columns(body),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes a provider. Another certificate or entity id, or none, means that the identity provider of before is trusted no
 * more: sessions that it opened, and sign-ins under way, end.
 * @throws as above; 404 when it is gone; 412 when it is no longer at `expected`
 */
export async function patchSamlProvider(
  tx: Write,
  { id, organization_id }: Row<"saml_providers">,
  patch: Patch,
  expected: number | undefined,
): Promise<Row<"saml_providers">> {
  await lockOrganization(tx, organization_id);
  await refuseForeignTeam(tx, organization_id, patch.defaultTeam);
  const before = await tx
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFound("The SAML provider");
  if (expected !== undefined && before.version !== expected) throw preconditionFailed();
  const row = await tx
    .updateTable("saml_providers")
    .set({ ...columns(patch), version: before.version + 1 })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.entity_id !== before.entity_id || row.certificate !== before.certificate)
    await endSignOns(tx, { organization: organization_id, id });
  return row;
}

/** Ends what rests on a provider's word: sign-ins under way first, since each of them may become a session until then. */
async function endSignOns(tx: Write, { organization, id }: SignOn): Promise<void> {
  await tx
    .deleteFrom("saml_requests")
    .where("organization_id", "=", organization)
    .where("provider_id", "=", id)
    .execute();
  await tx
    .deleteFrom("sign_in_steps")
    .where("through", "=", organization)
    .where("provider", "=", id)
    .execute();
  await tx
    .updateTable("sessions")
    .set({ hash: null })
    .where("hash", "is not", null)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("saml_sessions")
        .select("session_id")
        .where("organization_id", "=", organization)
        .where("provider_id", "=", id),
    )
    .execute();
}

/** Deletes a provider, who signed in through it, and the sessions that it opened. @throws 404 the second time; 412 as above */
export async function deleteSamlProvider(
  tx: Write,
  { id, organization_id }: Row<"saml_providers">,
  expected: number | undefined,
): Promise<void> {
  await lockOrganization(tx, organization_id);
  const row = await tx
    .selectFrom("saml_providers")
    .select("version")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The SAML provider");
  if (expected !== undefined && row.version !== expected) throw preconditionFailed();
  await tx
    .deleteFrom("sessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("saml_sessions")
        .select("session_id")
        .where("organization_id", "=", organization_id)
        .where("provider_id", "=", id),
    )
    .execute();
  await tx
    .deleteFrom("saml_providers")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

async function refuseForeignTeam(
  tx: Write,
  organization: string,
  team: string | null | undefined,
): Promise<void> {
  if (team === undefined || team === null) return;
  const found = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", team)
    .where("organization_id", "=", organization)
    .executeTakeFirst();
  if (found === undefined) throw invalidField("/defaultTeam", "is not a team of this organization.");
}

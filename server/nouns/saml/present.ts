import type { Trust } from "../../access/saml/verify.ts";
import type { ProviderClaims } from "./requests.ts";
import type { Team } from "../teams/schema.ts";
import type { PresentedShape } from "../../http/operation.ts";
import type { SamlProvider, SsoLogin } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";

/** A provider that people can sign in through. */
export type ActiveProvider = Row<"saml_providers"> & {
  readonly entity_id: string;
  readonly sso_url: string;
  readonly certificate: string;
};

/** Whether nothing that a sign-in takes is missing. */
export function isActive(row: Row<"saml_providers">): row is ActiveProvider {
  return row.entity_id !== null && row.sso_url !== null && row.certificate !== null;
}

/** Our side of a provider. The entity id is the provider's own, so what is said to one is nothing to another. */
export function serviceOf(
  { organization_id, id }: Pick<Row<"saml_providers">, "organization_id" | "id">,
  { app }: Addresses,
) {
  const base = `${app}/sso/saml/${encodeURIComponent(organization_id)}/${encodeURIComponent(id)}`;
  return { acsURL: `${base}/acs`, startURL: base, entityID: `${base}/metadata` };
}

/** Whom answers are believed by. @param claims what the identity provider is said to be */
export function trustOf(
  provider: Pick<Row<"saml_providers">, "organization_id" | "id">,
  { ssoURL, entityID: issuer, certificate }: ProviderClaims,
  addresses: Addresses,
): Trust {
  const { acsURL, entityID } = serviceOf(provider, addresses);
  return { ssoURL, issuer, certificate, acsURL, entityID };
}

/** What a provider is said to be. */
export function claimsOf({ sso_url, entity_id, certificate }: ActiveProvider): ProviderClaims {
  return { ssoURL: sso_url, entityID: entity_id, certificate };
}

/** @param team the default team as it is presented, if there is one */
export function presentSamlProvider(
  row: Row<"saml_providers">,
  team: PresentedShape<typeof Team> | undefined,
  addresses: Addresses,
): PresentedShape<typeof SamlProvider> {
  return {
    object: "saml-provider",
    id: row.id,
    label: row.label,
    ...given("ssoURL", row.sso_url),
    ...given("entityID", row.entity_id),
    ...given("certificate", row.certificate),
    ...given("defaultTeam", team),
    defaultRole: row.default_role,
    createdAt: timestamp(row.created_at),
    status: isActive(row) ? "active" : "pending",
    service: serviceOf(row, addresses),
    urls: { location: `${addresses.app}/v1/orgs/${row.organization_id}/saml/${row.id}` },
  };
}

/** What is told before anybody has signed in. */
export function presentSsoLogin(
  row: Row<"saml_providers">,
  addresses: Addresses,
): PresentedShape<typeof SsoLogin> {
  return { id: row.id, label: row.label, startURL: serviceOf(row, addresses).startURL };
}

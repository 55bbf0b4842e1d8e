import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { RoleOrGuest } from "../orgs/schema.ts";
import { Team } from "../teams/schema.ts";

const label = Type.String({
  minLength: 1,
  maxLength: 30,
  description: "The text of the button on the sign-in page.",
});

const Service = named(
  "SAMLService",
  Type.Object(
    {
      acsURL: Type.String({
        format: "uri",
        description:
          "The address to which the identity provider sends its answer (assertion consumer service).",
      }),
      startURL: Type.String({ format: "uri", description: "The address at which a sign-in begins." }),
      entityID: Type.String({
        maxLength: 1024,
        description: "Our id for the identity provider: the address of our metadata, and the audience.",
      }),
    },
    { description: "The values to enter at the identity provider." },
  ),
);

export const SamlProvider = named(
  "OrganizationSAMLProvider",
  Type.Object(
    {
      object: Type.Literal("saml-provider"),
      id: Type.String(),
      label,
      ssoURL: Type.Optional(Url),
      entityID: Type.Optional(Type.String()),
      certificate: Type.Optional(Type.String({ description: "The certificate as PEM." })),
      defaultTeam: Type.Optional(Team),
      defaultRole: RoleOrGuest,
      createdAt: Timestamp,
      status: Type.Enum(["active", "pending"], {
        description:
          "`pending` until `ssoURL`, `entityID` and `certificate` are set. Until then nobody can sign in through it.",
      }),
      service: Service,
      urls: ResourceUrls,
    },
    { description: "An identity provider through which people sign in to an organization." },
  ),
);

export const SsoLogin = named(
  "OrganizationSSOProviderLogin",
  Type.Object(
    { id: Type.String(), label, startURL: Type.String({ format: "uri" }) },
    { description: "A way to sign in by single sign-on." },
  ),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const SamlProviderParams = Type.Object({ organizationId: Id, samlProviderId: Id });
export const ListSamlProvidersQuery = closed(pageQuery);

/** What an identity provider is said to be. */
const claims = {
  entityID: Type.Optional(
    named(
      "SAMLEntityID",
      Type.String({
        maxLength: 1024,
        description: "The id of the identity provider, exactly as in its answers. Empty: none.",
      }),
    ),
  ),
  certificate: Type.Optional(
    named(
      "SAMLCertificate",
      Type.String({
        maxLength: 10_000,
        description: "The certificate for its signatures, as PEM or bare base64. Empty: none.",
      }),
    ),
  ),
  ssoURL: Type.Optional(
    named(
      "SAMLSignInURL",
      Type.String({
        format: "uri",
        maxLength: 2048,
        description: "The address to which Lectern sends people to sign in (HTTP-Redirect binding).",
      }),
    ),
  ),
};

const fields = {
  ...claims,
  defaultTeam: Type.Optional(
    Type.Union([Type.String({ maxLength: 128 }), Type.Null()], {
      description: "A team that people join when they first sign in; null: none.",
    }),
  ),
  defaultRole: Type.Optional(RoleOrGuest),
};

export const CreateSamlProvider = named("CreateSAMLProvider", closed({ label, ...fields }));
export const UpdateSamlProvider = named(
  "UpdateSAMLProvider",
  closed({ label: Type.Optional(label), ...fields }),
);
export const TestSamlProvider = named("TestSAMLProvider", closed(claims));

export const SamlTest = named(
  "OrganizationSAMLProviderTest",
  Type.Object(
    {
      object: Type.Literal("saml-provider-test"),
      url: Type.String({
        format: "uri",
        description:
          "The address of the sign-in at the identity provider. The page after it shows the result.",
      }),
      expiresAt: Timestamp,
    },
    { description: "A sign-in that tests values of an identity provider and lets nobody in." },
  ),
);

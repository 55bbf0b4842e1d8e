import { Type } from "typebox";
import { ROLES } from "../../access/roles.ts";
import { Timestamp, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { OrganizationMergeRules } from "../merge-rules/schema.ts";

/** What a person may do with content; see the concepts in the documentation. */
export const Role = named("MemberRole", Type.Enum([...ROLES]));

/** A role, or null for guests. */
export const RoleOrGuest = named("MemberRoleOrGuest", Type.Union([Role, Type.Null()]));

const hostname = {
  minLength: 3,
  maxLength: 32,
  pattern: "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$",
  description: "The organization's part of its sites' addresses: lower-case letters, digits and hyphens.",
};

const DefaultContent = named(
  "OrganizationDefaultContent",
  closed({ type: Type.Literal("site"), site: Type.String({ maxLength: 128 }) }),
);

/** What an organization asks of its members beside a password or a link. */
const SecondFactorRule = named(
  "SecondFactorRule",
  closed({
    from: Timestamp,
    singleSignOn: Type.Enum(["counts", "asks"], {
      description:
        "`counts`: people who use single sign-on need no second factor here. `asks`: they enter it after single sign-on.",
    }),
  }),
);

export const Organization = named(
  "Organization",
  Type.Object({
    object: Type.Literal("organization"),
    id: Type.String(),
    title: Type.String(),
    createdAt: Timestamp,
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Type.String()),
    type: Type.Enum(["business", "community"]),
    useCase: Type.Optional(Type.String()),
    communityType: Type.Optional(Type.String()),
    defaultRole: Type.Optional(RoleOrGuest),
    defaultContent: Type.Optional(DefaultContent),
    sso: Type.Boolean(),
    secondFactor: Type.Optional(SecondFactorRule),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    mergeRules: OrganizationMergeRules,
    plan: Type.String(),
    urls: Type.Object({ location: Url, app: Url, logo: Type.Optional(Url) }),
    trial: Type.Object({ status: Type.Literal("notapplicable"), count: Type.Integer() }),
    internal_isOnNewTrial: Type.Literal(true),
    permissions: Type.Object(
      Object.fromEntries(
        [
          "view",
          "access",
          "admin",
          "ownTeam",
          "createContent",
          "createOpenAPISpec",
          "ingestConversations",
          "viewBilling",
          "listMembers",
          "listTeams",
          "listIntegrations",
          "listInstallations",
          "installIntegration",
        ].map((name) => [name, Type.Boolean()]),
      ),
    ),
  }),
);

const Title = Type.String({ minLength: 2, maxLength: 255 });

const EmailDomain = Type.String({
  maxLength: 253,
  // The last label has no digit first, which an address of a machine would; "xn--p1ai" is one.
  pattern: "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$",
  description: "A domain name in lower case, such as `example.com`.",
});

const EmailDomains = Type.Array(EmailDomain, { maxItems: 100, uniqueItems: true });

export const EmailDomainParams = Type.Object({
  emailDomain: Type.String({
    maxLength: 253,
    pattern: "^[A-Za-z0-9.-]+$",
    description: "A domain name, such as `example.com`.",
  }),
});

export const OrganizationsOfDomain = named(
  "OrganizationsOfDomain",
  Type.Object({ organizations: Type.Array(Organization) }),
);

export const CreateOrganization = named(
  "CreateOrganization",
  closed({
    title: Title,
    emailDomains: Type.Optional(EmailDomains),
    type: Type.Optional(Type.Enum(["business", "community"])),
    useCase: Type.Optional(
      Type.Enum([
        "internalDocs",
        "docsSite",
        "audienceControlledSite",
        "productDocs",
        "teamKnowledgeBase",
        "designSystem",
        "openSourceDocs",
        "notes",
        "other",
      ]),
    ),
  }),
);

export const UpdateOrganization = named(
  "UpdateOrganization",
  closed({
    title: Type.Optional(Title),
    emailDomains: Type.Optional(EmailDomains),
    hostname: Type.Optional(Type.String(hostname)),
    defaultRole: Type.Optional(RoleOrGuest),
    defaultContent: Type.Optional(Type.Union([DefaultContent, Type.Null()])),
    logo: Type.Optional(Type.Union([Url, Type.Null()])),
    sso: Type.Optional(Type.Boolean()),
    secondFactor: Type.Optional(Type.Union([SecondFactorRule, Type.Null()])),
    ai: Type.Optional(Type.Boolean()),
    inviteLinks: Type.Optional(Type.Boolean()),
    mergeRules: Type.Optional(OrganizationMergeRules),
  }),
);

import { type TSchema, Type } from "typebox";
import { INTEGRATION_SCOPES } from "../../access/scopes.ts";
import { byName } from "../../http/byName.ts";
import { pageQuery } from "../../http/list.ts";
import { Url } from "../../http/shapes.ts";
import { inDocument, named } from "../../http/named.ts";
import { Organization } from "../orgs/schema.ts";
import { DIRECTIVES } from "./contentSecurityPolicy.ts";
import { LARGEST_BASE64 } from "./images.ts";

const closed = { additionalProperties: false };
const CATEGORIES = [
  "analytics",
  "collaboration",
  "content",
  "gitsync",
  "marketing",
  "visitor-auth",
  "other",
] as const;

export const Scope = named("IntegrationScope", Type.Enum([...INTEGRATION_SCOPES]));
export const Category = named("IntegrationCategory", Type.Enum([...CATEGORIES]));
export const Target = named(
  "IntegrationTarget",
  Type.Enum(["all", "site", "space", "organization"], {
    description: "Where it can be installed.",
  }),
);
const Visibility = named(
  "IntegrationVisibility",
  Type.Enum(["public", "private", "unlisted"], {
    description:
      "`public`: everybody can find it. `unlisted`: only people who know its name. `private`: only members of its organization.",
  }),
);

/** `.` and `..` are no part of an address: whatever reads one takes them away. */
const NAME = {
  minLength: 1,
  maxLength: 100,
  pattern: "^(?!\\.{1,2}$)[a-zA-Z0-9\\-_.]+$",
  description: "Letters, digits, hyphens, underscores and dots.",
} as const;

export const IntegrationName = Type.String(NAME);
export const IntegrationParams = Type.Object({ integrationName: IntegrationName });

const title = Type.String({ minLength: 2, maxLength: 30 });
const description = Type.String({ maxLength: 100 });
const summary = Type.String({ maxLength: 2048, description: "Markdown." });
const externalLinks = named(
  "IntegrationExternalLinks",
  Type.Array(Type.Object({ url: Url, label: Type.String({ minLength: 1, maxLength: 100 }) }, closed), {
    maxItems: 5,
  }),
);

const partId = Type.String(NAME);
const part = {
  id: partId,
  title: Type.String({ minLength: 2, maxLength: 40 }),
  description: Type.Optional(Type.String({ maxLength: 150 })),
  icon: Type.Optional(
    Type.String({ maxLength: 2048, pattern: "^https://", description: "An https address." }),
  ),
};
const Component = named("IntegrationConfigurationComponent", Type.Object({ componentId: partId }, closed));

const blocks = named(
  "IntegrationBlocks",
  Type.Array(
    Type.Object(
      {
        ...part,
        urlUnfurl: Type.Optional(
          Type.Array(
            Type.String({
              maxLength: 256,
              pattern: "^(?:https?:)?//[^/\\s]+",
              description: "An address such as `https://charts.example.com/**`, with a host.",
            }),
            {
              maxItems: 50,
              description:
                "Addresses that turn into this block. `*` stands for any part between two slashes, `**` for anything.",
            },
          ),
        ),
        markdown: Type.Optional(
          Type.Object(
            { codeblock: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 100 }) },
            closed,
          ),
        ),
      },
      closed,
    ),
    { maxItems: 100 },
  ),
);
const contentSources = named(
  "IntegrationContentSources",
  Type.Array(Type.Object({ ...part, configuration: Component }, closed), {
    maxItems: 100,
  }),
);

const described = {
  title: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
};
const Property = named(
  "IntegrationConfigurationProperty",
  Type.Union([
    Type.Object(
      {
        ...described,
        type: Type.Literal("string"),
        default: Type.Optional(Type.String({ maxLength: 4096 })),
        enum: Type.Optional(
          Type.Array(Type.String({ maxLength: 4096 }), { minItems: 1, maxItems: 200, uniqueItems: true }),
        ),
        completion_url: Type.Optional(Type.String({ maxLength: 2048 })),
      },
      closed,
    ),
    Type.Object(
      { ...described, type: Type.Literal("number"), default: Type.Optional(Type.Number()) },
      closed,
    ),
    Type.Object(
      { ...described, type: Type.Literal("boolean"), default: Type.Optional(Type.Boolean()) },
      closed,
    ),
    Type.Object(
      {
        ...described,
        type: Type.Literal("button"),
        callback_url: Type.String({ maxLength: 2048 }),
        button_text: Type.String({ maxLength: 100 }),
      },
      closed,
    ),
  ]),
);
const PROPERTY_NAMES = {
  pattern: "^[A-Za-z][A-Za-z0-9_.\\-]*$",
  maxLength: 100,
  description:
    "The name of a property begins with a letter and has letters, digits, underscores, dots and hyphens.",
} as const;
const Declared = named(
  "IntegrationConfiguration",
  Type.Union([
    Type.Object(
      {
        properties: byName(Property, PROPERTY_NAMES, { maxProperties: 100 }),
        required: Type.Optional(
          Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, uniqueItems: true }),
        ),
      },
      closed,
    ),
    Component,
  ]),
);
const configurations = named(
  "IntegrationConfigurations",
  Type.Object(
    { account: Type.Optional(Declared), space: Type.Optional(Declared), site: Type.Optional(Declared) },
    closed,
  ),
);

const SECRET_NAMES = {
  pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
  maxLength: 100,
  description:
    "The name of a secret begins with a letter or an underscore and has letters, digits and underscores.",
} as const;
const secrets = named(
  "IntegrationSecrets",
  byName(Type.String({ maxLength: 4096 }), SECRET_NAMES, {
    maxProperties: 20,
    description:
      "Values that only the script can read. They are stored encrypted, and no answer contains them.",
  }),
);

const directive = Type.Optional(Type.String({ maxLength: 2048 }));
const policy = named(
  "IntegrationContentSecurityPolicy",
  Type.Union(
    [
      Type.String({ maxLength: 4096 }),
      inDocument(Type.Object(Object.fromEntries(DIRECTIVES.map((name) => [name, directive])), closed), {
        type: "object",
        propertyNames: { enum: DIRECTIVES },
        additionalProperties: directive,
      }),
    ],
    {
      description:
        "The hosts from which its scripts can load more into pages. The person who installs the integration has to accept them.",
    },
  ),
);

const base64 = Type.String({
  minLength: 4,
  maxLength: LARGEST_BASE64,
  description:
    "A picture in Base64: PNG, JPEG or WebP, up to 1 MiB and 4096 pixels along a side. Lectern converts it to WebP.",
});

export const PublishIntegration = named(
  "PublishIntegration",
  Type.Object(
    {
      organization: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The id or hostname of the organization that publishes it.",
      }),
      title,
      description,
      script: Type.String({ minLength: 1, maxLength: 1_000_000 }),
      scopes: Type.Optional(Type.Array(Scope, { maxItems: INTEGRATION_SCOPES.length, uniqueItems: true })),
      runtime: Type.Optional(Type.Enum(["v1", "v2"], { description: "The default is `v1`." })),
      icon: Type.Optional(base64),
      summary: Type.Optional(summary),
      previewImages: Type.Optional(Type.Array(base64, { maxItems: 3 })),
      visibility: Type.Optional(Visibility),
      target: Type.Optional(Target),
      categories: Type.Optional(Type.Array(Category, { maxItems: CATEGORIES.length, uniqueItems: true })),
      blocks: Type.Optional(blocks),
      contentSources: Type.Optional(contentSources),
      externalLinks: Type.Optional(externalLinks),
      configurations: Type.Optional(configurations),
      secrets: Type.Optional(secrets),
      contentSecurityPolicy: Type.Optional(policy),
    },
    closed,
  ),
);

const list = (item: TSchema) => Type.Array(item);

/** Where an integration answers itself. */
export const endpoints = {
  publicEndpoint: Type.String({
    description: "The address at which its script answers.",
  }),
  publicContentEndpoint: Type.String({ description: "The same." }),
};

export const Hosts = named(
  "IntegrationHosts",
  Type.Array(Type.String(), {
    description:
      "The hosts from which its scripts can load more into pages of sites that have their own host. The person who installs the integration accepts them.",
  }),
);

export const Integration = named(
  "Integration",
  Type.Object(
    {
      object: Type.Literal("integration"),
      name: Type.String(),
      version: Type.Integer({ description: "Increases by one each time it is published." }),
      title: Type.String(),
      description: Type.String(),
      summary: Type.Optional(Type.String()),
      previewImages: list(Url),
      target: Target,
      verified: Type.Boolean(),
      visibility: Visibility,
      scopes: list(Scope),
      categories: list(Category),
      blocks,
      contentSources,
      configurations,
      externalLinks,
      owner: Organization,
      urls: Type.Object({
        location: Url,
        icon: Type.Optional(Url),
        app: Url,
        assets: Url,
        ...endpoints,
      }),
      permissions: Type.Object({ admin: Type.Boolean(), install: Type.Boolean() }),
      contentSecurityPolicy: Type.Optional(Type.String()),
      hosts: Hosts,
    },
    { description: "A program of an organization that others can install." },
  ),
);

const filters = {
  search: Type.Optional(Type.String({ maxLength: 100, description: "Part of the name or the title." })),
  category: Type.Optional(Category),
  blockDomain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: "^[a-zA-Z0-9\\-_.]+$",
      description: "Only integrations with a block for addresses on this host.",
    }),
  ),
  blocks: Type.Optional(Type.Boolean({ description: "true: only with blocks; false: only without." })),
  contentSources: Type.Optional(Type.Boolean({ description: "The same for content sources." })),
  owner: Type.Optional(
    Type.String({ maxLength: 128, description: "Id of the organization that published it." }),
  ),
  scope: Type.Optional(Scope),
  target: Type.Optional(Target),
};

export const ListIntegrationsQuery = Type.Object({ ...pageQuery, ...filters }, closed);

export const DevelopmentMode = named(
  "IntegrationDevelopmentMode",
  Type.Object(
    {
      tunnelUrl: Type.String({
        minLength: 1,
        maxLength: 256,
        description: "The https address, on a public host, to which events are sent.",
      }),
      all: Type.Optional(
        Type.Boolean({
          description: "Whether events of other organizations' installations are sent there as well.",
        }),
      ),
    },
    closed,
  ),
);

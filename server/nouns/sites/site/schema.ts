import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id, Timestamp, Url } from "../../../http/shapes.ts";
import { closed, asNamed, named } from "../../../http/named.ts";
import { DefaultLevel } from "../../collections/schema.ts";

export const SITE_VISIBILITIES = ["public", "unlisted", "share-link", "visitor-auth"] as const;

const SiteType = named(
  "SiteType",
  Type.Enum(["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"]),
);
const Visibility = named(
  "SiteVisibility",
  Type.Enum([...SITE_VISIBILITIES], {
    description:
      "public: anybody, indexed. unlisted: anybody, not indexed. share-link: people with the secret address. visitor-auth: signed-in visitors.",
  }),
);
const AgentsContext = named("SiteAgentsContext", Type.Enum(["excluded", "included"]));
const title = Type.String({ minLength: 2, maxLength: 128 });
const AdaptiveContent = named("SiteAdaptiveContent", closed({ enabled: Type.Boolean() }));

export const FEATURES = (
  "adaptive-content advanced-customization advanced-insights ads ai-search ai-assistant api-playground " +
  "basic-customization custom-domain custom-fonts custom-subdirectory full-text-search multivariant-site " +
  "no-custom-domain page-feedback page-traffic-insights pdf-export preview-deployments public-visibility " +
  "redirects search-insights sections seo share-links unlisted-visibility user-contribution " +
  "visitor-authentication visitors"
)
  .split(" ")
  .map((name) => `sites-${name}`);

const SitePermissions = named(
  "SitePermissions",
  Type.Object(
    Object.fromEntries(
      [
        "view",
        "access",
        "edit",
        "create",
        "publish",
        "admin",
        "installIntegration",
        "viewAdaptiveSchema",
        "editAdaptiveSchema",
      ].map((name) => [name, Type.Boolean()]),
    ),
    { description: "Your permissions on a site." },
  ),
);

export const Site = named(
  "Site",
  Type.Object(
    {
      object: Type.Literal("site"),
      id: Type.String(),
      type: SiteType,
      appliedType: SiteType,
      title: Type.String(),
      icon: Type.Optional(
        // As the customization has its favicon, which stands in a later part.
        asNamed<unknown>("CustomizationFavicon"),
      ),
      hostname: Type.Optional(Type.String()),
      basename: Type.Optional(Type.String()),
      proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Type.String() })),
      visibility: Visibility,
      defaultLevel: DefaultLevel,
      published: Type.Boolean(),
      siteSpaces: Type.Integer(),
      createdAt: Timestamp,
      deletedAt: Type.Optional(Timestamp),
      adaptiveContent: AdaptiveContent,
      agentsContext: AgentsContext,
      features: Type.Array(Type.Object({ id: Type.String(), plan: Type.String(), frozen: Type.Boolean() })),
      urls: Type.Object({
        location: Url,
        app: Url,
        published: Type.Optional(Url),
        preview: {
          ...Url,
          description: "The address at which people who can change the site see it before it is published.",
        },
      }),
      permissions: SitePermissions,
    },
    { description: "A published documentation site." },
  ),
);

export const SiteParams = Type.Object({ organizationId: Id, siteId: Id });

export const ListSitesQuery = closed({
  ...pageQuery,
  space: Type.Optional(Id),
  title: Type.Optional(Type.String({ maxLength: 128, description: "Contained in the title, in any case." })),
  published: Type.Optional(Type.Boolean()),
  deleted: Type.Optional(
    Type.Boolean({ description: "true: only those in the trash that you can restore." }),
  ),
  type: Type.Optional(Type.Array(SiteType, { maxItems: 6 })),
});

export const CreateSite = named(
  "CreateSite",
  closed({
    type: Type.Optional(SiteType),
    title: Type.Optional(title),
    visibility: Type.Optional(Visibility),
    spaces: Type.Optional(
      Type.Union([
        Type.Array(Id, { maxItems: 100, uniqueItems: true }),
        Type.Enum(["sample", "empty"], { description: "Makes a new space, with sample pages or empty." }),
      ]),
    ),
  }),
);

export const UpdateSite = named(
  "UpdateSite",
  closed({
    title: Type.Optional(title),
    visibility: Type.Optional(Visibility),
    basename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        description: "Lower-case letters, digits and single hyphens: its part of the address.",
      }),
    ),
    adaptiveContent: Type.Optional(AdaptiveContent),
    agentsContext: Type.Optional(AgentsContext),
    defaultLevel: Type.Optional(DefaultLevel),
    defaultSiteSpace: Type.Optional(Id),
    defaultSiteSection: Type.Optional(Id),
    hostname: Type.Optional(
      Type.Union([
        Type.String({
          maxLength: 512,
          pattern: "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
          description:
            "Only administrators of the organization can set it. The site is served there when the hostname is proved.",
        }),
        Type.Null(),
      ]),
    ),
    proxy: Type.Optional(
      Type.Union([
        Type.String({
          maxLength: 512,
          pattern: "^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$",
          description: "The host and the path on another server, such as `example.com/docs`.",
        }),
        Type.Null(),
      ]),
    ),
  }),
);

export const ShareKeyQuery = {
  shareKey: Type.Optional(
    Type.String({
      maxLength: 128,
      description: "The key of a share link. Published addresses in the answer use it.",
    }),
  ),
};

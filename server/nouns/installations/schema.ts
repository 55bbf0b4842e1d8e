import { type Static, Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp, Url } from "../../http/shapes.ts";
import { named } from "../../http/named.ts";
import { endpoints, Hosts, Integration, IntegrationName } from "../integrations/schema.ts";
import { Site } from "../sites/site/schema.ts";
import { Space } from "../spaces/schema.ts";

const closed = { additionalProperties: false };
const Selection = named("IntegrationInstallationSelection", Type.Enum(["all", "selected"]));
export const Status = named(
  "IntegrationInstallationStatus",
  Type.Enum(["active", "pending", "paused"], {
    description:
      "`pending`: its configuration lacks required values. `paused`: it does nothing, because nothing here runs its script (see `scripts`), its events failed for a day, its script took too much time or memory, or the person who set it up has left.",
  }),
);
const Scripts = named(
  "IntegrationInstallationScripts",
  Type.Enum(["here", "not-run", "developer"], {
    description:
      "Where its script runs. `here`: on this server. `not-run`: nowhere, because nothing here runs scripts of integrations; its events are recorded and have no effect. `developer`: with the developer of the integration, who gets its events.",
  }),
);
const Configuration = named(
  "IntegrationInstallationConfiguration",
  Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
    maxProperties: 200,
    description: "Values of the properties that the integration declares. They replace all previous values.",
  }),
);
const externalIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  maxItems: 5,
  uniqueItems: true,
  description: "Its id in another system. Lists can be filtered by it.",
});

export const Installation = named(
  "IntegrationInstallation",
  Type.Object(
    {
      object: Type.Literal("installation"),
      id: Type.String(),
      integration: Type.String({ description: "Its name." }),
      status: Status,
      scripts: Scripts,
      scopes: Type.Array(Type.String(), { description: "The scopes that were granted at the installation." }),
      hosts: Hosts,
      space_selection: Selection,
      site_selection: Selection,
      spaces: Type.Integer({
        description: "The number of spaces on which it is installed and that you can see.",
      }),
      configuration: Type.Record(Type.String(), Type.Unknown()),
      externalIds: Type.Array(Type.String()),
      target: Type.Object({ organization: Type.String() }),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: Type.Object({ location: Url, app: Url, ...endpoints }),
    },
    { description: "An integration in an organization." },
  ),
);

const PlaceUrls = named("InstallationPlaceURLs", Type.Object({ location: Url, ...endpoints }));

const onContent = {
  integration: Type.String(),
  installation: Type.String(),
  status: Status,
  configuration: Type.Record(Type.String(), Type.Unknown()),
  externalIds: Type.Array(Type.String()),
  urls: PlaceUrls,
};
const extended = (what: string) => `Its id; with \`extended\`, the ${what} itself where you see it.`;

export const SpaceInstallation = named(
  "IntegrationSpaceInstallation",
  Type.Object(
    { ...onContent, space: Type.Union([Type.String(), Space], { description: extended("space") }) },
    { description: "An installation on one space." },
  ),
);
export const SiteInstallation = named(
  "IntegrationSiteInstallation",
  Type.Object(
    {
      ...onContent,
      site: Type.Union([Type.String(), Site], { description: extended("site") }),
      script: named(
        "SiteScriptState",
        Type.Enum(["sent", "shared-host", "not-published", "none"], {
          description:
            "`sent`: pages of the site load its script. `shared-host`: they don't, because other organizations' sites are on the same host; give the site a hostname. `not-published`: they will once the site is published. `none`: it brings no script, or isn't active.",
        }),
      ),
    },
    { description: "An installation on one site." },
  ),
);

export const InstallIntegration = named(
  "InstallIntegration",
  Type.Object(
    {
      organization: Id,
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2 ** 31 - 1,
          description:
            "The version with the scopes and hosts that you accept. If another version has been published meanwhile, the request is refused.",
        }),
      ),
    },
    closed,
  ),
);
export const UpdateInstallation = named(
  "UpdateIntegrationInstallation",
  Type.Object(
    {
      configuration: Type.Optional(Configuration),
      externalIds: Type.Optional(externalIds),
      space_selection: Type.Optional(Selection),
      site_selection: Type.Optional(Selection),
    },
    closed,
  ),
);
export const InstallOnSpace = named("InstallIntegrationOnSpace", Type.Object({ space: Id }, closed));
export const InstallOnSite = named("InstallIntegrationOnSite", Type.Object({ siteId: Id }, closed));
export const UpdateContentInstallation = named(
  "UpdateIntegrationContentInstallation",
  Type.Object(
    { configuration: Type.Optional(Configuration), externalIds: Type.Optional(externalIds) },
    closed,
  ),
);
export const Token = named(
  "APITemporaryToken",
  Type.Object({ token: Type.String({ description: "The token is valid for an hour." }) }),
);

export const QueueTask = named(
  "QueueIntegrationTask",
  Type.Object(
    {
      task: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 100,
        description: "Any value for the script.",
      }),
      schedule: Type.Optional(
        Type.Number({ minimum: 0, maximum: 86_400, description: "Seconds from now; the default is 0." }),
      ),
    },
    closed,
  ),
);

const OrganizationStatus = named(
  "OrganizationIntegrationStatus",
  Type.Object({ status: Type.Optional(Status), integration: Integration }),
);
export const StatusOfIntegration = OrganizationStatus;
export const InstallationStatus = Type.Object({ status: Status });
export const InstalledIntegration = named(
  "InstalledIntegration",
  Type.Object({ installation: Installation, integration: Integration }),
);
export const SpaceBlocks = named(
  "SpaceIntegrationBlocks",
  Type.Array(Type.Object({ name: Type.String(), blocks: Type.Array(Type.Unknown()) })),
);

const Event = named(
  "IntegrationEvent",
  Type.Object({
    id: Type.String(),
    integrationId: Type.String(),
    installationId: Type.String(),
    createdAt: Timestamp,
    payload: Type.Record(Type.String(), Type.Unknown()),
    status: Type.Enum(["success", "failed"]),
  }),
);
export const IntegrationEvent = Event;
export const EventWithTrace = named(
  "IntegrationEventWithTrace",
  Type.Object({
    event: Event,
    trace: Type.Object({
      logs: Type.Array(Type.Object({ message: Type.String(), timestamp: Timestamp, level: Type.String() })),
    }),
  }),
);

const theme = Type.Optional(Type.Enum(["light", "dark"]));
export const ComponentContext = named(
  "ContentKitContext",
  Type.Union(
    [
      Type.Object(
        { type: Type.Literal("document"), theme, spaceId: Id, editable: Type.Optional(Type.Boolean()) },
        closed,
      ),
      Type.Object({ type: Type.Literal("configuration_account"), theme, organizationId: Id }, closed),
      Type.Object({ type: Type.Literal("configuration_space"), theme, spaceId: Id }, closed),
      Type.Object({ type: Type.Literal("configuration_site"), theme, siteId: Id }, closed),
      Type.Object(
        {
          type: Type.Literal("configuration_contentsource"),
          theme,
          organizationId: Id,
          spaceId: Type.Optional(Id),
        },
        closed,
      ),
    ],
    { description: "The place of the component." },
  ),
);
export type ComponentContext = Static<typeof ComponentContext>;

const fields = (description: string) =>
  Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 200, description });
export const RenderComponent = named(
  "RenderIntegrationUI",
  Type.Object(
    {
      componentId: Type.String({ minLength: 1, maxLength: 100 }),
      props: fields("What the component is drawn for."),
      state: Type.Optional(fields("What its fields hold.")),
      context: ComponentContext,
      action: Type.Optional(fields("What somebody did with it.")),
    },
    closed,
  ),
);
export const DrawnComponent = named(
  "ContentKitRenderOutput",
  Type.Record(Type.String(), Type.Unknown(), {
    description: "An `element` with its `state` and `props`, or `type: complete` with a `returnValue`.",
  }),
);

const integrationName = IntegrationName;
export const IntegrationParams = Type.Object({ integrationName });
export const EventParams = Type.Object({ integrationName, eventId: Id });
export const InstallationEventParams = Type.Object({ integrationName, installationId: Id, eventId: Id });
export const InstallationParams = Type.Object({ integrationName, installationId: Id });
export const SpaceParams = Type.Object({ integrationName, installationId: Id, spaceId: Id });
export const SiteParams = Type.Object({ integrationName, installationId: Id, siteId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });
export const OrganizationIntegrationParams = Type.Object({ organizationId: Id, integrationName });
export const OneSpaceParams = Type.Object({ spaceId: Id });
export const OneSiteParams = Type.Object({ organizationId: Id, siteId: Id });

const externalId = Type.Optional(Type.String({ maxLength: 256, description: "Only with this external id." }));
const search = Type.Optional(Type.String({ maxLength: 100, description: "Part of the name or the title." }));
const extendedQuery = { extended: Type.Optional(Type.Boolean()) };
export const PageQuery = Type.Object(pageQuery, closed);
export const ListInstallationsQuery = Type.Object({ ...pageQuery, externalId }, closed);
export const ListContentQuery = Type.Object({ ...pageQuery, ...extendedQuery }, closed);
export const ListAllContentQuery = Type.Object({ ...pageQuery, ...extendedQuery, externalId }, closed);
export const ExtendedQuery = Type.Object(extendedQuery, closed);
export const SearchPageQuery = Type.Object({ ...pageQuery, search }, closed);
export const SearchQuery = Type.Object({ search }, closed);

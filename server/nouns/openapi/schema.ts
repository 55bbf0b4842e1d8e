import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { File, Page, ReusableEntry } from "../revisions/schema.ts";

/** Longest text that can be sent itself, in characters; larger descriptions are fetched from an address. */
export const LONGEST_TEXT = 5_000_000;

const Slug = named(
  "OpenAPISpecSlug",
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    description: "Lower-case letters, digits and single hyphens; unique in the organization.",
  }),
);

const Visibility = named(
  "OpenAPISpecVisibility",
  Type.Enum(["private", "public"], {
    description: "public: anybody with the address in `urls.published` can read the specification.",
  }),
);

export const OpenAPISpec = named(
  "OpenAPISpec",
  Type.Object(
    {
      object: Type.Literal("openapi-spec"),
      id: Type.String(),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      slug: Type.String(),
      sourceURL: Type.Optional(Url),
      processingState: Type.Enum(["pending", "progress", "complete"], {
        description: "`complete` also after a failure; lastProcessErrorCode then has the reason.",
      }),
      visibility: Visibility,
      lastVersion: Type.Optional(
        Type.String({ description: "The id of the version from which pages are made." }),
      ),
      lastProcessedAt: Type.Optional(Timestamp),
      lastProcessErrorCode: Type.Optional(
        Type.Enum(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"], {
          description: "Why the last processing created no version. The previous version stays.",
        }),
      ),
      lastProcessedErrors: Type.Optional(
        Type.Array(Type.Object({ message: Type.String() }), {
          description: "The first 20 problems of the source, as sentences.",
        }),
      ),
      lastProcessedErrorCount: Type.Integer({
        description: "The number of all problems, including those beyond the first 20.",
      }),
      permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
      urls: Type.Object({ location: Url, app: Url, published: Type.Optional(Url) }),
    },
    { description: "The description of an API, kept up to date with its source." },
  ),
);

export const OpenAPISpecVersion = named(
  "OpenAPISpecVersion",
  Type.Object(
    {
      object: Type.Literal("openapi-spec-version"),
      id: Type.String(),
      createdAt: Timestamp,
      url: Type.String({ description: "The address of the file. Everybody with this address can read it." }),
      urls: ResourceUrls,
    },
    { description: "The content of a source at one time. A version never changes." },
  ),
);

export const VersionContent = named(
  "OpenAPISpecContent",
  Type.Object(
    {
      filesystem: Type.Array(
        Type.Object({
          dir: Type.String(),
          isEntrypoint: Type.Boolean(),
          references: Type.Array(Type.String(), {
            description: "The files that it refers to, with the addresses that it uses.",
          }),
          filename: Type.Union([Type.String(), Type.Null()]),
          specification: Type.Any({ description: "The parsed file; references in it are not resolved." }),
        }),
        { description: "The files. The main file comes first, and its name is null." },
      ),
      url: Type.String(),
      urls: Type.Object({
        source: Url,
        public: Type.Union([Url, Type.Null()], {
          description: "The address at which anybody can read the latest version.",
        }),
      }),
    },
    { description: "The files of a version, parsed." },
  ),
);

export const RawContent = named(
  "OpenAPISpecText",
  Type.Object({
    text: Type.String({ description: "The text of the main file, unchanged." }),
    format: Type.Enum(["json", "yaml"]),
  }),
);

const Source = named(
  "OpenAPISpecSource",
  Type.Union(
    [
      closed({
        url: Type.String({
          format: "uri",
          maxLength: 2048,
          pattern: "^https?://",
          description: "An address that begins with http:// or https://.",
        }),
      }),
      closed({ text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT }) }),
    ],
    {
      description: "An address, which Lectern reads again every six hours, or the text of the specification.",
    },
  ),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const SpecParams = Type.Object({
  organizationId: Id,
  specSlug: Type.String({ minLength: 1, maxLength: 100 }),
});
/** Where a description may be made by writing to its address. */
export const NewSpecParams = Type.Object({ organizationId: Id, specSlug: Slug });
export const VersionParams = Type.Object({ ...SpecParams.properties, versionId: Id });

export const ListQuery = closed(pageQuery);

export const CreateSpec = named("CreateOpenAPISpec", closed({ slug: Slug, source: Source }));
export const PutSpec = named("PutOpenAPISpec", closed({ source: Source }));
export const PatchSpec = named("UpdateOpenAPISpec", closed({ visibility: Visibility }));

const Dependencies = named(
  "ComputedContentDependencies",
  closed(
    {
      spec: closed({
        ref: closed({ kind: Type.Literal("openapi"), spec: Slug }),
        value: Type.Optional(
          Type.Union([
            Type.Null(),
            closed({
              object: Type.Literal("openapi-spec"),
              id: Id,
              slug: Slug,
              lastVersion: Type.Optional(Id),
            }),
          ]),
        ),
      }),
    },
    {
      description: "The specification, by its slug; with `value.lastVersion`, that version of it.",
    },
  ),
);
export type SourceDependencies = Type.Static<typeof Dependencies>;

const Seed = Type.String({
  maxLength: 200,
  description: "The seed for the ids. The same seed gives the same ids.",
});
const OPENAPI = Type.Literal("builtin:openapi");

const IntegrationSource = named(
  "ComputedContentSourceIntegration",
  closed(
    {
      type: Type.String({
        maxLength: 210,
        pattern: "^integration:[^:]{1,100}:[^:]{1,100}$",
        description: "`integration:<name>:<source>`",
      }),
      props: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200 })),
      dependencies: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 })),
    },
    { description: "The content source of an integration, as `computed` of a page of the space has it." },
  ),
);

const RevisionSource = closed({
  type: OPENAPI,
  props: closed({
    models: Type.Boolean({ description: "A page of all schemas." }),
    downloadLink: Type.Optional(Type.Boolean()),
    grouping: Type.Optional(Type.Enum(["by-tag", "by-operation"])),
  }),
  dependencies: Dependencies,
});
export type OpenAPIRevisionSource = Type.Static<typeof RevisionSource>;

export const ComputeRevision = named(
  "ComputeRevision",
  closed({ source: Type.Union([RevisionSource, IntegrationSource]), seed: Seed }),
);

export const ComputedRevision = named(
  "ComputedRevision",
  Type.Object({
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableEntry),
  }),
);

const DocumentSource = closed({
  type: OPENAPI,
  props: Type.Union([
    closed({ doc: Type.Literal("models") }),
    closed({
      doc: Type.Enum(["operations", "info"]),
      page: Type.String({ minLength: 1, maxLength: 300 }),
    }),
  ]),
  dependencies: Dependencies,
});
export type OpenAPIDocumentSource = Type.Static<typeof DocumentSource>;

export const ComputeDocument = named(
  "ComputeDocument",
  closed({ source: Type.Union([DocumentSource, IntegrationSource]), seed: Seed }),
);

export const DocumentQuery = closed({
  schema: Type.Optional(Type.Enum(["current", "next"], { description: "Both are the same." })),
});

import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { IdParam, Timestamp, Url } from "../../http/shapes.ts";

/** Longest text that can be sent itself, in characters; larger descriptions are fetched from an address. */
export const LONGEST_TEXT = 5_000_000;

const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  description: "Small letters, digits and single hyphens; unique in the organization.",
});

const Visibility = Type.Enum(["private", "public"], {
  description: "public: anybody who has the address at `urls.published` may read the description.",
});

export const OpenAPISpec = Type.Object(
  {
    object: Type.Literal("openapi-spec"),
    id: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Type.String(),
    sourceURL: Type.Optional(Url),
    processingState: Type.Enum(["pending", "progress", "complete"], {
      description: "complete also after a failure: lastProcessErrorCode says so.",
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(Type.String({ description: "Id of the version that pages are made of." })),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(
      Type.Enum(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"], {
        description: "Why the last processing brought no version; the one before stays.",
      }),
    ),
    lastProcessedErrors: Type.Optional(
      Type.Array(Type.Object({ message: Type.String() }), {
        description: "What is wrong with the source, in sentences; the first 20.",
      }),
    ),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: Url, app: Url, published: Type.Optional(Url) }),
  },
  { description: "The description of an API, kept up to date with its source." },
);

export const OpenAPISpecVersion = Type.Object(
  {
    object: Type.Literal("openapi-spec-version"),
    id: Type.String(),
    createdAt: Timestamp,
    url: Type.String({ description: "The file itself. Who has this address may read it." }),
    urls: Type.Object({ location: Url }),
  },
  { description: "What a source said at one time. It never changes." },
);

export const VersionContent = Type.Object(
  {
    filesystem: Type.Array(
      Type.Object({
        dir: Type.String(),
        isEntrypoint: Type.Boolean(),
        references: Type.Array(Type.String(), { description: "The files that it refers to, as it does." }),
        filename: Type.Union([Type.String(), Type.Null()]),
        specification: Type.Any({ description: "The file's value; references in it are kept." }),
      }),
    ),
    url: Type.String(),
  },
  { description: "The files of a version, parsed." },
);

export const RawContent = Type.Object({
  text: Type.String({ description: "The first file as it came." }),
  format: Type.Enum(["json", "yaml"]),
});

const Source = Type.Union(
  [
    Type.Object(
      { url: Type.String({ format: "uri", maxLength: 2048, pattern: "^https?://" }) },
      { additionalProperties: false },
    ),
    Type.Object(
      { text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT }) },
      { additionalProperties: false },
    ),
  ],
  { description: "An address, read again every six hours, or the text of the description." },
);

export const OrganizationParams = Type.Object({ organizationId: IdParam });
export const SpecParams = Type.Object({
  organizationId: IdParam,
  specSlug: Type.String({ minLength: 1, maxLength: 100 }),
});
/** Where a description may be made by writing to its address. */
export const NewSpecParams = Type.Object({ organizationId: IdParam, specSlug: Slug });
export const VersionParams = Type.Object({ ...SpecParams.properties, versionId: IdParam });

export const ListQuery = Type.Object(pageQuery, { additionalProperties: false });

export const CreateSpec = Type.Object({ slug: Slug, source: Source }, { additionalProperties: false });
export const PutSpec = Type.Object({ source: Source }, { additionalProperties: false });
export const PatchSpec = Type.Object({ visibility: Visibility }, { additionalProperties: false });

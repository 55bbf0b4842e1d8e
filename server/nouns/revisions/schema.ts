import { Type } from "typebox";
import { formatQuery } from "../../http/document.ts";
import { Id, ResourceUrls, Timestamp, Url } from "../../http/shapes.ts";
import { pageQuery } from "../../http/list.ts";
import { named } from "../../http/named.ts";

const flags = {
  metadata: Type.Optional(
    Type.Boolean({ description: "false leaves out Git metadata. true unless said.", default: true }),
  ),
  computed: Type.Optional(
    Type.Boolean({
      description: "false leaves computed pages as placeholders. true unless said.",
      default: true,
    }),
  ),
};

export const ContentQuery = Type.Object(flags, { additionalProperties: false });
export const FilesQuery = Type.Object({ ...flags, ...pageQuery }, { additionalProperties: false });
/** Of the texts of pages and reusable contents. */
export const evaluated = Type.Optional(
  Type.Boolean({
    description: "true evaluates expressions and conditions. false unless said.",
    default: false,
  }),
);

export const PageQuery = Type.Object(
  {
    ...flags,
    format: formatQuery,
    evaluated,
  },
  { additionalProperties: false },
);

export const RevisionParams = Type.Object({ spaceId: Id, revisionId: Id });

/** Pages nest, so their schema is described in words: it is sent from bytes kept under their hash. */
export const Page = named(
  "Page",
  Type.Any({
    description:
      "A page: `id`, `title`, `type` (document, group, link, computed), `slug`, `path`, `emoji`, `icon`, `description`, " +
      "`pages` (those below it), `layout`, `cover`, `variables`, `hidden`, `noIndex`, `noRobotsIndex`, `urls`, and " +
      "`documentId`, which names its text as a base when it is written; one page by id or path carries its `markdown`, " +
      "or its `document`, and its `version`, which changes with its fields, its place and its text.",
  }),
);

export const Pages = named("Pages", Type.Object({ pages: Type.Array(Page) }));

export const File = named(
  "RevisionFile",
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      contentType: Type.String(),
      downloadURL: Url,
      size: Type.Integer({ description: "Bytes." }),
      dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
      git: Type.Optional(Type.Any()),
    },
    { description: "A file of a space." },
  ),
);

export const Reusable = named(
  "RevisionReusableContent",
  Type.Object(
    {
      id: Type.String(),
      title: Type.String(),
      document: Type.String({
        description: "The id of its text, which names it as a base when it is written.",
      }),
      markdown: Type.String(),
      version: Type.String({ description: "Changes with its title and its text, and with nothing else." }),
      git: Type.Optional(Type.Any()),
    },
    { description: "A text that several pages share." },
  ),
);

export const Revision = named(
  "Revision",
  Type.Object(
    {
      object: Type.Literal("revision"),
      id: Type.String(),
      type: Type.Enum(["edits", "merge", "rollback", "update", "computed"]),
      mergedFrom: Type.Optional(
        Type.Any({ description: "Of a `merge`: the change request that it came from, as it is now." }),
      ),
      parents: Type.Array(Type.String()),
      pages: Type.Array(Page),
      files: Type.Array(File),
      reusableContents: Type.Array(Type.Any()),
      variables: Type.Any(),
      createdAt: Timestamp,
      git: Type.Optional(Type.Any()),
      urls: Type.Object({
        app: Url,
        published: Type.Optional({ ...Url, description: "Of what readers see now: where they find it." }),
        public: Type.Optional({ ...Url, description: "The same, where everybody may." }),
      }),
    },
    {
      description:
        "A state of a space's content. That never changes; what is told of a change request beside it may.",
    },
  ),
);

export const RevisionEntry = named(
  "RevisionEntry",
  Type.Object(
    {
      object: Type.Literal("revision-entry"),
      id: Type.String(),
      type: Type.String(),
      parents: Type.Array(Type.String()),
      createdAt: Timestamp,
      createdBy: Type.Optional(Type.String({ description: "The user's id." })),
      message: Type.Optional(Type.String()),
      current: Type.Boolean({ description: "Whether readers see this one." }),
      urls: ResourceUrls,
    },
    { description: "A line of a space's history." },
  ),
);

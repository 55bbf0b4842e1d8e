import { type TSchema, Type } from "typebox";
import { TAG_LABEL_MAX, TAG_NAME_MAX } from "../../../engine/changeResource.ts";
import { formatQuery } from "../../http/document.ts";
import { DocumentShape } from "../../http/documentShape.ts";
import type { WrittenJson } from "../../http/writtenJson.ts";
import { AppUrls, Id, ResourceUrls, Timestamp, Url } from "../../http/shapes.ts";
import { pageQuery } from "../../http/list.ts";
import { closed, asIs, asNamed, named } from "../../http/named.ts";

const flags = {
  metadata: Type.Optional(
    Type.Boolean({ description: "false: without Git metadata. The default is true.", default: true }),
  ),
  computed: Type.Optional(
    Type.Boolean({
      description: "false: computed pages stay placeholders. The default is true.",
      default: true,
    }),
  ),
};

export const ContentQuery = closed(flags);
export const FilesQuery = closed({
  ...flags,
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 256, description: "A part of the file name." })),
  contentType: Type.Optional(
    Type.String({
      maxLength: 127,
      description: "The beginning of the media type, such as `image/` for all pictures.",
    }),
  ),
  unused: Type.Optional(
    Type.Boolean({
      description: "true: only files without a link to them in the same content. false: only the others.",
    }),
  ),
  sort: Type.Optional(Type.Literal("name")),
});
/** Of the texts of pages and reusable contents. */
export type EvaluatedParts = boolean | "deterministic-only";
export const evaluated = Type.Optional(
  Type.Union([Type.Boolean(), Type.Literal("deterministic-only")], {
    description:
      "true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated.",
    default: false,
  }),
);
export type DereferencedParts = boolean | "reusable-contents";
export const dereferenced = Type.Optional(
  Type.Union([Type.Boolean(), Type.Literal("reusable-contents")], {
    description:
      "true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false.",
    default: false,
  }),
);

const textQuery = { ...flags, format: formatQuery, evaluated };
export const ReusableQuery = closed(textQuery);
const onePageQuery = {
  ...textQuery,
  "format.markdown.refs": Type.Optional(
    Type.Literal("stable", {
      description: "How links in Markdown name things: `stable`, by their ids. There is this one.",
    }),
  ),
  dereferenced,
};
export const PageQuery = closed(onePageQuery);
export const PathQuery = closed({
  ...onePageQuery,
  cachedMetadata: Type.Optional(
    Type.Boolean({ description: "Whether Git metadata may be older than the answer. It never is." }),
  ),
});

export const RevisionParams = Type.Object({ spaceId: Id, revisionId: Id });

type Fields = Readonly<Record<string, unknown>>;
const Free = Type.Record(Type.String(), Type.Unknown());
const Git = Type.Optional(
  named(
    "GitMetadata",
    asIs<Fields>({
      ...Free,
      description:
        "For a revision, its commit. For its content, the file in the repository, in the current content of a synced space. Only people who can edit the space see the address of the repository.",
    }),
  ),
);
const Variables = named(
  "ContentVariables",
  asIs<Fields>({ ...Free, description: "Values that texts print, by name." }),
);
export const VariablesAnswer = named("SharedVariables", Type.Object({ variables: Variables }, {}));

const flag = Type.Boolean();
const Layout = Type.Object({
  width: Type.Enum(["default", "wide"]),
  cover: flag,
  coverSize: Type.Enum(["hero", "full"]),
  coverMask: Type.Literal("none"),
  title: flag,
  description: flag,
  tableOfContents: flag,
  outline: flag,
  pagination: flag,
  metadata: flag,
  tags: flag,
  actions: flag,
  anchors: flag,
});

const tagFields = {
  label: Type.String({ minLength: 1, maxLength: TAG_LABEL_MAX }),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  color: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: "A CSS colour. It is shown as the nearest colour of the palette.",
    }),
  ),
};
export const TagDefinition = named("TagDefinition", closed(tagFields));
export const NamedTag = named(
  "NamedTag",
  Type.Object({ tag: Type.String(), slug: Type.String({ description: "The same as `tag`." }), ...tagFields }),
);
const RevisionTag = named(
  "RevisionTag",
  Type.Object(
    {
      slug: Type.String(),
      label: Type.String(),
      color: Type.String({ description: "The nearest colour of the palette, or `default`." }),
      icon: Type.Optional(Type.String()),
    },
    { description: "A tag as it is shown; `slug` is its name." },
  ),
);
const Tags = named(
  "ContentTags",
  Type.Record(Type.String(), TagDefinition, { description: "The look of page tags, by name." }),
);
export const TagsAnswer = named("SharedTags", Type.Object({ tags: Tags }, {}));

export const PageTag = named(
  "RevisionPageTag",
  closed({
    tag: closed({ kind: Type.Literal("tag"), tag: Type.String({ minLength: 1, maxLength: TAG_NAME_MAX }) }),
    primary: Type.Optional(flag),
  }),
);

export const PageType = named("PageType", Type.Enum(["document", "group", "link", "computed"]));

/** Pages nest; they are sent from bytes kept under their hash. */
export const Page = named(
  "Page",
  asIs<Fields>(
    Type.Object(
      {
        id: Type.String(),
        kind: Type.Enum(["sheet", "group", "link", "computed"]),
        type: PageType,
        title: Type.String(),
        linkTitle: Type.Optional(
          Type.String({
            description:
              "The title in the navigation and in mentions, if it differs from the title of the page.",
          }),
        ),
        emoji: Type.Optional(Type.String()),
        icon: Type.Optional(Type.String()),
        createdAt: Timestamp,
        updatedAt: Timestamp,
        hidden: flag,
        noIndex: Type.Optional(flag),
        noRobotsIndex: Type.Optional(flag),
        condition: Type.Optional(Type.String()),
        slug: Type.Optional(Type.String()),
        path: Type.Optional(
          Type.String({ description: "The path of the page: the slugs of its parent pages and its own." }),
        ),
        pages: Type.Optional(Type.Array(asNamed("Page"), { description: "The pages below it." })),
        urls: Type.Optional(AppUrls),
        description: Type.Optional(Type.String()),
        documentId: Type.Optional(
          Type.String({ description: "The id of its text. Send it as the base when you change the text." }),
        ),
        layout: Type.Optional(Layout),
        cover: Type.Optional({ ...Free, description: "Its picture." }),
        variables: Type.Optional(Variables),
        tags: Type.Optional(Type.Array(PageTag)),
        target: Type.Optional({ ...Free, description: "The target of a link." }),
        href: Type.Optional(Type.String()),
        computed: Type.Optional({ ...Free, description: "The source of a computed page." }),
        computedSeed: Type.Optional(Type.String()),
        git: Git,
        markdown: Type.Optional(
          Type.String({
            description: "The text of the page. Only in the answer for one page, by id or path.",
          }),
        ),
        document: Type.Optional(DocumentShape),
        version: Type.Optional(
          Type.String({
            description:
              "The version of the page: it changes with its fields, its place and its text. Only in the answer for one page, by id or path.",
          }),
        ),
      },
      { description: "A page, with its subpages. Fields that its type doesn't have are absent." },
    ),
  ),
);

/** A list that may be as long as a space is large: it is written item by item, each by its schema. */
const written = (items: TSchema) => asIs<WrittenJson>(Type.Array(items));

export const Pages = named("Pages", Type.Object({ pages: written(Page) }));

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
      git: Git,
    },
    { description: "A file of a space." },
  ),
);

export const ReusableEntry = named(
  "ReusableContentEntry",
  Type.Object({ id: Type.String(), title: Type.String(), document: Type.String(), git: Git }),
);

export const Reusable = named(
  "RevisionReusableContent",
  Type.Object(
    {
      id: Type.String(),
      title: Type.String(),
      document: Type.String({
        description: "The id of its text. Send it as the base when you change the text.",
      }),
      markdown: Type.String(),
      version: Type.String({ description: "Changes only with its title and its text." }),
      git: Git,
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
        // Of a later noun.
        asNamed<unknown>("ChangeRequest"),
      ),
      parents: Type.Array(Type.String()),
      pages: written(Page),
      files: written(File),
      reusableContents: written(ReusableEntry),
      variables: Variables,
      tags: Type.Array(RevisionTag),
      createdAt: Timestamp,
      git: Git,
      urls: Type.Object({
        app: Url,
        published: Type.Optional({
          ...Url,
          description: "The address at which readers find the published content.",
        }),
        public: Type.Optional({ ...Url, description: "The same, if everybody can read it." }),
      }),
    },
    {
      description:
        "A state of a space's content. The content never changes; the information about its change request can.",
    },
  ),
);

export const ListRevisionsQuery = closed({
  ...pageQuery,
  targetPage: Type.Optional(
    Type.String({ maxLength: 128, description: "The id of a page: only revisions that changed it." }),
  ),
});

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
      commit: Type.Optional(
        Type.Object(
          {
            id: Type.String(),
            message: Type.String(),
            isOurs: Type.Boolean({ description: "Whether Lectern made it." }),
            url: Type.Optional({ ...Url, description: "For people who can edit the space." }),
          },
          { description: "The commit from which it came, or as which it was pushed." },
        ),
      ),
      current: Type.Boolean({ description: "Whether readers see this one." }),
      urls: ResourceUrls,
    },
    { description: "An entry in the history of a space." },
  ),
);

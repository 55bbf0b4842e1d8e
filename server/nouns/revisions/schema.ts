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
    Type.Boolean({ description: "false leaves out Git metadata. true unless said.", default: true }),
  ),
  computed: Type.Optional(
    Type.Boolean({
      description: "false leaves computed pages as placeholders. true unless said.",
      default: true,
    }),
  ),
};

export const ContentQuery = closed(flags);
export const FilesQuery = closed({
  ...flags,
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 256, description: "A part of their names." })),
  contentType: Type.Optional(
    Type.String({ maxLength: 127, description: "How their types begin: `image/` for all pictures." }),
  ),
  unused: Type.Optional(
    Type.Boolean({
      description: "true: those that nothing in the same content links to; false: the others.",
    }),
  ),
  sort: Type.Optional(Type.Literal("name")),
});
/** Of the texts of pages and reusable contents. */
export const evaluated = Type.Optional(
  Type.Boolean({
    description: "true evaluates expressions and conditions. false unless said.",
    default: false,
  }),
);

export const PageQuery = closed({
  ...flags,
  format: formatQuery,
  evaluated,
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
        "Of a revision its commit; of what is in it, the file that says it, in the current content of a space that is kept in step with a repository. Where that is, those see who may edit the space.",
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
      description: "As CSS writes it: shown as the nearest of the palette.",
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
      color: Type.String({ description: "The nearest of the palette, or `default`." }),
      icon: Type.Optional(Type.String()),
    },
    { description: "A tag as it is shown; `slug` is its name." },
  ),
);
const Tags = named(
  "ContentTags",
  Type.Record(Type.String(), TagDefinition, { description: "What tags of pages look like, by name." }),
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
          Type.String({ description: "What navigation and mentions call it, where that is not its title." }),
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
        path: Type.Optional(Type.String({ description: "Its slug below those of the pages above." })),
        pages: Type.Optional(Type.Array(asNamed("Page"), { description: "Those below it." })),
        urls: Type.Optional(AppUrls),
        description: Type.Optional(Type.String()),
        documentId: Type.Optional(
          Type.String({ description: "Of its text, which it names as a base when it is written." }),
        ),
        layout: Type.Optional(Layout),
        cover: Type.Optional({ ...Free, description: "Its picture." }),
        variables: Type.Optional(Variables),
        tags: Type.Optional(Type.Array(PageTag)),
        target: Type.Optional({ ...Free, description: "Of a link: what it leads to." }),
        href: Type.Optional(Type.String()),
        computed: Type.Optional({ ...Free, description: "What a computed page is made from." }),
        computedSeed: Type.Optional(Type.String()),
        git: Git,
        markdown: Type.Optional(Type.String({ description: "Of one page by id or path." })),
        document: Type.Optional(DocumentShape),
        version: Type.Optional(
          Type.String({
            description: "Of one page by id or path: changes with its fields, its place and its text.",
          }),
        ),
      },
      { description: "A page, with those below it. Fields that its type hasn't are absent." },
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
        description: "The id of its text, which names it as a base when it is written.",
      }),
      markdown: Type.String(),
      version: Type.String({ description: "Changes with its title and its text, and with nothing else." }),
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
        published: Type.Optional({ ...Url, description: "Where readers find what they see now." }),
        public: Type.Optional({ ...Url, description: "The same, where everybody may." }),
      }),
    },
    {
      description:
        "A state of a space's content. That never changes; what is told of a change request beside it may.",
    },
  ),
);

export const ListRevisionsQuery = closed({
  ...pageQuery,
  targetPage: Type.Optional(Type.String({ maxLength: 128, description: "A page's id: what changed it." })),
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
            url: Type.Optional({ ...Url, description: "For those who may edit the space." }),
          },
          { description: "That it came from, or went out as." },
        ),
      ),
      current: Type.Boolean({ description: "Whether readers see this one." }),
      urls: ResourceUrls,
    },
    { description: "A line of a space's history." },
  ),
);

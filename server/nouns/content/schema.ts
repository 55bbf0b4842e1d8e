import { type Static, type TSchema, Type } from "typebox";
import { DocumentShape } from "../../http/documentShape.ts";
import { Id, LinkAddress } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { File, PageTag, PageType } from "../revisions/schema.ts";
import {
  DeleteFile,
  type SpaceFileChange,
  InsertFiles,
  Ref,
  ReplaceFile,
  RevertFile,
  UpdateFile,
} from "./fileSchema.ts";
import { ComputedPageSource, SetTags, SetVariables, Variables } from "./valueSchema.ts";

/** How long a text may be, in characters of Markdown. */
export const TEXT_MAX = 5_000_000;

const SENT_DOCUMENT = {
  additionalProperties: false,
  minProperties: 1,
  description:
    "Either `markdown` or `document`. Front matter in the Markdown takes precedence over the other fields; a document is only the " +
    "body, and its unchanged blocks keep their Markdown.",
} as const;

const textForms = {
  markdown: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  document: Type.Optional(DocumentShape),
};

const SentDocument = named("SentDocument", Type.Object(textForms, SENT_DOCUMENT));

/** The same as an update sends it, which may say what it was made on. */
const ChangedDocument = named(
  "ChangedDocument",
  Type.Object(
    {
      ...textForms,
      base: Type.Optional(
        Type.Union([Id, Type.Null()], {
          description:
            "The `documentId` of the text that you changed; null: the empty text. Later changes of others are kept: they " +
            "are merged, or the answer is 409 and nothing is written. Then the text is only the body: no front " +
            "matter is read from it, and no title taken out of it.",
        }),
      ),
    },
    SENT_DOCUMENT,
  ),
);

const ifVersion = Type.Optional(
  named(
    "IfVersion",
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "The `version` that it must have; otherwise the answer is 409.",
    }),
  ),
);

/** One kind of content reference, and what it names. */
const refOf = <const Kind extends string>(
  name: string,
  kind: Kind,
  required: Readonly<Record<string, TSchema>>,
  optional: readonly string[] = [],
) =>
  named(
    `ContentRef${name}`,
    closed({
      kind: Type.Literal(kind),
      ...required,
      ...Object.fromEntries(optional.map((field) => [field, Type.Optional(Id)])),
    }),
  );

const Address = Type.String({ minLength: 1, maxLength: 2048 });
const FileRef = refOf("File", "file", { file: Id });
const UrlRef = refOf("URL", "url", { url: LinkAddress });

const oneRefOf = (refs: readonly TSchema[], description: string) =>
  Type.Unsafe<{ readonly kind: string }>({
    type: "object",
    discriminator: { propertyName: "kind" },
    required: ["kind"],
    oneOf: [...refs],
    description,
  });

export const ContentRef = named(
  "ContentRef",
  oneRefOf(
    [
      FileRef,
      UrlRef,
      refOf("Page", "page", { page: Id }, ["space"]),
      refOf("Anchor", "anchor", { anchor: Address }, ["space", "page"]),
      refOf("User", "user", { user: Id }),
      refOf("Collection", "collection", { collection: Id }),
      refOf("Space", "space", { space: Id }),
      refOf("ReusableContent", "reusable-content", { reusableContent: Id, ifVersion }, ["space"]),
      refOf("OpenAPI", "openapi", { spec: Id }),
    ],
    "What something refers to; `kind` says which of these it is.",
  ),
);

const CoverRef = named("PageCoverRef", oneRefOf([FileRef, UrlRef], "A file of the space, or an address."));

const Cover = named(
  "RevisionPageDocumentCover",
  closed({
    ref: Type.Optional(CoverRef),
    refDark: Type.Optional(CoverRef),
    yPos: Type.Optional(Type.Number({ description: "The vertical position, in pixels; the default is 0." })),
  }),
);

const SHOWN_PARTS = ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"];
const Layout = named(
  "RevisionPageLayoutOptions",
  closed({
    width: Type.Optional(Type.Enum(["default", "wide"])),
    coverSize: Type.Optional(Type.Enum(["hero", "full"])),
    ...Object.fromEntries(
      [...SHOWN_PARTS, "tags", "actions", "anchors"].map((name) => [name, Type.Optional(Type.Boolean())]),
    ),
    coverMask: Type.Optional(Type.Literal("none")),
  }),
);

const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description ? { description } : {}) }));

const pageFields = {
  title: text(250),
  linkTitle: text(
    100,
    "What navigation and mentions call it, where that is not its title. Empty: its title.",
  ),
  slug: text(100, "Unique among its siblings. Changing it moves the page; the old address redirects."),
  emoji: text(50, "Empty: none."),
  icon: text(50, "Empty: none."),
  description: text(1000),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: text(1024, "An expression that decides who sees the page. Empty: everybody."),
  cover: Type.Optional(Type.Union([Cover, Type.Null()])),
  layout: Type.Optional(Type.Union([Layout, Type.Null()])),
  variables: Type.Optional(Type.Union([Variables, Type.Null()])),
  computed: Type.Optional(ComputedPageSource),
  tags: Type.Optional(
    Type.Array(PageTag, {
      maxItems: 50,
      description:
        "Tags with a definition in the space are shown; primary tags also in the table of contents.",
    }),
  ),
};

const placing = {
  into: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description:
        "The new parent page, by its id, or by the `ref` of a change before in this request. null: the top.",
    }),
  ),
  at: Type.Optional(
    Type.Integer({ minimum: 0, description: "The position among the new siblings, from 0." }),
  ),
};

const strict = { additionalProperties: false } as const;
const operation = <const Name extends string>(name: Name) => ({ operation: Type.Literal(name) });

export const UpdatePage = named(
  "UpdatePage",
  Type.Object(
    {
      ...operation("update_page"),
      page: Id,
      document: Type.Optional(ChangedDocument),
      ...pageFields,
      ...placing,
      ifVersion,
      was: Type.Optional(
        Type.Object(
          { ...pageFields, into: placing.into },
          {
            ...strict,
            description:
              "The values of the fields before your change. If a field now has neither this value nor the one that you send, the answer is 409.",
          },
        ),
      ),
    },
    strict,
  ),
);

const editedMarkdown = Type.String({ maxLength: TEXT_MAX });

/** Each says what becomes of one block. */
const BlockEdit = named(
  "PageBlockEdit",
  Type.Union([
    closed({ block: Id, markdown: editedMarkdown }),
    closed({
      after: Type.Union([Id, Type.Null()], { description: "null: before all other blocks." }),
      markdown: editedMarkdown,
    }),
    closed({ remove: Id }),
  ]),
);

export const EditPage = named(
  "EditPage",
  Type.Object(
    {
      ...operation("edit_page"),
      page: Id,
      base: Type.Union([Id, Type.Null()], {
        description: "The `documentId` of the text that has these blocks. Later changes of others are kept.",
      }),
      edits: Type.Array(BlockEdit, { minItems: 1, maxItems: 200 }),
      ifVersion,
    },
    {
      ...strict,
      description:
        "Replaces, adds and removes blocks. Name a block by the `key` that it has at the top " +
        "level of the document of `base`. All other text stays exactly the same.",
    },
  ),
);

export const InsertPage = named(
  "InsertPage",
  Type.Object(
    {
      ...operation("insert_page"),
      type: Type.Optional(PageType),
      document: Type.Optional(SentDocument),
      ...pageFields,
      ...placing,
      target: Type.Optional(ContentRef),
      ref: Type.Optional(Ref),
    },
    strict,
  ),
);

export const DuplicatePage = named(
  "DuplicatePage",
  Type.Object(
    {
      ...operation("duplicate_page"),
      page: Id,
      title: text(250, "The title of the copy. The default is the title of the page."),
    },
    {
      ...strict,
      description: "A copy after the page, with its subpages. A request copies at most 200 pages.",
    },
  ),
);

export const DeletePage = named(
  "DeletePage",
  Type.Object({ ...operation("delete_page"), page: Id, ifVersion }, strict),
);

export const RevertPage = named(
  "RevertPage",
  Type.Object(
    {
      ...operation("revert_page"),
      page: Id,
      ifVersion,
      revision: Type.Optional(Id),
      block: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 100,
          description: "Restores only these blocks of the text: the ids of new, changed or removed blocks.",
        }),
      ),
    },
    {
      ...strict,
      description:
        "The page as it is in another revision. This also restores a deleted page, without its subpages.",
    },
  ),
);

const ReusableTitle = Type.String({ minLength: 1, maxLength: 250 });

export const InsertReusable = named(
  "InsertReusableContent",
  Type.Object(
    {
      ...operation("insert_reusable_content"),
      title: ReusableTitle,
      document: SentDocument,
      ref: Type.Optional(Ref),
    },
    {
      ...strict,
      description:
        "A text that pages include as `/reusable/<id>`. Pages of this request include it by its `ref`.",
    },
  ),
);

export const UpdateReusable = named(
  "UpdateReusableContent",
  Type.Object(
    {
      ...operation("update_reusable_content"),
      reusableContent: Id,
      title: Type.Optional(ReusableTitle),
      document: Type.Optional(ChangedDocument),
      ifVersion,
      was: Type.Optional(Type.Object({ title: Type.Optional(ReusableTitle) }, strict)),
    },
    strict,
  ),
);

export const DeleteReusable = named(
  "DeleteReusableContent",
  Type.Object(
    { ...operation("delete_reusable_content"), reusableContent: Id, ifVersion },
    { ...strict, description: "It disappears from every page that includes it." },
  ),
);

export type ReusableChange =
  | Static<typeof InsertReusable>
  | Static<typeof UpdateReusable>
  | Static<typeof DeleteReusable>;

export type ContentChange =
  | Static<typeof UpdatePage>
  | Static<typeof EditPage>
  | Static<typeof InsertPage>
  | Static<typeof DuplicatePage>
  | Static<typeof DeletePage>
  | Static<typeof RevertPage>
  | SpaceFileChange
  | Static<typeof SetVariables>
  | Static<typeof SetTags>
  | ReusableChange;

/** One change; `operation` says which, and which fields it takes. */
const Change = named(
  "ContentChange",
  Type.Unsafe<ContentChange>({
    type: "object",
    discriminator: { propertyName: "operation" },
    required: ["operation"],
    oneOf: [
      UpdatePage,
      EditPage,
      InsertPage,
      DuplicatePage,
      DeletePage,
      RevertPage,
      InsertFiles,
      UpdateFile,
      ReplaceFile,
      DeleteFile,
      RevertFile,
      SetVariables,
      SetTags,
      InsertReusable,
      UpdateReusable,
      DeleteReusable,
    ],
  }),
);

/** Changes of one request, and those of one that only moves pages. */
export const MOST_CHANGES = 50;
const MOST_MOVES = 200;

export const ChangeContent = named(
  "ChangeContent",
  Type.Object({ changes: Type.Array(Change, { minItems: 1, maxItems: MOST_MOVES }) }, strict),
);

const ChangeResult = named(
  "ContentChangeResult",
  Type.Object({
    operation: Type.String(),
    page: Type.Optional(Type.String()),
    reusableContent: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
    brokenLinks: Type.Optional(
      Type.Array(Type.String(), { description: "Link destinations in the text that were not found." }),
    ),
    documentId: Type.Optional(
      Type.String({ description: "The current text of the page or reusable content." }),
    ),
    version: Type.Optional(Type.String({ description: "Its current version." })),
    merged: Type.Optional(
      Type.Literal(true, { description: "The text also has what others wrote since the base." }),
    ),
    markdown: Type.Optional(
      Type.String({ description: "The stored text, if it differs from the text that you sent." }),
    ),
  }),
);

export const ContentChanged = named(
  "ContentChanged",
  Type.Object({
    revision: Type.String({ description: "The current revision of the space." }),
    before: Type.Optional(Type.String({ description: "The revision to which the changes were applied." })),
    changes: Type.Array(ChangeResult),
    insertedFiles: Type.Optional(
      Type.Array(Type.Intersect([File, Type.Object({ ref: Type.Optional(Type.String()) })])),
    ),
  }),
);

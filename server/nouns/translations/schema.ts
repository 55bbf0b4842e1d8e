import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp, unsupported } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Language, LANGUAGES } from "../spaces/schema.ts";
import { PAGE_STATUSES, type PageStatus } from "./status.ts";

const title = Type.String({ minLength: 1, maxLength: 100 });
const languages = Type.Array(Language, {
  maxItems: LANGUAGES.length,
  uniqueItems: true,
  description: "Codes of the languages that content is translated to.",
});

export const TranslationSettings = named(
  "TranslationSettings",
  Type.Object(
    {
      object: Type.Literal("translation-settings"),
      id: Type.String(),
      title,
      languages,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
      urls: ResourceUrls,
    },
    { description: "The languages that some content of an organization is translated to." },
  ),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const PageMetaLinks = named(
  "RevisionPageMetaLinks",
  Type.Object({
    alternates: Type.Array(
      Type.Object({ kind: Type.Literal("page"), page: Type.String(), space: Type.String() }),
      { description: "The source first." },
    ),
  }),
);

export const SettingsParams = Type.Object({ organizationId: Id, translationSettingsId: Id });
export const SpaceParams = Type.Object({ spaceId: Id });
export const ListQuery = closed(pageQuery);

const OF_TRANSLATIONS = "settings name the languages; a space is translated below them, at /spaces";

export const WriteSettings = named(
  "WriteTranslationSettings",
  closed({
    title,
    languages: Type.Optional(languages),
    source: unsupported(OF_TRANSLATIONS),
    language: unsupported(OF_TRANSLATIONS),
    instructions: unsupported(OF_TRANSLATIONS),
  }),
);

const automatic = Type.Boolean({
  description: "Whether the translator writes pages as soon as they are missing or outdated.",
});
const instructions = Type.String({ maxLength: 10_000, description: "What the translator is told." });

export const UpdateTranslation = named(
  "UpdateTranslation",
  closed({
    automatic: Type.Optional(automatic),
    instructions: Type.Optional(Type.Union([instructions, Type.Null()])),
  }),
);

const PageStatusSchema = named(
  "TranslatedPageStatus",
  Type.Enum([...PAGE_STATUSES], {
    description:
      "`missing`: nobody has translated it. `outdated`: its source says something else since. `current`: neither. " +
      "`extra`: the source has no such page.",
  }),
);

const PageCounts = named(
  "TranslatedPageCounts",
  Type.Object(
    Object.fromEntries(PAGE_STATUSES.map((status) => [status, Type.Integer()])) as Record<
      PageStatus,
      ReturnType<typeof Type.Integer>
    >,
    { description: "How many pages have which status." },
  ),
);

export const TranslatedSpace = named(
  "TranslatedSpace",
  Type.Object(
    {
      object: Type.Literal("translated-space"),
      space: Type.String({ description: "The space that holds the translation." }),
      source: Type.String({ description: "The space that it translates." }),
      settings: Type.String(),
      language: Language,
      automatic,
      instructions: Type.Optional(instructions),
      pages: PageCounts,
      createdAt: Timestamp,
      permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean(), admin: Type.Boolean() }),
      urls: ResourceUrls,
    },
    { description: "A space that says in another language what its source says." },
  ),
);

export const CreateTranslatedSpace = named(
  "CreateTranslatedSpace",
  closed({
    source: Type.String({ minLength: 1, maxLength: 128, description: "The space to translate." }),
    language: Language,
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: "The source's, unless said." }),
    ),
  }),
);

export const TranslatedPage = named(
  "TranslatedPage",
  Type.Object(
    {
      object: Type.Literal("translated-page"),
      page: Type.String({ description: "Its id, in both spaces." }),
      title: Type.Optional(Type.String({ description: "As the translation has it; absent when it hasn't." })),
      status: PageStatusSchema,
      writtenBy: Type.Optional(Type.Enum(["hand", "translator"])),
      writtenAt: Type.Optional(Timestamp),
      problems: Type.Array(Type.String(), {
        description: "What looks wrong in what the translator wrote: links that got lost, other code.",
      }),
    },
    { description: "A page of a translation or of its source." },
  ),
);

export const ListPagesQuery = closed({ ...pageQuery, status: Type.Optional(PageStatusSchema) });

export const ConfirmPages = named(
  "ConfirmTranslatedPages",
  closed({
    pages: Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: "Ids of pages that are both in the translation and in its source.",
    }),
  }),
);

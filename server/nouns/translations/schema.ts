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
  description: "The codes of the languages into which content is translated.",
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
    { description: "The languages into which an organization translates some of its content." },
  ),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const PageMetaLinks = named(
  "RevisionPageMetaLinks",
  Type.Object({
    alternates: Type.Array(
      Type.Object({ kind: Type.Literal("page"), page: Type.String(), space: Type.String() }),
      { description: "The source comes first." },
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
  description: "Whether the translator translates pages as soon as they are missing or outdated.",
});
const instructions = Type.String({ maxLength: 10_000, description: "Instructions for the translator." });

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
      "`missing`: nobody has translated it. `outdated`: its source has changed since. `current`: it is up to date. " +
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
    { description: "The number of pages with each status." },
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
    { description: "A space that translates its source into another language." },
  ),
);

export const CreateTranslatedSpace = named(
  "CreateTranslatedSpace",
  closed({
    source: Type.String({ minLength: 1, maxLength: 128, description: "The space to translate." }),
    language: Language,
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: "The default is the title of the source." }),
    ),
  }),
);

export const TranslatedPage = named(
  "TranslatedPage",
  Type.Object(
    {
      object: Type.Literal("translated-page"),
      page: Type.String({ description: "Its id, in both spaces." }),
      title: Type.Optional(
        Type.String({
          description: "The title in the translation. Absent if the translation doesn't have the page.",
        }),
      ),
      status: PageStatusSchema,
      writtenBy: Type.Optional(Type.Enum(["hand", "translator"])),
      writtenAt: Type.Optional(Timestamp),
      problems: Type.Array(Type.String(), {
        description: "Possible errors of the translator, such as missing links or changed code.",
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
      description: "The ids of pages that are in both the translation and its source.",
    }),
  }),
);

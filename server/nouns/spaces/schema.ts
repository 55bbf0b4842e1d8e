import { type Static, Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp, unsupported, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { DefaultLevel } from "../collections/schema.ts";
import { SpaceMergeRules } from "../merge-rules/schema.ts";

export const VISIBILITIES = [
  "public",
  "unlisted",
  "share-link",
  "visitor-auth",
  "in-collection",
  "private",
] as const;

/** The languages of content. */
export const LANGUAGES =
  "en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(
    " ",
  );

/** One of them. */
export const Language = named("TranslationLanguage", Type.Enum(LANGUAGES));

const title = Type.String({ minLength: 1, maxLength: 50 });
const emoji = Type.String({
  minLength: 1,
  maxLength: 50,
  description: "A character or its code points in hex.",
});
const editMode = named(
  "SpaceEditMode",
  Type.Enum(["live", "locked"], {
    description: "live: people who can edit write directly. locked: changes need a change request.",
  }),
);

/** What a space is kept in step with; what it is stored as, too. */
const GitSync = named(
  "SpaceGitSync",
  Type.Object(
    {
      repoName: Type.String({ description: "The name of the repository, with its owner." }),
      installationProvider: Type.Optional(Type.Enum(["github", "gitlab"])),
      url: Type.String({ description: "The address of the folder on its host." }),
      updatedAt: Timestamp,
    },
    {
      description: "The repository with which a space is synced. Only people who can edit the space see it.",
    },
  ),
);

export type SpaceGitSync = Static<typeof GitSync>;

export const Space = named(
  "Space",
  Type.Object(
    {
      object: Type.Literal("space"),
      id: Type.String(),
      title: Type.String(),
      emoji: Type.String(),
      visibility: Type.Enum([...VISIBILITIES]),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      deletedAt: Type.Optional(Timestamp),
      editMode,
      organization: Type.String(),
      parent: Type.Optional(Type.String()),
      language: Type.Optional(Language),
      visitorAuth: Type.Optional(
        Type.Object(
          { backend: Type.Literal("custom") },
          { description: "The sign-in for visitors of its site, if they have to sign in." },
        ),
      ),
      gitSync: Type.Optional(GitSync),
      revision: Type.String({ description: "The revision that readers see." }),
      defaultLevel: DefaultLevel,
      mergeRules: SpaceMergeRules,
      comments: Type.Integer(),
      changeRequests: Type.Integer(),
      changeRequestsOpen: Type.Integer(),
      changeRequestsDraft: Type.Integer(),
      urls: Type.Object({
        location: Url,
        app: Url,
        published: Type.Optional(Url),
        public: Type.Optional(Url),
      }),
      permissions: Type.Object(
        Object.fromEntries(
          [
            "view",
            "access",
            "admin",
            "viewInviteLinks",
            "edit",
            "triggerGitSync",
            "comment",
            "merge",
            "review",
            "installIntegration",
          ].map((name) => [name, Type.Boolean()]),
        ),
      ),
    },
    { description: "A container of documentation." },
  ),
);

export const SpaceParams = Type.Object({ spaceId: Id });

export const CreateSpace = named(
  "CreateSpace",
  closed({
    title: Type.Optional(title),
    emoji: Type.Optional(emoji),
    parent: Type.Optional(Id),
    language: Type.Optional(Language),
    editMode: Type.Optional(editMode),
    template: unsupported("there are no templates; duplicate a space instead"),
    computedSource: unsupported("a space's content is written; its pages can be computed"),
  }),
);

export const UpdateSpace = named(
  "UpdateSpace",
  closed({
    title: Type.Optional(title),
    emoji: Type.Optional(
      Type.Union([emoji, Type.Null()], { description: "null: the default emoji of spaces." }),
    ),
    icon: unsupported("spaces are told apart by their emoji"),
    language: Type.Optional(Language),
    editMode: Type.Optional(editMode),
    defaultLevel: Type.Optional(DefaultLevel),
    mergeRules: Type.Optional(SpaceMergeRules),
  }),
);

export const ListSpacesQuery = closed({
  ...pageQuery,
  deleted: Type.Optional(Type.Boolean({ description: "true: the spaces in the trash instead." })),
});

export const ListSpacesInCollectionQuery = closed(pageQuery);

export const GetSpaceQuery = closed({
  shareKey: Type.Optional(
    Type.String({
      maxLength: 128,
      description: "The key of a share link. If it opens the space's site, `urls.published` uses it.",
    }),
  ),
});

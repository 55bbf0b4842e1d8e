import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id } from "../../http/shapes.ts";
import { named } from "../../http/named.ts";

const strict = { additionalProperties: false } as const;

export const OrganizationParams = Type.Object({ organizationId: Id });
export const FontParams = Type.Object({ organizationId: Id, fontId: Id });
export const ListFontsQuery = Type.Object(pageQuery, strict);

export const GenerateUploadUrl = named(
  "GenerateStorageUploadURL",
  Type.Object(
    {
      kind: Type.Literal("customization_font"),
      file: Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 256 }),
          type: Type.String({
            minLength: 1,
            maxLength: 128,
            description: "The media type, as the sender states it.",
          }),
          size: Type.Integer({
            minimum: 1,
            description: "The size in bytes. The upload must have this size.",
          }),
        },
        strict,
      ),
    },
    strict,
  ),
);

export const UploadUrl = named(
  "StorageUploadURL",
  Type.Object({
    object: Type.Literal("storage-signed-url"),
    url: Type.String({
      description: "`PUT` the bytes here within ten minutes, without a token.",
    }),
    key: Type.String({ description: "The key by which a font names the file." }),
  }),
);

const FontFamily = named("FontFamily", Type.String({ minLength: 1, maxLength: 50 }));
const FontWeight = named("FontWeight", Type.Integer({ minimum: 1, maximum: 1000 }));
const StorageKey = named(
  "StorageFileKey",
  Type.String({
    minLength: 1,
    maxLength: 512,
    description: "The key of an uploaded file.",
  }),
);
/** Weights that one font has at most. */
export const MOST_FACES = 20;

export const CreateFont = named(
  "CreateCustomFont",
  Type.Object(
    {
      fontFamily: FontFamily,
      fontFaces: Type.Array(Type.Object({ weight: FontWeight, storageKey: StorageKey }, strict), {
        minItems: 1,
        maxItems: MOST_FACES,
        description: "A file for each weight. The regular weight, 400, is required.",
      }),
    },
    strict,
  ),
);

export const UpdateFont = named(
  "UpdateCustomFont",
  Type.Object(
    {
      fontFamily: Type.Optional(FontFamily),
      fontFaces: Type.Optional(
        Type.Array(
          Type.Object({ weight: FontWeight, storageKey: Type.Union([StorageKey, Type.Null()]) }, strict),
          {
            maxItems: MOST_FACES,
            description: "Weights to add or replace. `null` removes a weight.",
          },
        ),
      ),
    },
    strict,
  ),
);

export const Font = named(
  "CustomizationFontDefinition",
  Type.Object(
    {
      id: Type.String(),
      custom: Type.Boolean(),
      fontFamily: Type.String(),
      fontFaces: Type.Array(
        Type.Object({
          weight: Type.Integer(),
          sources: Type.Array(
            Type.Object({
              url: Type.String({ description: "The address at which everybody can read the file." }),
              format: Type.Enum(["woff2", "woff"]),
            }),
          ),
        }),
      ),
      permissions: Type.Object({ edit: Type.Boolean() }),
    },
    {
      description:
        "A font of an organization. Without `permissions`, you can send it as the font of a site's customization.",
    },
  ),
);

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
          type: Type.String({ minLength: 1, maxLength: 128, description: "What the sender takes it for." }),
          size: Type.Integer({ minimum: 1, description: "Its bytes: the upload has as many." }),
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
      description: "Where the bytes are to be `PUT`, within ten minutes, without a token.",
    }),
    key: Type.String({ description: "What names the file afterwards, in a font." }),
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
        description: "A file for each weight; 400, the regular one, among them.",
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
            description: "Weights that are put in the place of those before; `null` takes a weight away.",
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
              url: Type.String({ description: "Where everybody may read the file." }),
              format: Type.Enum(["woff2", "woff"]),
            }),
          ),
        }),
      ),
      permissions: Type.Object({ edit: Type.Boolean() }),
    },
    {
      description:
        "A font of an organization's own. Without `permissions` it is what the look of a site takes as its font.",
    },
  ),
);

import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { IdParam, Timestamp, Url } from "../../http/shapes.ts";
import { LANGUAGES } from "../spaces/schema.ts";

const title = Type.String({ minLength: 1, maxLength: 100 });
const languages = Type.Array(Type.Enum(LANGUAGES), {
  maxItems: LANGUAGES.length,
  uniqueItems: true,
  description: "Codes of the languages that content is translated to.",
});

export const TranslationSettings = Type.Object(
  {
    object: Type.Literal("translation-settings"),
    id: Type.String(),
    title,
    languages,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: Url }),
  },
  { description: "The languages that some content of an organization is translated to." },
);

export const OrganizationParams = Type.Object({ organizationId: IdParam });
export const SettingsParams = Type.Object({ organizationId: IdParam, translationSettingsId: IdParam });
export const ListQuery = Type.Object(pageQuery, { additionalProperties: false });

export const WriteSettings = Type.Object(
  { title, languages: Type.Optional(languages) },
  { additionalProperties: false },
);

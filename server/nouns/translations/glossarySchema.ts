import { type Static, Type } from "typebox";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { inDocument, named } from "../../http/named.ts";
import { Language, LANGUAGES } from "../spaces/schema.ts";

const strict = { additionalProperties: false } as const;

const Term = named(
  "GlossaryTerm",
  Type.String({ minLength: 1, maxLength: 255, pattern: "^[^\\n\\r]*$", description: "A term in one line." }),
);

const byLanguage = {
  minProperties: 1,
  description: "The term by the code of the language, each in one line.",
};
const GlossaryTranslations = named(
  "GlossaryTranslations",
  inDocument(
    Type.Unsafe<Readonly<Record<string, string>>>(
      Type.Object(Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(Term)])), {
        ...strict,
        ...byLanguage,
      }),
    ),
    { type: "object", propertyNames: Language, additionalProperties: Term, ...byLanguage },
  ),
);

export const GlossaryEntry = named(
  "GlossaryEntry",
  Type.Object(
    {
      object: Type.Literal("glossary-entry"),
      id: Type.String(),
      translations: GlossaryTranslations,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    { description: "A term of an organization in each language." },
  ),
);

export const GlossaryEntryParams = Type.Object({ organizationId: Id, glossaryEntryId: Id });

const Insert = named(
  "GlossaryInsert",
  Type.Object({ type: Type.Literal("insert"), translations: GlossaryTranslations }, strict),
);
const Update = named(
  "GlossaryUpdate",
  Type.Object(
    { type: Type.Literal("update"), id: Id, translations: GlossaryTranslations },
    { ...strict, description: "Replaces all its translations by these." },
  ),
);
const Delete = named("GlossaryDelete", Type.Object({ type: Type.Literal("delete"), id: Id }, strict));

export type GlossaryOperation = Static<typeof Insert> | Static<typeof Update> | Static<typeof Delete>;

export const UpdateGlossary = named(
  "UpdateGlossary",
  Type.Object(
    {
      operations: Type.Array(
        Type.Unsafe<GlossaryOperation>({
          type: "object",
          discriminator: { propertyName: "type" },
          required: ["type"],
          oneOf: [Insert, Update, Delete],
        }),
        { minItems: 1, maxItems: 100, description: "They take effect in this order, either all or none." },
      ),
    },
    strict,
  ),
);

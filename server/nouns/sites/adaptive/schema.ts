import { Type } from "typebox";
import { Timestamp } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";

const JsonSchema = named(
  "SiteAdaptiveJSONSchema",
  Type.Record(Type.String(), Type.Any(), {
    description:
      "A JSON Schema (draft-07) of the claims: an object whose properties are booleans, texts, numbers, lists of these or objects, each with a description, and `unsigned` for claims that nobody signs.",
  }),
);

export const AdaptiveSchema = named(
  "SiteAdaptiveSchema",
  Type.Object(
    {
      object: Type.Literal("site-adaptive-schema"),
      jsonSchema: JsonSchema,
      updatedAt: Timestamp,
    },
    { description: "The claims that visitors of a site can have." },
  ),
);

export const PutAdaptiveSchema = named("PutSiteAdaptiveSchema", closed({ jsonSchema: JsonSchema }));

export const TemplateConditions = named(
  "SiteAdaptiveTemplateConditions",
  Type.Object({
    items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
  }),
);

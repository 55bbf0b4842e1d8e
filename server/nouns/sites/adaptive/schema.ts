import { Type } from "typebox";
import { Timestamp } from "../../../http/shapes.ts";

const JsonSchema = Type.Record(Type.String(), Type.Any(), {
  description:
    "A JSON Schema (draft-07) of the claims: an object whose properties are booleans, texts, numbers, lists of these or objects, each with a description, and `unsigned` for claims that nobody signs.",
});

export const AdaptiveSchema = Type.Object(
  {
    object: Type.Literal("site-adaptive-schema"),
    jsonSchema: JsonSchema,
    updatedAt: Timestamp,
  },
  { description: "The claims that a site's visitors may have." },
);

export const PutAdaptiveSchema = Type.Object({ jsonSchema: JsonSchema }, { additionalProperties: false });

export const TemplateConditions = Type.Object({
  items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
});

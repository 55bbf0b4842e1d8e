/** What a space says by name for all of its pages, and the changes that set it: variables, and what tags look like. */
import { Type } from "typebox";
import { TAG_NAME_MAX } from "../../../engine/changeResource.ts";
import { byName } from "../../http/byName.ts";
import { named } from "../../http/named.ts";
import { TagDefinition } from "../revisions/schema.ts";

const VariableValue = named(
  "VariableValue",
  Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean()]),
);

const MOST = { maxProperties: 1000 } as const;
const VARIABLE_NAMES = {
  pattern: "^[A-Za-z][A-Za-z0-9_]*$",
  maxLength: 128,
  description: "The name of a variable begins with a letter and has letters, digits and underscores.",
} as const;
export const Variables = named("Variables", byName(VariableValue, VARIABLE_NAMES, MOST));
const VariablesSet = byName(Type.Union([VariableValue, Type.Null()]), VARIABLE_NAMES, MOST);
const TagsSet = byName(
  Type.Union([TagDefinition, Type.Null()]),
  {
    pattern: "^[^\\s,]+$",
    maxLength: TAG_NAME_MAX,
    description: "The name of a tag has no spaces and no commas.",
  },
  MOST,
);

export const SetVariables = named(
  "SetVariables",
  Type.Object(
    {
      operation: Type.Literal("set_variables"),
      variables: VariablesSet,
      was: Type.Optional({
        ...VariablesSet,
        description: "Their values before your change. If they differ now, the answer is 409.",
      }),
    },
    { additionalProperties: false, description: "Variables of the space; null removes one." },
  ),
);

export const SetTags = named(
  "SetTags",
  Type.Object(
    {
      operation: Type.Literal("set_tags"),
      tags: TagsSet,
      was: Type.Optional({
        ...TagsSet,
        description: "Their definitions before your change. If they differ now, the answer is 409.",
      }),
    },
    {
      additionalProperties: false,
      description: "The look of page tags. null removes the definition of a tag.",
    },
  ),
);

/** As whatever makes the pages has it. */
export const ComputedPageSource = named(
  "ComputedPageSource",
  Type.Object(
    {},
    {
      additionalProperties: true,
      description: "What a computed page is made of: its `type`, with `props` and `dependencies`.",
    },
  ),
);

import { type Static, Type } from "typebox";
import { Id } from "../../http/shapes.ts";
import { named } from "../../http/named.ts";

const users = Type.Array(Id, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: "Ids of members of the organization.",
});

/** Rules that say all by their name. */
const PLAIN_RULES = [
  "require_at_least_one_review",
  "require_at_least_one_approved_review",
  "require_all_reviews_approved",
  "require_agent_review",
  "require_up_to_date_change_request",
  "require_change_request_subject",
  "require_change_request_description",
  "require_author_to_merge",
] as const;

const RULES_OF_USERS = [
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "allow_bypass",
] as const;

const strict = { additionalProperties: false };

export const MergeRule = named(
  "MergeRule",
  Type.Union([
    Type.Object({ rule: Type.Enum([...PLAIN_RULES]) }, strict),
    Type.Object({ rule: Type.Enum([...RULES_OF_USERS]), users }, strict),
    Type.Object(
      {
        rule: Type.Literal("custom"),
        expression: Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            "An expression over `changeRequest`, `reviews`, `actor` and `space` that must be true.",
        }),
        message: Type.Optional(Type.String({ maxLength: 500, description: "The message if it isn't true." })),
      },
      strict,
    ),
  ]),
);

const rules = named(
  "MergeRules",
  Type.Object({ type: Type.Literal("rules"), rules: Type.Array(MergeRule, { maxItems: 50 }) }, strict),
);
const none = named("NoMergeRules", Type.Object({ type: Type.Literal("none") }, strict));
const inherit = named("InheritedMergeRules", Type.Object({ type: Type.Literal("inherit") }, strict));

/** What a merge takes in the spaces of an organization. */
export const OrganizationMergeRules = named(
  "OrganizationMergeRules",
  Type.Union([rules, none], {
    description: "The merge rules for all spaces without their own.",
  }),
);

/** What a merge takes in one space. */
export const SpaceMergeRules = named(
  "SpaceMergeRules",
  Type.Union([inherit, rules, none], {
    description: "The merge rules of a space: its own, none, or those of the organization.",
  }),
);

export type MergeRule = Static<typeof MergeRule>;
export type OrganizationMergeRules = Static<typeof OrganizationMergeRules>;
export type SpaceMergeRules = Static<typeof SpaceMergeRules>;

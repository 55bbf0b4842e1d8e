/** Merge rules against a change request: values in, what is missing out. */
import { evaluate, type ExpressionData } from "../../../engine/expression/evaluate.ts";
import { parseExpression } from "../../../engine/expression/parse.ts";
import { ExpressionError } from "../../../engine/expression/problem.ts";
import type { FieldProblem } from "../../http/errors.ts";
import type { MergeRule } from "./schema.ts";

interface CurrentReview {
  readonly reviewer: string;
  readonly isApproved: boolean;
}

/** What rules look at. */
export interface MergeFacts {
  /** Who merges; undefined for the installation itself. */
  readonly actor: string | undefined;
  /** Who began the change request; null once they are gone. */
  readonly author: string | null;
  readonly subject: string;
  readonly description: string;
  /** Whether the space has content that the change request has not taken in. */
  readonly isOutdated: boolean;
  /** The last review of each reviewer who was not asked again since. */
  readonly reviews: readonly CurrentReview[];
  /** Who was asked for a review. */
  readonly requested: readonly string[];
  /** What is said of a user. */
  readonly nameOf: (user: string) => string;
  /** What expressions read. */
  readonly data: ExpressionData;
}

/** Steps that an expression may take: enough for a few hundred reviews. */
const FUEL = 20_000;

/** How a rule stands. */
export interface RuleState {
  readonly rule: MergeRule;
  /** `bypassed`: it is not met, and a later rule lets who asks do without it. */
  readonly state: "met" | "unmet" | "bypassed";
  /** What it misses, as a sentence. */
  readonly missing?: string;
}

/** How each rule stands for who merges. One that lets somebody bypass lets them bypass those before it. */
export function ruleStates(rules: readonly MergeRule[], facts: MergeFacts): RuleState[] {
  const lastBypass = rules.findLastIndex(
    (rule) => rule.rule === "allow_bypass" && facts.actor !== undefined && rule.users.includes(facts.actor),
  );
  return rules.map((rule, index) => {
    const told = missing(rule, facts);
    if (told === undefined) return { rule, state: "met" };
    return { rule, state: index < lastBypass ? "bypassed" : "unmet", missing: told };
  });
}

/** What is missing for a merge; empty: nothing. */
export function unmetRules(rules: readonly MergeRule[], facts: MergeFacts): FieldProblem[] {
  return ruleStates(rules, facts).flatMap(({ state, missing: message = "" }, index) =>
    state === "unmet" ? [{ path: `/mergeRules/rules/${index}`, message }] : [],
  );
}

/** What a rule misses, as a sentence; undefined: it is met. */
function missing(rule: MergeRule, facts: MergeFacts): string | undefined {
  switch (rule.rule) {
    case "require_at_least_one_review":
      return facts.reviews.length > 0 ? undefined : "Somebody has to review it.";
    case "require_at_least_one_approved_review":
      return facts.reviews.some(({ isApproved }) => isApproved) ? undefined : "Somebody has to approve it.";
    case "require_all_reviews_approved":
      return missingOfAll(facts);
    case "require_specific_reviewers":
      return missingOf(rule.users, facts);
    case "require_one_of_specific_reviewers":
      return missingOneOf(rule.users, facts);
    case "require_agent_review":
      return "An agent has to review it, and this installation has none: take the rule away.";
    case "require_up_to_date_change_request":
      return facts.isOutdated ? "It has to take in what its space has now: update it." : undefined;
    case "require_change_request_subject":
      return facts.subject.trim() === "" ? "It has to have a subject." : undefined;
    case "require_change_request_description":
      return facts.description.trim() === "" ? "It has to have a description." : undefined;
    case "require_author_to_merge":
      return facts.author !== null && facts.actor === facts.author
        ? undefined
        : "Only who began it may merge it.";
    case "custom":
      return missingOfCustom(rule, facts);
    case "allow_bypass":
      return undefined;
  }
}

/** Each review has to approve, and each that was asked for has to be there. */
function missingOfAll({ reviews, requested, nameOf }: MergeFacts): string | undefined {
  const approved = new Set(reviews.filter(({ isApproved }) => isApproved).map(({ reviewer }) => reviewer));
  const open = new Set(
    [...requested, ...reviews.map(({ reviewer }) => reviewer)].filter((user) => !approved.has(user)),
  );
  return open.size === 0 ? undefined : `These have to approve it: ${[...open].map(nameOf).join(", ")}.`;
}

function missingOf(users: readonly string[], { reviews, nameOf }: MergeFacts): string | undefined {
  const open = users.filter(
    (user) => !reviews.some(({ reviewer, isApproved }) => reviewer === user && isApproved),
  );
  return open.length === 0 ? undefined : `These have to approve it: ${open.map(nameOf).join(", ")}.`;
}

function missingOneOf(users: readonly string[], facts: MergeFacts): string | undefined {
  if (users.some((user) => missingOf([user], facts) === undefined)) return undefined;
  return `One of these has to approve it: ${users.map(facts.nameOf).join(", ")}.`;
}

function missingOfCustom(
  { expression, message }: Extract<MergeRule, { rule: "custom" }>,
  { data }: MergeFacts,
): string | undefined {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return message ?? `A rule can't be read: ${parsed.problem.message}`;
  try {
    if (evaluate(parsed.expression, data, { fuel: FUEL }) === true) return undefined;
    return message ?? `This has to hold: ${expression}`;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `${message ?? `This has to hold: ${expression}`} (${error.message})`;
  }
}

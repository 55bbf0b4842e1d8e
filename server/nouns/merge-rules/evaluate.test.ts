import { expect, test } from "vitest";
import { type MergeFacts, unmetRules } from "./evaluate.ts";
import type { MergeRule } from "./schema.ts";

const bare: MergeFacts = {
  actor: "ann",
  author: "ben",
  subject: "S",
  description: "D",
  isOutdated: false,
  reviews: [],
  requested: [],
  nameOf: (user) => user,
  data: { changeRequest: { outdated: false }, reviews: [], actor: { id: "ann" }, space: { id: "s" } },
};
const approved = (reviewer: string) => ({ reviewer, isApproved: true });
const refused = (reviewer: string) => ({ reviewer, isApproved: false });
const custom = (expression: string, message?: string): MergeRule => ({
  rule: "custom",
  expression,
  ...(message === undefined ? {} : { message }),
});
const ann = { users: ["ann"] };
const both = { users: ["ann", "ben"] };

test.each<[MergeRule, Partial<MergeFacts>, boolean]>([
  [{ rule: "require_at_least_one_review" }, {}, false],
  [{ rule: "require_at_least_one_review" }, { reviews: [refused("ann")] }, true],
  [{ rule: "require_at_least_one_approved_review" }, { reviews: [refused("ann")] }, false],
  [{ rule: "require_at_least_one_approved_review" }, { reviews: [refused("ann"), approved("ben")] }, true],
  [{ rule: "require_all_reviews_approved" }, {}, true],
  [{ rule: "require_all_reviews_approved" }, { reviews: [approved("ann"), refused("ben")] }, false],
  [{ rule: "require_all_reviews_approved" }, { requested: ["ben"] }, false],
  [{ rule: "require_all_reviews_approved" }, { requested: ["ben"], reviews: [approved("ben")] }, true],
  [{ rule: "require_specific_reviewers", ...both }, { reviews: [approved("ann")] }, false],
  [{ rule: "require_specific_reviewers", ...both }, { reviews: [approved("ann"), approved("ben")] }, true],
  [{ rule: "require_one_of_specific_reviewers", ...both }, { reviews: [refused("ann")] }, false],
  [{ rule: "require_one_of_specific_reviewers", ...both }, { reviews: [approved("ben")] }, true],
  [{ rule: "require_up_to_date_change_request" }, { isOutdated: true }, false],
  [{ rule: "require_up_to_date_change_request" }, {}, true],
  [{ rule: "require_change_request_subject" }, { subject: "  " }, false],
  [{ rule: "require_change_request_subject" }, {}, true],
  [{ rule: "require_change_request_description" }, { description: "" }, false],
  [{ rule: "require_change_request_description" }, {}, true],
  [{ rule: "require_author_to_merge" }, {}, false],
  [{ rule: "require_author_to_merge" }, { actor: "ben" }, true],
  [{ rule: "require_author_to_merge" }, { actor: undefined, author: null }, false],
  [{ rule: "require_agent_review" }, { reviews: [approved("ann")] }, false],
  [{ rule: "allow_bypass", users: ["ben"] }, {}, true],
  [custom('actor.id === "ann"'), {}, true],
  [custom('actor.id === "ben"'), {}, false],
  [custom("reviews.length"), {}, false],
  [custom("changeRequest.nothing.at.all === true"), {}, false],
])("%j with %j: %j", (rule, facts, isMet) => {
  expect(unmetRules([rule], { ...bare, ...facts }).length === 0).toBe(isMet);
});

test("what is missing is told rule by rule, in their order, with a rule's own words", () => {
  const rules = [
    custom("false", "Never."),
    { rule: "require_author_to_merge" },
    custom("!true"),
  ] as MergeRule[];
  expect(unmetRules(rules, bare)).toEqual([
    { path: "/mergeRules/rules/0", message: "Never." },
    { path: "/mergeRules/rules/1", message: "Only who began it may merge it." },
    { path: "/mergeRules/rules/2", message: "This has to hold: !true" },
  ]);
});

test("an expression that takes too long is not met, and ends", () => {
  const reviews = Array.from({ length: 5000 }, (_, index) => ({ id: index }));
  const nested = custom("reviews.filter(a => reviews.filter(b => a.id === b.id).length > 0).length > 0");
  expect(unmetRules([nested], { ...bare, data: { ...bare.data, reviews } })).toHaveLength(1);
});

test("a bypass lets the named ones off the rules before it, and off no others", () => {
  const before: MergeRule = { rule: "require_at_least_one_review" };
  const bypass: MergeRule = { rule: "allow_bypass", ...ann };
  expect(unmetRules([before, bypass], bare)).toEqual([]);
  expect(unmetRules([bypass, before], bare)).toHaveLength(1);
  expect(unmetRules([before, bypass], { ...bare, actor: "ben" })).toHaveLength(1);
  expect(unmetRules([before, bypass], { ...bare, actor: undefined })).toHaveLength(1);
});

/** Whether the merge rules of a space let a change request be merged, as a transaction sees it. */
import type { Read } from "../../db/database.ts";
import type { RequestKey, Row } from "../../db/schema.ts";
import { conflict } from "../../http/errors.ts";
import { timestamp } from "../../http/shapes.ts";
import { type MergeFacts, type RuleState, ruleStates, unmetRules } from "../merge-rules/evaluate.ts";
import type { MergeRule } from "../merge-rules/schema.ts";
import { rulesInForce } from "../merge-rules/stored.ts";
import { ancestorOf } from "./present.ts";

interface Attempt {
  /** The change request, held by the transaction. */
  readonly request: Row<"change_requests">;
  /** The head of the space that it is merged into. */
  readonly head: string;
  /** Who merges. */
  readonly actor: string | undefined;
}

/**
 * Refuses a merge that the rules of the space don't allow.
 * @throws 409 `merge-rules-unmet` with everything that is missing in `details`
 */
export async function refuseUnmetRules(tx: Read, attempt: Attempt): Promise<void> {
  const found = await rulesOf(tx, attempt);
  const unmet = found && unmetRules(found.rules, found.facts);
  if (unmet === undefined || unmet.length === 0) return;
  const what = unmet.map(({ message }) => message).join(" ");
  throw conflict("merge-rules-unmet", `The merge rules of this space are not met. ${what}`, unmet);
}

/** How each of the merge rules of its space stands for a change request; empty: there are none. */
export async function mergeRulesOf(read: Read, attempt: Attempt): Promise<readonly RuleState[]> {
  const found = await rulesOf(read, attempt);
  return found === undefined ? [] : ruleStates(found.rules, found.facts);
}

async function rulesOf(tx: Read, attempt: Attempt) {
  const { request } = attempt;
  const space = await tx
    .selectFrom("spaces")
    .innerJoin("organizations", "organizations.id", "spaces.organization_id")
    .select([
      "spaces.id",
      "spaces.title",
      "spaces.edit_mode",
      "spaces.merge_rules",
      "organizations.merge_rules as inherited",
    ])
    .where("spaces.organization_id", "=", request.organization_id)
    .where("spaces.id", "=", request.space_id)
    .executeTakeFirstOrThrow();
  const rules = rulesInForce(space.merge_rules, space.inherited);
  if (rules.length === 0) return undefined;
  const shown = { id: space.id, title: space.title, editMode: space.edit_mode };
  return { rules, facts: await factsOf(tx, attempt, rules, shown) };
}

async function factsOf(
  tx: Read,
  { request, head, actor }: Attempt,
  rules: readonly MergeRule[],
  space: Readonly<Record<string, unknown>>,
): Promise<MergeFacts> {
  const reviews = await currentReviews(tx, request);
  const requested = await tx
    .selectFrom("requested_reviewers")
    .select("user_id")
    .where("organization_id", "=", request.organization_id)
    .where("change_request_id", "=", request.id)
    .orderBy("created_at")
    .orderBy("user_id")
    .execute();
  const asked = requested.map(({ user_id: id }) => id);
  const { created_by: author } = request;
  const people = new Set([
    ...asked,
    ...reviews.map(({ reviewer_id: id }) => id),
    ...rules.flatMap((rule) => ("users" in rule ? rule.users : [])),
    ...[actor, author].flatMap((id) => id ?? []),
  ]);
  const users = await readUsers(tx, [...people]);
  const isOutdated = ancestorOf(request) !== head;
  return {
    actor,
    author,
    subject: request.subject,
    description: request.description ?? "",
    isOutdated,
    reviews: reviews.map(({ reviewer_id: reviewer, status }) => ({
      reviewer,
      isApproved: status === "approved",
    })),
    requested: asked,
    nameOf: (id) => users.get(id)?.displayName ?? id,
    data: {
      space,
      changeRequest: shownRequest(request, isOutdated, users),
      reviews: reviews.map((review) => shownReview(review, users)),
      actor: shownUser(actor, users),
    },
  };
}

/** The last review of each reviewer who was not asked again since, the oldest first. */
function currentReviews(tx: Read, { organization_id, id }: RequestKey): Promise<Row<"reviews">[]> {
  return tx
    .selectFrom("reviews")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id)
    .where("outdated", "=", 0)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** A user as expressions see them. */
interface ShownInRules {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
}

type Users = ReadonlyMap<string, ShownInRules>;

async function readUsers(tx: Read, ids: readonly string[]): Promise<Users> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("users")
    .select(["id", "display_name as displayName", "email"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, displayName, email }) => [id, { id, displayName, email }]));
}

/** Whoever is not there any more still has an id, which is nobody's. */
function shownUser(id: string | null | undefined, users: Users): ShownInRules {
  return users.get(id ?? "") ?? { id: id ?? "", displayName: "", email: "" };
}

function shownRequest(request: Row<"change_requests">, outdated: boolean, users: Users) {
  const {
    id,
    number,
    status,
    subject,
    description,
    head,
    created_at: createdAt,
    created_by: author,
  } = request;
  return {
    id,
    number,
    status,
    subject,
    description: description ?? "",
    outdated,
    revision: head,
    createdAt: timestamp(createdAt),
    createdBy: shownUser(author, users),
  };
}

/** In expressions the status is one word, as names are. */
function shownReview(
  { id, revision, status, reviewer_id: reviewer, created_at: at }: Row<"reviews">,
  users: Users,
) {
  return {
    id,
    revision,
    status: status === "approved" ? "approved" : "changes_requested",
    createdAt: timestamp(at),
    reviewer: shownUser(reviewer, users),
  };
}

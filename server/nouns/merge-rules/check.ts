/** What is refused when merge rules are written: what could never be met, or be understood. */
import { checkBoolean } from "../../../engine/expression/check.ts";
import { parseExpression } from "../../../engine/expression/parse.ts";
import { referencedPaths } from "../../../engine/expression/paths.ts";
import type { Read } from "../../db/database.ts";
import { invalid, type FieldProblem } from "../../http/errors.ts";
import type { MergeRule, SpaceMergeRules } from "./schema.ts";

/** What expressions of merge rules can name. */
const NAMES = ["changeRequest", "reviews", "actor", "space"];

/**
 * Checks merge rules as they are written, inside the transaction that writes them.
 * @throws 400 naming expressions that can't be parsed or never give true or false, and users who are no members
 */
export async function refuseUselessRules(
  read: Read,
  organization: string,
  config: SpaceMergeRules | undefined,
): Promise<void> {
  if (config?.type !== "rules") return;
  const problems = [
    ...config.rules.flatMap(expressionProblem),
    ...(await strangers(read, organization, config.rules)),
  ];
  const first = problems[0];
  if (first !== undefined) throw invalid(`${first.path}: ${first.message}`, problems);
}

function expressionProblem(rule: MergeRule, index: number): FieldProblem[] {
  if (rule.rule !== "custom") return [];
  const message = uselessExpression(rule.expression);
  return message === undefined ? [] : [{ path: `/mergeRules/rules/${index}/expression`, message }];
}

function uselessExpression(source: string): string | undefined {
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed.problem.message;
  const unknown = referencedPaths(parsed.expression)
    .map((path) => /^[^.[]+/.exec(path)?.[0] ?? path)
    .find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return `"${unknown}" is not known here; name one of ${NAMES.join(", ")}.`;
  return checkBoolean(parsed.expression)?.message;
}

/** Places of users who are not members of the organization. */
async function strangers(
  read: Read,
  organization: string,
  rules: readonly MergeRule[],
): Promise<FieldProblem[]> {
  const named = rules.flatMap((rule, at) =>
    "users" in rule
      ? rule.users.map((user, index) => ({ user, path: `/mergeRules/rules/${at}/users/${index}` }))
      : [],
  );
  if (named.length === 0) return [];
  const members = await read
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization)
    .where("user_id", "in", [...new Set(named.map(({ user }) => user))])
    .execute();
  const known = new Set(members.map(({ user_id: id }) => id));
  return named
    .filter(({ user }) => !known.has(user))
    .map(({ path }) => ({ path, message: "is not a member of this organization." }));
}

/**
 * Organizations that ask their members for a second factor. A session whose user has one has given it, since signing in
 * asks for it, and setting the first one up ends all other sessions: so what counts is whether somebody has one. It
 * counts for their API tokens too: otherwise one that was made before the day would be a way in without a factor for good.
 */
import type { ExpressionBuilder } from "kysely";
import { type Params, prepared, type Read } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

/** What an organization asks of its members. */
export interface FactorRule {
  /** From when on they need one, in milliseconds; null: never. */
  readonly factor_from: number | null;
  /** Whether those who come by its single sign-on need none here: their identity provider asks for its own. */
  readonly factor_by_sso: 0 | 1;
}

/** Somebody who asks, as far as it counts here. */
interface Asking {
  readonly through: string | undefined;
  readonly withoutFactor?: number | undefined;
}

/** Whether an organization is out of somebody's reach until they have a second factor. */
export function lacksFactor({ through, withoutFactor }: Asking, rule: FactorRule): boolean {
  if (withoutFactor === undefined || rule.factor_from === null) return false;
  return rule.factor_from <= withoutFactor && !(through !== undefined && rule.factor_by_sso === 1);
}

/** The opposite, as a condition of a query that reads `organizations`. */
export function hasFactorFor({ through, withoutFactor }: Asking) {
  return (eb: ExpressionBuilder<Schema, "organizations">) =>
    withoutFactor === undefined
      ? eb.lit(true)
      : eb.or([
          eb("organizations.factor_from", "is", null),
          eb("organizations.factor_from", ">", withoutFactor),
          ...(through === undefined ? [] : [eb("organizations.factor_by_sso", "=", 1)]),
        ]);
}

/** Whether a user has one, as a condition of a query that reads `users`. */
export function holdsFactor(eb: ExpressionBuilder<Schema, "users">) {
  return eb.or([
    eb.exists(
      eb.selectFrom("authenticators").select("user_id").whereRef("authenticators.user_id", "=", "users.id"),
    ),
    eb.exists(eb.selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.user_id", "=", "users.id")),
  ]);
}

const holders = prepared((read, p: Params<{ users: readonly string[] }>) =>
  read.selectFrom("users").select("users.id").where("users.id", "in", p.list("users")).where(holdsFactor),
);

/** Those of some users who have a second factor: an authenticator app or a passkey. */
export async function withFactor(read: Read, users: readonly string[]): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  return new Set((await holders.all(read, { users })).map(({ id }) => id));
}

/** An organization that asks somebody for a second factor whom it finds without. */
export interface AskingOrganization extends FactorRule {
  readonly id: string;
  readonly title: string;
  readonly factor_from: number;
}

const asking = prepared((read, p: Params<{ user: string }>) =>
  read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["organizations.id", "organizations.title", "factor_from", "factor_by_sso"])
    .where("members.user_id", "=", p("user"))
    .where("members.disabled", "=", 0)
    .where("factor_from", "is not", null)
    .orderBy("factor_from")
    .orderBy("organizations.id"),
);

/** Those that ask it of a user who has none, now or later, the most urgent first; those that single sign-on is enough for are left out. */
export async function factorAskedOf(
  read: Read,
  { userId, through }: { readonly userId: string; readonly through: string | undefined },
): Promise<readonly AskingOrganization[]> {
  const rules = (await asking.all(read, { user: userId })) as AskingOrganization[];
  // What single sign-on opened reaches the organization whose it is, and no other.
  const counting = rules.filter(
    ({ id, factor_by_sso }) => through === undefined || (id === through && factor_by_sso === 0),
  );
  if (counting.length === 0 || (await withFactor(read, [userId])).size > 0) return [];
  return counting;
}

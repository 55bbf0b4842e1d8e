/** Callers who have no second factor, where an organization of theirs asks for one. */
import type { Identity } from "../access/identity.ts";
import type { Caller } from "../access/singleSignOn.ts";
import { factorAskedOf } from "../access/secondFactor.ts";
import type { Deps } from "../deps.ts";
import { HttpError } from "./errors.ts";

/**
 * Refuses a caller who reaches less than they belong to until they set up a second factor. It is a 401, as for a sign-in
 * that is over: who they are is not proved well enough, and the way on is the same, by the door (RFC 9470).
 * @throws 401
 */
export async function refuseWithoutFactor(
  deps: Pick<Deps, "db" | "addresses">,
  caller: Caller & Pick<Identity, "tokenId">,
): Promise<void> {
  const { withoutFactor, tokenId } = caller;
  if (withoutFactor === undefined) return;
  const asked = await factorAskedOf(deps.db.read, caller);
  const first = asked.find(({ factor_from }) => factor_from <= withoutFactor);
  if (first === undefined) return;
  throw new HttpError(
    401,
    "second-factor-required",
    `${first.title} asks its members for a second factor, and you have none. Set one up at ${deps.addresses.app}/account/second-factor, then repeat this.`,
    {
      headers: {
        "www-authenticate": `${tokenId === undefined ? "Cookie" : "Bearer"} realm="lectern", error="insufficient_user_authentication"`,
      },
    },
  );
}

import type { Caller } from "../../access/singleSignOn.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";

interface TokenThing extends LoadedThing {
  readonly token: Row<"tokens">;
}

/**
 * A caller's tokens that were not revoked. Who came by single sign-on sees those made that way: an identity provider
 * opens what is its organization's, and the other tokens are none of that.
 */
function ownTokens(read: Read, { userId, through }: Caller) {
  const mine = read.selectFrom("tokens").where("user_id", "=", userId).where("revoked_at", "is", null);
  return through === undefined ? mine : mine.where("through", "=", through);
}

/** One of the caller's own tokens. */
export async function loadToken({ deps, identity, params }: LoadCall): Promise<TokenThing | undefined> {
  const token = await ownTokens(deps.db.read, identity)
    .selectAll()
    .where("id", "=", params["tokenId"] ?? "")
    .executeTakeFirst();
  return token && { token, rights: { view: true } };
}

/** A caller's tokens, oldest first; those that have expired are among them. */
export async function listTokens(read: Read, caller: Caller, paging: Paging) {
  return oldestFirst(ownTokens(read, caller), paging);
}

import type { Read } from "../../db/database.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { oldestFirst } from "../../http/oldestFirst.ts";
import type { LoadCall, Loaded, Paging } from "../../http/operation.ts";

export interface TokenThing extends Loaded {
  readonly token: Row<"tokens">;
}

const byId = prepared((read, p: Params<{ id: string; user: string }>) =>
  read
    .selectFrom("tokens")
    .selectAll()
    .where("id", "=", p("id"))
    .where("user_id", "=", p("user"))
    .where("revoked_at", "is", null),
);

/** One of the caller's own tokens. */
export async function loadToken({ deps, identity, params }: LoadCall): Promise<TokenThing | undefined> {
  const token = await byId.first(deps.db.read, { id: params["tokenId"] ?? "", user: identity.userId });
  return token && { token, rights: { view: true } };
}

/** A user's tokens that were not revoked, oldest first; those that have expired are among them. */
export async function listTokens(read: Read, userId: string, paging: Paging) {
  const mine = read.selectFrom("tokens").where("user_id", "=", userId).where("revoked_at", "is", null);
  return oldestFirst(mine, paging);
}

/** Tokens that may do less than who stands behind them: the one place where that is enforced. */
import type { Identity } from "../access/identity.ts";
import { isWithin, type Named } from "../access/installations.ts";
import { type Opening, scopesOpening } from "../access/scopes.ts";
import type { Deps } from "../deps.ts";
import { forbidden, notFound } from "./errors.ts";
import type { Operation } from "./operation.ts";

/** Who calls this operation, as far as their token lets them. */
export type Narrowing = (
  deps: Deps,
  identity: Identity | undefined,
  named: Named,
) => Promise<Identity | undefined>;

/**
 * Decides for one operation. What is answered to anyone is answered to a token without a scope for it as to nobody.
 * The decision throws 403 when no scope of the token opens the operation, and 404 for what is outside an installation.
 */
export function narrowing(operation: Operation): Narrowing {
  const opening = scopesOpening(operation);
  return async (deps, identity, named) => {
    if (identity?.scopes === undefined) return identity;
    const opens = identity.installation === undefined ? opening.user : opening.integration;
    if (!identity.scopes.some((scope) => opens.has(scope))) {
      if (operation.access.kind === "anyone") return undefined;
      throw forbidden(refusal(opens));
    }
    const { installation } = identity;
    if (installation === undefined || (await isWithin(deps.db.read, installation, named))) return identity;
    throw notFound(operation.access.kind === "thing" ? operation.access.noun : "It");
  };
}

function refusal(opens: Opening["user"]): string {
  const [first, ...others] = opens;
  if (first === undefined) return "No scope opens this to a narrowed token. Use a token without scopes.";
  const list = [first, ...others].map((scope) => `"${scope}"`).join(" or ");
  return `The token's scopes don't open this: it takes ${list}.`;
}

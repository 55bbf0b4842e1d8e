/** Tokens that may do less than who stands behind them: the one place where that is enforced. */
import { actingAs, type Identity } from "../access/identity.ts";
import { isWithin, type PathNames } from "../access/installations.ts";
import { INTEGRATION_SCOPES, OWN_INSTALLATION, OWN_INTEGRATION, TOKEN_SCOPES } from "../access/scopes.ts";
import type { Deps } from "../deps.ts";
import { forbidden, notFound } from "./errors.ts";
import type { LooseOperation } from "./operation.ts";

/** Who calls this operation, as far as their token lets them. */
export type NarrowedCaller = (
  deps: Deps,
  identity: Identity | undefined,
  named: PathNames,
) => Identity | undefined | Promise<Identity | undefined>;

/**
 * Decides for one operation. What is answered to anyone is answered to a token without a scope for it as to nobody.
 * The decision throws 403 when no scope of the token opens the operation, and 404 for what is outside an installation.
 */
export function narrowing(operation: LooseOperation): NarrowedCaller {
  const opens: ReadonlySet<string> = new Set(operation.scopes);
  const admit = (identity: Identity): Identity | undefined => {
    if (identity.scopes === undefined || identity.scopes.some((scope) => opens.has(scope))) return identity;
    if (operation.access.kind === "anyone") return undefined;
    throw forbidden(refusal(operation, identity));
  };
  async function admitScript(deps: Deps, caller: Identity, named: PathNames) {
    const identity = admit(await delegated(deps, caller, named, opens));
    const { installation } = identity ?? {};
    if (installation === undefined || (await isWithin(deps.db.read, installation, named))) return identity;
    throw notFound(operation.access.kind === "thing" ? operation.access.noun : "It");
  }
  return (deps, caller, named) => {
    if (caller === undefined) return undefined;
    const isScript = caller.integration !== undefined || caller.installation !== undefined;
    return isScript ? admitScript(deps, caller, named) : admit(caller);
  };
}

/** An integration acts as the installation that the path names, in what is an installation's own. */
async function delegated(
  { db }: Pick<Deps, "db">,
  identity: Identity,
  { installationId }: PathNames,
  opens: ReadonlySet<string>,
): Promise<Identity> {
  if (identity.integration === undefined || installationId === undefined) return identity;
  if (opens.has(OWN_INTEGRATION) || !opens.has(OWN_INSTALLATION)) return identity;
  const acting = await actingAs(db.read, identity.integration, installationId);
  if (acting === undefined) throw notFound("The installation");
  return acting;
}

/** @returns which scopes such a token would take, of those that it can have */
function refusal({ scopes }: LooseOperation, { installation, reader }: Identity): string {
  if (reader !== undefined)
    return "The token of a site opens what the site shows, and not this. Use a token of a user.";
  const kinds: readonly string[] = installation === undefined ? TOKEN_SCOPES : INTEGRATION_SCOPES;
  const [first, ...others] = scopes.filter((scope) => kinds.includes(scope));
  if (first === undefined) return "No scope opens this to a narrowed token. Use a token without scopes.";
  const list = [first, ...others].map((scope) => `"${scope}"`).join(" or ");
  return `The token's scopes don't open this: it takes ${list}.`;
}

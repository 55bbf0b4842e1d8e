/** What a browser that was left open must not be enough for: a session does it shortly after its sign-in alone. */
import type { Identity } from "../access/identity.ts";
import { HttpError } from "./errors.ts";
import type { Operation } from "./operation.ts";

/** For how long a sign-in is good for it, in milliseconds. */
const GOOD_FOR_MS = 15 * 60_000;

/** Whether a sign-in is good for what a browser that was left open must not be enough for. */
export function isFreshSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= GOOD_FOR_MS;
}

/** Refuses a session that is older. Tokens are not asked: nobody signs in for a program. @throws 403 */
export function refuseOldSignIn(
  { sensitive }: Operation,
  identity: Identity | undefined,
  body: unknown,
  now: number,
): void {
  if (sensitive === undefined || (sensitive !== true && !sensitive(body as never))) return;
  requireFreshSignIn(identity, now);
}

/** The same for an operation that finds out by itself that it takes one. @throws 403 */
export function requireFreshSignIn(identity: Identity | undefined, now: number): void {
  if (identity?.signedInAt === undefined || isFreshSignIn(identity.signedInAt, now)) return;
  throw new HttpError(
    403,
    "sign-in-too-old",
    "This takes a sign-in of the last 15 minutes. Sign in again, then repeat it.",
  );
}

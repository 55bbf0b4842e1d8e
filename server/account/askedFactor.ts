/** The way of somebody whom an organization asks for a second factor to the page that sets one up, and on from there. */
import { factorAskedOf } from "../access/secondFactor.ts";
import { callerOf } from "../access/singleSignOn.ts";
import type { Read } from "../db/database.ts";
import { entranceOf, type SignedInPerson } from "./visitor.ts";

export const FACTOR_PAGE = "/account/second-factor";

/** An address of the page, that leads on to another. */
export function withNext(address: string, next: string | undefined): string {
  return next === undefined ? address : `${address}?next=${encodeURIComponent(next)}`;
}

/** Where somebody goes first who has to set up a second factor, now or some time. @param next where they wanted to go */
export function byFactorPage(next = "/"): string {
  return next.startsWith(FACTOR_PAGE) ? next : withNext(FACTOR_PAGE, next);
}

interface AskedFactor {
  /** The organization that asks first, by its title. */
  readonly title: string;
  /** Milliseconds. */
  readonly from: number;
}

/** Who asks somebody for the second factor that they don't have; undefined when nobody does. */
export async function askedFactor(
  read: Read,
  { user, through }: { readonly user: string; readonly through: string | undefined },
): Promise<AskedFactor | undefined> {
  const [first] = await factorAskedOf(read, { userId: user, through });
  return first && { title: first.title, from: first.factor_from };
}

/** Whether somebody's session is out of reach of an organization until they have a second factor. */
export async function isHeldUp(read: Read, who: SignedInPerson, now: number): Promise<boolean> {
  const { userId: user, through } = await callerOf(read, entranceOf(who), now);
  const asked = await askedFactor(read, { user, through });
  return asked !== undefined && asked.from <= now;
}

import { ownPerson } from "./person.ts";

/**
 * The address of the door, from which one comes back to here. Where somebody else is signed in, it says so first.
 * @param isOld whether who is signed in has to prove it once more
 */
export function doorHref({ isOld = false } = {}): string {
  const as = isOld ? undefined : ownPerson();
  const next = location.pathname + location.search + location.hash;
  const query = new URLSearchParams({ ...(isOld && { again: "" }), ...(as !== undefined && { as }), next });
  return `/sign-in?${query}`;
}

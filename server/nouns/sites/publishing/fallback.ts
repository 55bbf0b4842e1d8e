import { invalidField } from "../../../http/errors.ts";

const FIELD = "/fallbackURL";

/**
 * The address that visitors are sent to for signing in, as it is kept.
 * @param site the site's own address: sending visitors there would send them in circles
 * @throws 400 for one that browsers can't be sent to, or that has a `location` of its own
 */
export function checkedFallback(text: string, site: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidField(FIELD, "is not an address that starts with https:// or http://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidField(FIELD, "may not carry a name or password.");
  }
  if ([...url.searchParams.keys()].some((name) => name.toLowerCase() === "location")) {
    throw invalidField(FIELD, 'may not have a "location" in its query: the visitor\'s path is put there.');
  }
  if (url.href.startsWith(site))
    throw invalidField(FIELD, "is on the site itself, which would send visitors back.");
  return url.href;
}

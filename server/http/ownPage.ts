/** Whether a request was sent by a page of our own, as far as its browser says. */
import type { Addresses } from "../deps.ts";

type Own = Pick<Addresses, "app">;

/** The browser vouches for the fetch; the origin that it names, if any, is the one that was asked. */
export function isOwnFetch(
  site: string | string[],
  origin: string | undefined,
  host: string | undefined,
  addresses: Own,
): boolean {
  if (site !== "same-origin" && site !== "none") return false;
  return origin === undefined || isOwnOrigin(origin, host, addresses);
}

/** An origin that is ours, also where we are reached by another name than the settings say, such as localhost. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, { app }: Own): boolean {
  if (origin === undefined) return false;
  if (origin === new URL(app).origin) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

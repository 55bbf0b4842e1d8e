import { type Client, createClient } from "../../sdk/src/index.ts";
import { asOwn } from "./person.ts";
import { noteRefused } from "./refused.ts";
import { fetchOrStarted } from "./start.ts";
import { noteVersion } from "./version.ts";

/**
 * A client of the console: its calls go to where the page came from, by the browser's session, for the person of this tab.
 * @param send sends a request, in place of `fetch`
 */
export function ownClient(
  retries: number,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Client {
  return createClient({
    url: location.origin,
    session: true,
    retries,
    fetch: async (url, init = {}) => {
      const response = await asOwn(init, (own) => send(String(url), own));
      noteRefused(String(url), init, response);
      return response;
    },
  });
}

export const client = ownClient(2, async (url, init) => {
  const response = await fetchOrStarted(url, init);
  noteVersion(response);
  return response;
});

/**
 * Bodies up to this many bytes are sent to their end after their tab was closed. Browsers refuse 65,536 and more, of all
 * that are under way together, as if there were no network.
 */
const MOST_KEPT_ALIVE = 60_000;

const isKeptAlive = (body: unknown): boolean =>
  typeof body === "string" &&
  body.length <= MOST_KEPT_ALIVE &&
  new TextEncoder().encode(body).length <= MOST_KEPT_ALIVE;

/**
 * Calls of a page that saves itself: one revision for many of them, and no second try, since whoever saves knows when.
 */
export const savingClient = ownClient(0, (url, init) => {
  return fetch(url, {
    ...init,
    keepalive: isKeptAlive(init.body),
    headers: { ...(init.headers as Record<string, string>), prefer: "coalesce" },
  });
});

import { createClient } from "../../sdk/src/index.ts";
import { fetchOrStarted } from "./start.ts";
import { noteVersion } from "./version.ts";

/** Calls go to where the page came from, by its session. */
export const client = createClient({
  url: location.origin,
  session: true,
  retries: 2,
  fetch: async (input, init) => {
    const response = await fetchOrStarted(input, init);
    noteVersion(response);
    return response;
  },
});

/** Texts up to this many characters are sent to their end after their tab was closed; browsers keep no more. */
const MOST_KEPT_ALIVE = 50_000;

/**
 * Calls of a page that saves itself: one revision for many of them, and no second try, since whoever saves knows when.
 */
export const savingClient = createClient({
  url: location.origin,
  session: true,
  retries: 0,
  fetch: (url, init) => {
    const { body } = init ?? {};
    return fetch(url, {
      ...init,
      keepalive: typeof body === "string" && body.length <= MOST_KEPT_ALIVE,
      headers: { ...(init?.headers as Record<string, string>), prefer: "coalesce" },
    });
  },
});

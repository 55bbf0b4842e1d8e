/** The first question, which is under way before the program that reads its answer is there. */

import { askAsAnybody } from "./askAsAnybody.ts";

declare global {
  /** Its answer, where the page has asked; see `asking.ts`. */
  var lecternStart: Promise<Response> | undefined;
}

/** Asks for what the address takes, and with it whose tab this is: it is for whoever is signed in. */
export function askStart(): Promise<Response> {
  return askAsAnybody(`start?${new URLSearchParams({ path: location.pathname })}`);
}

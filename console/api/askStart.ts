/** The first question, which is under way before the program that reads its answer is there. */
import { ask } from "./ask.ts";

declare global {
  /** Its answer, where the page has asked; see `asking.ts`. */
  var lecternStart: Promise<Response> | undefined;
}

/** Asks for what the address takes. */
export function askStart(): Promise<Response> {
  return ask(`start?${new URLSearchParams({ path: location.pathname })}`);
}

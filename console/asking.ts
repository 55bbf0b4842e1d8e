/** A script of its own, ahead of the program: it asks for what this shows first, so that both are under way at once. */
import { askStart } from "./api/askStart.ts";

const asked = askStart();
globalThis.lecternStart = asked;
// The program reads that it failed.
asked.catch(() => undefined);

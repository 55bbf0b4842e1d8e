import type { MenuEntry } from "./menu.ts";
import { Seat } from "./seats.ts";

/** For blocks of integrations: what the menu offers beside those of the dialect. */
export const blocksSeat = new Seat<readonly MenuEntry[]>();

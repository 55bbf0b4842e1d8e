/** What joins an editor once its text is there: each has a seat from the beginning. */
import type { Plugin } from "prosemirror-state";
import type { DecorationSet } from "prosemirror-view";
import { blocksSeat } from "../blocksSeat.ts";
import { Seat } from "../seats.ts";

/** Who writes where: names of people by the ids of blocks in the stored text. */
export type WritersByBlock = ReadonlyMap<string, readonly string[]>;

/** What is known of others in the page. */
export interface OthersState {
  readonly writers: WritersByBlock;
  /** Where the blocks begin in which one writes all the same. */
  readonly shared: readonly number[];
  /** Where the block begins in which one wrote last while nobody else was there: who comes later is asked. */
  readonly own: number | undefined;
  /** Where the block begins in which one has begun to write while somebody else was there. */
  readonly asked: number | undefined;
}

/** For what sites draw of a text. */
export const partsSeat = new Seat<DecorationSet>();
/** For who else writes in the page. */
export const othersSeat = new Seat<OthersState>();

/** They come first: the menu asks what it offers while a change is taken in, plugin by plugin. */
export const seats = (): readonly Plugin[] =>
  [blocksSeat, partsSeat, othersSeat].map((seat) => seat.plugin());

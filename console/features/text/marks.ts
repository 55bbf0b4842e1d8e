import { createContext, use } from "react";
import type { Block, Code } from "../../../engine/markdown/document.ts";

/** What became of something between two texts. */
export type DiffMark = "added" | "removed" | "moved";

/** A line of code, by what became of it. */
export interface MarkedLine {
  readonly text: string;
  readonly change?: DiffMark;
}

/** What differs in a text that has two others in it: blocks, items, rows and words by themselves, as objects. */
export interface Marks {
  readonly changes: ReadonlyMap<object, DiffMark>;
  readonly lines: ReadonlyMap<Code, readonly MarkedLine[]>;
  /** Of blocks whose own settings differ: these as they are written, before and after. */
  readonly settings: ReadonlyMap<Block, { readonly before: string; readonly after: string }>;
}

/** Of a text that is compared with none. */
export const WITHOUT_MARKS: Marks = { changes: new Map(), lines: new Map(), settings: new Map() };

export const MarksContext = createContext<Marks>(WITHOUT_MARKS);

export function useMarks(): Marks {
  return use(MarksContext);
}

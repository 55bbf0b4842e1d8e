import { createContext, use } from "react";
import type { Heading } from "../../../engine/markdown/document.ts";

/** What the blocks of a page ask of it. */
export interface ReadingPage {
  readonly anchors: ReadonlyMap<Heading, string>;
  /** The address of the page that a destination names; undefined for what is none of the space's. */
  readonly hrefOf: (url: string) => string | undefined;
}

export const PageContext = createContext<ReadingPage>({ anchors: new Map(), hrefOf: () => undefined });

export function usePage(): ReadingPage {
  return use(PageContext);
}

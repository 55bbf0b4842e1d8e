import { createContext, use, useMemo } from "react";
import type { Heading } from "../../../engine/markdown/document.ts";
import type { Page } from "../../../sdk/src/index.ts";
import { addressOf } from "../../routes.ts";

/** What the blocks of a page ask of it. */
export interface ReadingPage {
  readonly anchors: ReadonlyMap<Heading, string>;
  /** The address of the page that a destination names; undefined for what is none of the space's. */
  readonly hrefOf: (url: string) => string | undefined;
  /** The page that it names, where those of the space are known. */
  readonly pageOf?: (url: string) => Page | undefined;
  /** The id of the space whose text it is; without it, its files are named and not shown. */
  readonly space?: string;
  /** The number of the change request whose text it is. */
  readonly number?: string | undefined;
  /** In how many contents that are included it stands. */
  readonly depth?: number;
}

export const PageContext = createContext<ReadingPage>({ anchors: new Map(), hrefOf: () => undefined });

export function usePage(): ReadingPage {
  return use(PageContext);
}

/** What a destination within the space names: pages are stored by their ids, so that they may move. */
export function pageNamed(url: string): { readonly id: string; readonly anchor: string } | undefined {
  const [, id, anchor = ""] = /^\/pages\/([^/?#]+)(#.*)?$/.exec(url) ?? [];
  return id === undefined ? undefined : { id, anchor };
}

/** What texts of a space mean where no page of it is the one that is shown: in comparisons, and in what people say. */
export function useTextOf(space: string, number: string | undefined): ReadingPage {
  return useMemo(() => {
    const hrefOf = (url: string): string | undefined => {
      const named = pageNamed(url);
      if (named === undefined) return undefined;
      const { id: page, anchor } = named;
      return number === undefined
        ? addressOf("page", { space, page }) + anchor
        : addressOf("changedPage", { space, number, page }) + anchor;
    };
    return { anchors: new Map(), hrefOf, space, number };
  }, [space, number]);
}

import type { PresentedShape } from "../../http/operation.ts";
import type { FoundPage, FoundSpace } from "./schema.ts";
import type { FoundPage as Found, FoundSection } from "../../content/search/foundPages.ts";
import type { Addresses } from "../../deps.ts";
import type { SearchedPage, SearchedSpace } from "./queries.ts";

/** A page that was found, as the API tells it. */
export function presentFound(
  { found, page, path, above }: SearchedPage,
  addresses: Addresses,
): PresentedShape<typeof FoundPage> {
  const url = `${addresses.app}/s/${found.spaceId}/${page.id}`;
  return {
    id: page.id,
    title: page.title,
    description: page.description ?? "",
    path,
    score: found.score,
    rank: found.rank,
    resultType: "page" as const,
    ancestors: above.map((title) => ({ title })),
    sections: oncePerAnchor(found).map(({ anchor, title, excerpt, score }) => {
      const hash = anchor === "" ? "" : `#${anchor}`;
      return {
        id: anchor === "" ? page.id : anchor,
        title: title === "" ? page.title : title,
        path: path + hash,
        score,
        resultType: "section" as const,
        body: excerpt,
        urls: { app: anchor === "" ? url : `${url}#${encodeURIComponent(anchor)}` },
      };
    }),
    urls: { app: url },
  };
}

/** A space with its best pages. */
export function presentFoundSpace(
  { id, title, pages }: SearchedSpace,
  addresses: Addresses,
): PresentedShape<typeof FoundSpace> {
  return {
    type: "space",
    id,
    title,
    score: pages[0]?.found.score ?? 0,
    pages: pages.map((page) => presentFound(page, addresses)),
  };
}

/** A heading with conditional parts has several sections: the best one stands for it. */
function oncePerAnchor({ sections }: Found): FoundSection[] {
  const seen = new Set<string>();
  return sections.filter(({ anchor }) => !seen.has(anchor) && seen.add(anchor));
}

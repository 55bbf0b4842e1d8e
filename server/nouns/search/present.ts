import type { PresentedShape } from "../../http/operation.ts";
import type { FoundPage } from "./schema.ts";
import type { FoundPage as Found, FoundSection } from "../../content/search/foundPages.ts";
import type { Addresses } from "../../deps.ts";
import type { SearchedPage } from "./queries.ts";

/** A page that was found, as the API tells it. */
export function presentFound(
  { found, page, path }: SearchedPage,
  addresses: Addresses,
): PresentedShape<typeof FoundPage> {
  const url = `${addresses.app}/s/${found.spaceId}/${page.id}`;
  return {
    id: page.id,
    title: page.title,
    path,
    sections: oncePerAnchor(found).map(({ anchor, title, excerpt }) => {
      const hash = anchor === "" ? "" : `#${anchor}`;
      return {
        id: anchor === "" ? page.id : anchor,
        title: title === "" ? page.title : title,
        path: path + hash,
        body: excerpt,
        urls: { app: anchor === "" ? url : `${url}#${encodeURIComponent(anchor)}` },
      };
    }),
    urls: { app: url },
  };
}

/** A heading with conditional parts has several sections: the best one stands for it. */
function oncePerAnchor({ sections }: Found): FoundSection[] {
  const seen = new Set<string>();
  return sections.filter(({ anchor }) => !seen.has(anchor) && seen.add(anchor));
}

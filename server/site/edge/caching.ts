/** Who may keep an answer of a site, and by which name whoever keeps it for others is told that it has changed. */
import type { SiteAnswer } from "../../pages/answer.ts";
import type { AskRecord } from "../reading/asks.ts";
import { SECRET_ADDRESS_HEADERS } from "../visitor/shareLink.ts";
import type { Entrant } from "./entrance.ts";

/** An answer with what its secrecy asks of caches, of browsers and of search engines. */
export function cachedFor(
  { by, published }: Entrant,
  answer: SiteAnswer,
  record: AskRecord,
  app: string,
): SiteAnswer {
  const isForReader = by === "token" || record.asks.size > 0;
  const cache = answer.cache === "page" && isForReader ? "reader" : answer.cache;
  if (by === "preview")
    return {
      ...answer,
      cache: "never",
      headers: { ...answer.headers, ...UNSEEN },
      // The console shows it beside the settings that it is of, and nothing else is shown there.
      embedders: [...(answer.embedders ?? []), new URL(app).origin],
    };
  if (by === "key") {
    const { "cache-control": cacheControl, ...headers } = SECRET_ADDRESS_HEADERS;
    const caching = cache === "page" ? { "cache-control": cacheControl } : {};
    return { ...answer, cache, headers: { ...answer.headers, ...headers, ...caching } };
  }
  if (cache !== "page") return { ...answer, cache };
  // What only some may see has no such name: nobody may keep it for others.
  return { ...answer, cache, headers: { ...answer.headers, "surrogate-key": `site:${published.site.id}` } };
}

/** A preview's address goes to no other site and into no index. */
const UNSEEN = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" } as const;

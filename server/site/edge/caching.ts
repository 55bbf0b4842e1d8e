/** Who may keep an answer of a site, and by which name whoever keeps it for others is told that it has changed. */
import type { Deps } from "../../deps.ts";
import type { SiteAnswer } from "../../pages/answer.ts";
import type { AskRecord } from "../reading/asks.ts";
import { SECRET_ADDRESS_HEADERS } from "../visitor/shareLink.ts";
import type { Entrant } from "./entrance.ts";

/** An answer with what its secrecy asks of caches, of browsers and of search engines. */
export function cachedFor(
  { by, published }: Entrant,
  answer: SiteAnswer,
  record: AskRecord,
  { addresses, purge }: Pick<Deps, "addresses" | "purge">,
): SiteAnswer {
  const isForReader = by === "token" || record.asks.size > 0;
  const cache = answer.cache === "page" && isForReader ? "reader" : answer.cache;
  if (by === "preview")
    return {
      ...answer,
      cache: "never",
      headers: { ...answer.headers, ...UNSEEN },
      // The console shows it beside the settings that it is of, and nothing else is shown there.
      embedders: [...(answer.embedders ?? []), new URL(addresses.app).origin],
    };
  if (by === "key") {
    const { "cache-control": cacheControl, ...headers } = SECRET_ADDRESS_HEADERS;
    const caching = cache === "page" ? { "cache-control": cacheControl } : {};
    return { ...answer, cache, headers: { ...answer.headers, ...headers, ...caching } };
  }
  if (cache !== "page") return { ...answer, cache };
  // What only some may see has no such name: nobody may keep it for others.
  const named = { "surrogate-key": `site:${published.site.id}` };
  const kept = purge === undefined || answer.isMakeshift ? {} : { "cdn-cache-control": KEPT_FOR_OTHERS };
  return { ...answer, cache, headers: { ...answer.headers, ...named, ...kept } };
}

/**
 * What a network that is told of changes is to do (RFC 9213), and nobody else: browsers can't be told, so they ask each
 * time. What was taken away has been dropped by then; where it could not be told, it is shown for so long at most.
 */
const KEPT_FOR_OTHERS = "public, max-age=3600, stale-while-revalidate=60";

/** A preview's address goes to no other site and into no index. */
const UNSEEN = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" } as const;

/** The way from a request to its kept answer without working out again what its address means. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { openKept } from "../../memory/kept.ts";
import { hostnameOf } from "../reading/place.ts";
import { visitorCookieText } from "../visitor/cookies.ts";
import type { KnownVisitors, VisitedPlace } from "../visitor/knownVisitors.ts";
import { isAgent } from "../reading/agents.ts";
import type { KeptAnswers } from "./keptAnswers.ts";
import type { PublishedSites } from "../reading/publishedSite.ts";
import type { ReadyAnswer } from "../../pages/ready.ts";
import { type Encoding, encodingFor } from "../../ports/encodings.ts";
import { ANYBODY, type Visitor } from "../reading/visitor.ts";

/** A request as far as an answer depends on it. */
export interface Brief {
  /** The host that the reader sees, as it is written. */
  readonly host: string;
  /** The path as it was sent, and nothing after it. */
  readonly url: string;
  readonly wantsMarkdown: boolean;
  readonly encoding: Encoding;
  /** What says who reads, as it is written; undefined for most. Of other cookies nothing depends. */
  readonly cookies: string | undefined;
}

/** What an answer is kept under, for those who are signed in and for others. */
export type AnswerKeys = (gate: Gate) => string;
export type Gate = "anybody" | "visitor";

/** A site at which an answer was found. */
interface FoundPlace extends VisitedPlace {
  /** Whether it was found by its own host, which may become another site's. */
  readonly isOwnHost?: true;
}

export interface Shortcuts {
  /** What is kept for such a request, where that holds now. */
  find(brief: Brief): ReadyAnswer | undefined;
  /**
   * Notes where the answer of such a request is kept. Where it is must follow from the request, the settings and, for a
   * host of a site's own, from whose host it is.
   */
  note(brief: Brief, place: FoundPlace, visitor: Visitor, keyFor: AnswerKeys): void;
}

const MOST = 5000;
const MOST_OF_ONE = 8;
const LONGEST = 500;

interface NotedPlace extends Omit<Brief, "cookies"> {
  readonly place: FoundPlace;
  readonly keys: Readonly<Record<Gate, string>>;
}

export const gateOf = ({ isSignedIn }: Visitor): Gate => (isSignedIn ? "visitor" : "anybody");

export function openShortcuts(kept: KeptAnswers, sites: PublishedSites, visitors: KnownVisitors): Shortcuts {
  // By the path alone: a name put together of all parts costs more than to compare them.
  const byUrl = new Map<string, NotedPlace[]>();
  return {
    find(brief) {
      const noted = byUrl.get(brief.url)?.find((each) => isSame(each, brief));
      if (noted === undefined || !isStillThere(sites, noted)) return undefined;
      const { cookies } = brief;
      const visitor = cookies === undefined ? ANYBODY : visitors.find(noted.place, cookies);
      return visitor && kept.get(noted.keys[gateOf(visitor)], visitor);
    },
    note(brief, place, visitor, keyFor) {
      const { url, host, encoding, wantsMarkdown } = brief;
      // What is not kept, such as the answers to addresses that lead nowhere, would only take room.
      if (url.length > LONGEST || kept.get(keyFor(gateOf(visitor)), visitor) === undefined) return;
      if (byUrl.size >= MOST) byUrl.clear();
      const others = (byUrl.get(url) ?? []).filter((noted) => !isSame(noted, brief));
      const keys = { anybody: keyFor("anybody"), visitor: keyFor("visitor") };
      byUrl.set(url, [{ host, url, encoding, wantsMarkdown, place, keys }, ...others].slice(0, MOST_OF_ONE));
    },
  };
}

/** Whether the host still is the site's. One at which another server shows the site is looked at each time. */
function isStillThere(sites: PublishedSites, { host, place }: NotedPlace): boolean {
  if (place.isOwnHost !== true) return true;
  const named = sites.knownAt(hostnameOf(host) ?? "");
  return (
    named?.organization === place.organization && named.basename === place.basename && place.base === "/"
  );
}

function isSame(one: Omit<Brief, "cookies">, other: Brief): boolean {
  return (
    one.host === other.host && one.encoding === other.encoding && one.wantsMarkdown === other.wantsMarkdown
  );
}

/**
 * undefined for requests that ask for more than a path, or that say who reads otherwise than by a cookie.
 * @param host the host that the reader sees, as it is written
 */
export function briefOf(
  { headers, url = "" }: Pick<IncomingMessage, "headers" | "url">,
  host: string,
): Brief | undefined {
  if (headers.authorization !== undefined || url.includes("?")) return undefined;
  const cookies = visitorCookieText(headers.cookie);
  const encoding = encodingFor(headers);
  return { host, url, cookies, wantsMarkdown: wantsMarkdown(headers), encoding };
}

/** What programs call themselves, and whether that is an agent's name: few names, and each of them often. */
const KNOWN = openKept<boolean>("agents", { bytesOf: 8 });

/** Whether a client would rather have Markdown than a page, by what it asks for or by its name. */
export function wantsMarkdown({ accept, "user-agent": name }: IncomingHttpHeaders): boolean {
  if (accept !== undefined && /\btext\/markdown\b/.test(accept)) return true;
  if (name === undefined) return false;
  return KNOWN.get(name) ?? KNOWN.set(name, isAgent(name));
}

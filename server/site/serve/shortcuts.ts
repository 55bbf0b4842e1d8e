/** The way from a request to its kept answer without working out again what its address means. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { isAgent } from "./agents.ts";
import type { KeptAnswers } from "./keptAnswers.ts";
import { type Encoding, encodingFor, type Ready } from "./ready.ts";
import { ANYBODY } from "./visitor.ts";

/** A request as far as an answer depends on it, for readers who say nothing of themselves. */
export interface Brief {
  /** The host that the reader sees, as it is written. */
  readonly host: string;
  /** The path as it was sent, and nothing after it. */
  readonly url: string;
  readonly wantsMarkdown: boolean;
  readonly encoding: Encoding;
}

export interface Shortcuts {
  /** What is kept for such a request, where that holds now. */
  find(brief: Brief): Ready | undefined;
  /** Notes what the answer of such a request is kept under; it must follow from the request and the settings alone. */
  note(brief: Brief, key: string): void;
}

const MOST = 5000;
const MOST_OF_ONE = 8;
const LONGEST = 500;

type Noted = Brief & { readonly key: string };

export function openShortcuts(kept: KeptAnswers): Shortcuts {
  // By the path alone: a name put together of all parts costs more than to compare them.
  const byUrl = new Map<string, Noted[]>();
  return {
    find(brief) {
      const key = byUrl.get(brief.url)?.find((noted) => isSame(noted, brief))?.key;
      return key === undefined ? undefined : kept.get(key, ANYBODY);
    },
    note(brief, key) {
      const { url } = brief;
      // What is not kept, such as the answers to addresses that lead nowhere, would only take room.
      if (url.length > LONGEST || kept.get(key, ANYBODY) === undefined) return;
      if (byUrl.size >= MOST) byUrl.clear();
      const others = (byUrl.get(url) ?? []).filter((noted) => !isSame(noted, brief));
      byUrl.set(url, [{ ...brief, key }, ...others].slice(0, MOST_OF_ONE));
    },
  };
}

function isSame(one: Brief, other: Brief): boolean {
  return (
    one.host === other.host && one.encoding === other.encoding && one.wantsMarkdown === other.wantsMarkdown
  );
}

/**
 * undefined for requests that say anything of who reads, or that ask for more than a path.
 * @param host the host that the reader sees, as it is written
 */
export function briefOf(
  { headers, url = "" }: Pick<IncomingMessage, "headers" | "url">,
  host: string,
): Brief | undefined {
  if (headers.authorization !== undefined || headers.cookie !== undefined || url.includes("?"))
    return undefined;
  return { host, url, wantsMarkdown: wantsMarkdown(headers), encoding: encodingFor({ headers }) };
}

/** What programs call themselves, and whether that is an agent's name: few names, and each of them often. */
const KNOWN = new LRUCache<string, boolean>({ max: 1000 });

/** Whether a client would rather have Markdown than a page, by what it asks for or by its name. */
export function wantsMarkdown({ accept, "user-agent": name }: IncomingHttpHeaders): boolean {
  if (accept !== undefined && /\btext\/markdown\b/.test(accept)) return true;
  if (name === undefined) return false;
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const is = isAgent(name);
  KNOWN.set(name, is);
  return is;
}

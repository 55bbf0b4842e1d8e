/** The way from a request to its kept answer without working out again what its address means. */
import type { FastifyRequest } from "fastify";
import type { KeptAnswers } from "./keptAnswers.ts";
import type { Encoding, Ready } from "./ready.ts";
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

/** undefined for requests that say anything of who reads, or that ask for more than a path. */
export function briefOf(
  request: FastifyRequest,
  wished: Pick<Brief, "host" | "wantsMarkdown" | "encoding">,
): Brief | undefined {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined || cookie !== undefined || request.url.includes("?")) return undefined;
  return { ...wished, url: request.url };
}

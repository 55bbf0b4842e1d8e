/**
 * Pages that somebody read last, as their browser keeps them: called what they were called then. The console forgets
 * them when one signs out there, and when somebody else reads a page; other ways out leave them in the browser.
 */
import { recall, remember } from "../../design/script/memory.ts";

interface PageReadLast {
  /** Ids. */
  readonly organization: string;
  readonly space: string;
  readonly page: string;
  readonly title: string;
  readonly spaceTitle: string;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
}

const KEY = "lectern:recent";
/** Of all organizations together. */
const MOST = 24;

interface KeptRecents {
  /** The id of the person. */
  readonly user: string;
  /** The last one first. */
  readonly pages: readonly PageReadLast[];
}

/** Those of a person, the last one first. */
export function recentPages(user: string): readonly PageReadLast[] {
  try {
    const kept = JSON.parse(recall("local", KEY) ?? "null") as Partial<KeptRecents> | null;
    return kept?.user === user && Array.isArray(kept.pages) ? kept.pages : [];
  } catch {
    return [];
  }
}

/** Notes what somebody reads; who was here before them is forgotten. */
export function rememberPage(user: string, page: PageReadLast): void {
  const others = recentPages(user).filter((one) => one.page !== page.page || one.space !== page.space);
  const kept: KeptRecents = { user, pages: [page, ...others].slice(0, MOST) };
  remember("local", KEY, JSON.stringify(kept));
}

export function forgetRecents(): void {
  remember("local", KEY, undefined);
}

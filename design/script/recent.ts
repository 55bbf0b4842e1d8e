import { recall, remember } from "./memory.ts";
import { base } from "./words.ts";

const KEY = `lectern:recent:${base}`;
const KEPT = 6;

export interface RecentPage {
  readonly title: string;
  readonly href: string;
}

function isRecentPage(value: unknown): value is RecentPage {
  const page = value as Partial<RecentPage> | null;
  return typeof page?.title === "string" && typeof page.href === "string" && page.href.startsWith("/");
}

/** Pages of this site the reader was on, the latest first, without the one shown now. */
export function recentPages(): RecentPage[] {
  try {
    const kept: unknown = JSON.parse(recall("local", KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(isRecentPage).filter((page) => page.href !== location.pathname);
  } catch {
    return [];
  }
}

/** Keeps the page shown now, in this browser alone. */
export function rememberPage(): void {
  const title = document.querySelector("article .page-title > span:last-child")?.textContent.trim();
  if (!title || base === "") return;
  const pages = [{ title, href: location.pathname }, ...recentPages()].slice(0, KEPT);
  remember("local", KEY, JSON.stringify(pages));
}

/** The search of the reference: operations by words of their titles, names, addresses and descriptions. */
import type { ExcerptRun, SearchAnswer, SearchPageResult } from "../../design/search.ts";
import { isWithinOneEdit } from "../../engine/search/oneEdit.ts";
import type { Chapter, ChapterEntry } from "./ownApi.ts";

const MOST = 20;
/** What is typed beyond it is not looked at. */
const LONGEST = 200;

/** What words find, best first: each word has to be in an operation, or nearly be a word of its title. */
export function searchOperations(chapters: readonly Chapter[], typed: string): SearchAnswer {
  const query = typed.trim().slice(0, LONGEST);
  const words = wordsOf(query);
  if (words.length === 0) return { query, results: [] };
  const found = chapters
    .flatMap(({ operations }) => operations)
    .map((entry) => ({ entry, worth: worthOf(entry, words) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth);
  const results = found.slice(0, MOST).map(({ entry }) => present(entry, words));
  return { query, results, ...(found.length > MOST ? { more: true as const } : {}) };
}

/** Words in small letters; names such as `createSite` are several. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return apart.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** 0 where one of the words is missing. */
function worthOf(entry: ChapterEntry, words: readonly string[]): number {
  const title = wordsOf(entry.title);
  const name = wordsOf(`${entry.operationId} ${entry.chapter.title} ${entry.method}`);
  const rest = `${entry.path} ${entry.description}`.toLowerCase();
  let worth = 0;
  for (const word of words) {
    const one = worthOfWord(word, title, name, rest);
    if (one === 0) return 0;
    worth += one;
  }
  // Of two that say as much of what is asked, the one that says less beside it.
  return worth + 1 / (1 + title.length);
}

function worthOfWord(word: string, title: readonly string[], name: readonly string[], rest: string): number {
  if (title.includes(word)) return 8;
  if (title.some((one) => one.startsWith(word))) return 6;
  if (name.includes(word)) return 4;
  if (name.some((one) => one.startsWith(word))) return 3;
  if (word.length > 3 && title.some((one) => isWithinOneEdit(word, one))) return 3;
  return rest.includes(word) ? 1 : 0;
}

function present(entry: ChapterEntry, words: readonly string[]): SearchPageResult {
  return {
    title: marked(entry.title, words),
    href: entry.href,
    ancestors: [entry.chapter.title],
    excerpt: [{ text: `${entry.method.toUpperCase()} ` }, ...marked(entry.path, words)],
    sections: [],
  };
}

/** A text in runs, the beginnings of its words that were asked for marked. */
function marked(text: string, words: readonly string[]): ExcerptRun[] {
  const longest = words.toSorted((one, other) => other.length - one.length);
  const wanted = new RegExp(`(?<![\\p{L}\\p{N}])(${longest.join("|")})`, "giu");
  return text
    .split(wanted)
    .map((run, at) => (at % 2 === 1 ? { text: run, match: true as const } : { text: run }))
    .filter((run) => run.text !== "");
}

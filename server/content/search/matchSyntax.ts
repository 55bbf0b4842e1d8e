/** A `Match` in the query languages of the two full-text indexes. Terms are always quoted: nothing in them is syntax. */
import type { Match } from "../../../engine/search/match.ts";

/** Where the terms are looked for: the title, the title and the headings, or everything. */
export type MatchReach = "title" | "headings" | "body";

const columns: Readonly<Record<MatchReach, string>> = {
  title: "{title}",
  headings: "{title headings}",
  body: "{title headings body}",
};

/** The term that stands for a space. No text contains it: terms of texts have no equals sign. */
export function scopeTerm(spaceId: string): string {
  return `=${Buffer.from(spaceId).toString("hex")}`;
}

/** The match for SQLite's FTS5, in the given spaces; all spaces when there are none. */
export function fts5Match(match: Match, reach: MatchReach, spaces: readonly string[]): string {
  const text = `${columns[reach]} : (${fts5(match)})`;
  if (spaces.length === 0) return text;
  return `{scope} : (${spaces.map((space) => `"${scopeTerm(space)}"`).join(" OR ")}) AND ${text}`;
}

/** The match as a PostgreSQL `tsquery`. */
export function tsquery(match: Match, spaces: readonly string[]): string {
  const text = tsqueryOf(match);
  if (spaces.length === 0) return text;
  return `(${spaces.map((space) => quoted(scopeTerm(space))).join(" | ")}) & ${text}`;
}

function fts5(match: Match): string {
  if (match.kind === "term") return `"${match.term.replaceAll('"', '""')}"${match.isPrefix ? " *" : ""}`;
  return `(${match.of.map(fts5).join(match.kind === "all" ? " AND " : " OR ")})`;
}

function tsqueryOf(match: Match): string {
  if (match.kind === "term") return `${quoted(match.term)}${match.isPrefix ? ":*" : ""}`;
  return `(${match.of.map(tsqueryOf).join(match.kind === "all" ? " & " : " | ")})`;
}

function quoted(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

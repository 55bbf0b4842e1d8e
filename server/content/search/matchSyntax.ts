/** A `Match` in the query languages of the two full-text indexes. Terms are always quoted: nothing in them is syntax. */
import type { Match } from "../../../engine/search/match.ts";

/** Where the terms are looked for: the title, the title and the headings, or everything. */
export type MatchReach = "title" | "headings" | "body";

const columns: Readonly<Record<MatchReach, string>> = {
  title: "{title}",
  headings: "{title headings}",
  body: "{title headings body}",
};

const hex = (id: string): string => Buffer.from(id).toString("hex");

/** The term that stands for a space. No text contains it: terms of texts have no equals sign. */
export const spaceTerm = (id: string): string => `=${hex(id)}`;

/** The term that stands for an organization, and for no space. */
export const organizationTerm = (id: string): string => `==${hex(id)}`;

/**
 * The match for SQLite's FTS5.
 * @param scope terms of spaces or organizations, in any of which it is; everywhere when there are none
 */
export function fts5Match(match: Match, reach: MatchReach, scope: readonly string[]): string {
  const text = `${columns[reach]} : (${fts5(match)})`;
  if (scope.length === 0) return text;
  return `{scope} : (${scope.map((term) => `"${term}"`).join(" OR ")}) AND ${text}`;
}

/** The match as a PostgreSQL `tsquery`; see {@link fts5Match}. */
export function tsquery(match: Match, scope: readonly string[]): string {
  const text = tsqueryOf(match);
  if (scope.length === 0) return text;
  return `(${scope.map(quoted).join(" | ")}) & ${text}`;
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

import { sql } from "kysely";
import type { Write } from "../../db/database.ts";
import { indexedTerms, type SearchEntry } from "../../../engine/search/entry.ts";
import { distinctTerms } from "../../../engine/search/field.ts";
import { scopeTerm } from "./matchSyntax.ts";
import { rowsOf } from "./rowsOf.ts";

const text = "text" as const;
const int = "int" as const;

export interface NumberedEntry {
  readonly number: number;
  readonly entry: SearchEntry;
  /** What the full-text index is given: see `indexedTerms`. */
  readonly terms: ReadonlySet<string>;
}

/** Writes pages that the index lacks. */
export async function insertPages(
  tx: Write,
  spaceId: string,
  entries: readonly NumberedEntry[],
): Promise<void> {
  await insertPageRows(tx, spaceId, entries);
  await insertSections(tx, entries);
  await (tx.link.dialect === "sqlite" ? insertFts5 : insertVectors)(tx, spaceId, entries);
}

async function insertPageRows(tx: Write, spaceId: string, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.map(({ number, entry }) => ({
    number,
    space_id: spaceId,
    page_id: entry.page,
    hash: entry.hash,
    title: entry.title,
    description: entry.description,
    title_terms: entry.titleTerms,
    heading_terms: entry.headingTerms,
    size: entry.sections.reduce((sum, { terms }) => sum + terms.length, 0),
    conditional: entry.sections.some(({ conditions }) => conditions.length > 0) ? 1 : 0,
  }));
  const columns = {
    number: int,
    space_id: text,
    page_id: text,
    hash: text,
    title: text,
    description: text,
    title_terms: text,
    heading_terms: text,
    size: int,
    conditional: int,
  };
  await tx
    .insertInto("search_pages")
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression(tx.selectFrom(rowsOf(tx, "given", columns, rows)).selectAll())
    .execute();
}

async function insertSections(tx: Write, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.flatMap(({ number, entry }) =>
    entry.sections.map((section, position) => ({
      page_number: number,
      position,
      anchor: section.anchor,
      title: section.title,
      title_terms: section.titleTerms,
      level: section.level,
      body: section.body,
      terms: section.terms,
      conditions: JSON.stringify(section.conditions),
    })),
  );
  if (rows.length === 0) return;
  const columns = {
    page_number: int,
    position: int,
    anchor: text,
    title: text,
    title_terms: text,
    level: int,
    body: text,
    terms: text,
    conditions: text,
  };
  await tx
    .insertInto("search_sections")
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression(tx.selectFrom(rowsOf(tx, "given", columns, rows)).selectAll())
    .execute();
}

/** SQLite looks for a term in any of several columns, so each column has its own terms only. */
async function insertFts5(tx: Write, spaceId: string, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.map(({ number, entry, terms }) => ({
    number,
    scope: scopeTerm(spaceId),
    title: join(distinctTerms(entry.titleTerms)),
    headings: join(distinctTerms(entry.headingTerms)),
    body: join(terms),
  }));
  const columns = { number: int, scope: text, title: text, headings: text, body: text };
  await sql`insert into search_index (rowid, scope, title, headings, body)
    select number, scope, title, headings, body from ${rowsOf(tx, "given", columns, rows)}`.execute(tx);
}

/** A PostgreSQL vector is searched alone, so the wider ones repeat the narrower, and all name the space. */
async function insertVectors(tx: Write, spaceId: string, entries: readonly NumberedEntry[]): Promise<void> {
  const scope = scopeTerm(spaceId);
  const rows = entries.map(({ number, entry: { titleTerms, headingTerms }, terms }) => ({
    number,
    title: join([scope, ...distinctTerms(titleTerms)]),
    headings: join([scope, ...indexedTerms({ titleTerms, headingTerms, sections: [] })]),
    body: join([scope, ...terms]),
  }));
  const columns = { number: int, title: text, headings: text, body: text };
  await sql`insert into search_index (number, title, headings, body)
    select number, ${vector("title")}, ${vector("headings")}, ${vector("body")}
    from ${rowsOf(tx, "given", columns, rows)}`.execute(tx);
}

function vector(column: string) {
  return sql`array_to_tsvector(string_to_array(${sql.ref(column)}, ' '))`;
}

function join(terms: Iterable<string>): string {
  return [...terms].join(" ");
}

import type { SpaceKey } from "../../db/schema.ts";
import { sql } from "kysely";
import { type Params, preparedWrite, type Write } from "../../db/database.ts";
import { indexedTerms, type SearchEntry } from "../../../engine/search/entry.ts";
import { distinctTerms } from "../../../engine/search/field.ts";
import { organizationTerm, spaceTerm } from "./matchSyntax.ts";
import { rowsOf } from "./rowsOf.ts";

const text = "text" as const;
const int = "int" as const;

/** JSON: what `rowsOf` reads. */
type GivenRows = { rows: string };

export interface NumberedEntry {
  readonly number: number;
  readonly entry: SearchEntry;
  /** What the full-text index is given: see `indexedTerms`. */
  readonly terms: ReadonlySet<string>;
}

/** Writes pages that the index lacks. */
export async function insertPages(
  tx: Write,
  space: SpaceKey,
  entries: readonly NumberedEntry[],
): Promise<void> {
  await insertPageRows(tx, space, entries);
  await insertSections(tx, space, entries);
  await (tx.link.dialect === "sqlite" ? insertFts5 : insertVectors)(tx, space, entries);
}

async function insertPageRows(tx: Write, space: SpaceKey, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.map(({ number, entry }) => ({
    organization_id: space.organization_id,
    number,
    space_id: space.id,
    page_id: entry.page,
    hash: entry.hash,
    title: entry.title,
    description: entry.description,
    title_terms: entry.titleTerms,
    heading_terms: entry.headingTerms,
    size: entry.sections.reduce((sum, { terms }) => sum + terms.length, 0),
    conditional: entry.sections.some(({ conditions }) => conditions.length > 0) ? 1 : 0,
    is_index: entry.isIndex ? 1 : 0,
  }));
  await putPages.run(tx, { rows: JSON.stringify(rows) });
}

const putPages = preparedWrite((tx, p: Params<GivenRows>) => {
  const columns = {
    organization_id: text,
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
    is_index: int,
  };
  return tx
    .insertInto("search_pages")
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression(tx.selectFrom(rowsOf(tx, "given", columns, p("rows"))).selectAll());
});

async function insertSections(tx: Write, space: SpaceKey, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.flatMap(({ number, entry }) =>
    entry.sections.map((section, position) => ({
      organization_id: space.organization_id,
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
  await putSections.run(tx, { rows: JSON.stringify(rows) });
}

const putSections = preparedWrite((tx, p: Params<GivenRows>) => {
  const columns = {
    organization_id: text,
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
  return tx
    .insertInto("search_sections")
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression(tx.selectFrom(rowsOf(tx, "given", columns, p("rows"))).selectAll());
});

/** SQLite looks for a term in any of several columns, so each column has its own terms only. */
async function insertFts5(tx: Write, space: SpaceKey, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.map(({ number, entry, terms }) => ({
    number,
    scope: join(scopeOf(space)),
    title: join(distinctTerms(entry.titleTerms)),
    headings: join(distinctTerms(entry.headingTerms)),
    body: join(terms),
  }));
  await putTerms.run(tx, { rows: JSON.stringify(rows) });
}

const putTerms = preparedWrite((tx, p: Params<GivenRows>) => {
  const columns = { number: int, scope: text, title: text, headings: text, body: text };
  const insert = sql`insert into search_index (rowid, scope, title, headings, body)
    select number, scope, title, headings, body from ${rowsOf(tx, "given", columns, p("rows"))}`;
  return { compile: () => insert.compile(tx) };
});

/** Whose a page is, by the terms that a search is narrowed by. */
const scopeOf = ({ organization_id, id }: SpaceKey) => [spaceTerm(id), organizationTerm(organization_id)];

/** A PostgreSQL vector is searched alone, so the wider ones repeat the narrower, and all name whose the page is. */
async function insertVectors(tx: Write, space: SpaceKey, entries: readonly NumberedEntry[]): Promise<void> {
  const scope = scopeOf(space);
  const rows = entries.map(({ number, entry: { titleTerms, headingTerms }, terms }) => ({
    organization_id: space.organization_id,
    number,
    title: join([...scope, ...distinctTerms(titleTerms)]),
    headings: join([...scope, ...indexedTerms({ titleTerms, headingTerms, sections: [] })]),
    body: join([...scope, ...terms]),
  }));
  await putVectors.run(tx, { rows: JSON.stringify(rows) });
}

const putVectors = preparedWrite((tx, p: Params<GivenRows>) => {
  const columns = { organization_id: text, number: int, title: text, headings: text, body: text };
  const insert = sql`insert into search_index (organization_id, number, title, headings, body)
    select organization_id, number, ${vector("title")}, ${vector("headings")}, ${vector("body")}
    from ${rowsOf(tx, "given", columns, p("rows"))}`;
  return { compile: () => insert.compile(tx) };
});

function vector(column: string) {
  return sql`array_to_tsvector(string_to_array(${sql.ref(column)}, ' '))`;
}

function join(terms: Iterable<string>): string {
  return [...terms].join(" ");
}

/**
 * What may look into several organizations' parts of a table, and why: the whole statement, or how it begins where it ends
 * in "…". On a distributed PostgreSQL each of these asks every machine; nothing that somebody waits for is among them but
 * the handing over of a collection.
 */
export const CROSSING: readonly (readonly [statement: string, reason: string])[] = [
  [
    'update "addresses" set "organization_id" = $1 where "id" in (select unnest($2::text[]))',
    "a collection is handed over with all that lies in it",
  ],
  ['select * from "revisions" where "superseded_at" is not null…', "the job that forgets drafts, for all"],
  ...["nodes", "bodies", "openapi_pieces"].map(
    (table) =>
      [
        `select "organization_id" from "${table}" where "organization_id" > $1 order by "organization_id" limit $2`,
        "the job that collects garbage finds the next organization that has any",
      ] as const,
  ),
  ['select 1 from "…', "a start looks whether each table is there, and whether anything is in it"],
  [
    'select "spaces"."id", "spaces"."head" from "spaces" left join "revisions"…',
    "doctor looks for spaces without a head, in all",
  ],
  // Tests look at all that is there.
  ['select count(*) as "n" from "nodes"', "a test"],
  ['select count(*) as "n" from "bodies"', "a test"],
  ['select * from "revisions"', "a test"],
  ['select "root" from "revisions" where "id" = $1', "a test"],
  ['select "organization_id", "role", "path" from "source_entries" where "space_id" = $1', "a test"],
];

/** Whether a statement, its blanks made single, is one of those. */
export function mayCross(statement: string): boolean {
  return CROSSING.some(([one]) =>
    one.endsWith("…") ? statement.startsWith(one.slice(0, -1)) : statement === one,
  );
}

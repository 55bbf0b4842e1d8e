/**
 * What may look into several organizations' parts of a table, and why. On a distributed PostgreSQL each of these asks every
 * machine; of what somebody waits for only the handing over of a collection and the export of one's own data are among them.
 */
const CROSSING: readonly (readonly [statement: RegExp, reason: string])[] = [
  [
    /^update "addresses" set "organization_id" = \$1 where "id" in \(select unnest/,
    "a collection is handed over with all that lies in it",
  ],
  [
    / as export_key from "\w+" where "(?:posted|created)_by" = /,
    "people are given what is theirs, wherever it is",
  ],
  [
    /^delete from "addresses" where \(organization_id = \$1\) and \("id"\) in /,
    "addresses are kept by id alone: those of an organization that has ended go",
  ],
  [/^select \* from "revisions" where "superseded_at" is not null /, "a job forgets drafts, everybody's"],
  [
    /^select "organization_id" from "\w+" where "organization_id" > \$1 order by "organization_id" limit \$2$/,
    "the job that collects garbage finds the next organization that has any",
  ],
  [
    /^select "spaces"."organization_id", "spaces"."id", case when case when spaces.deleted_at /,
    "a job of each start, doctor and reindex look for spaces whose index is behind",
  ],
  [
    /^select "spaces"."id", "spaces"."head" from "spaces" left join "revisions" /,
    "doctor looks for spaces without a head",
  ],
  [/^(?:select .{1,20}|delete) from "\w+"(?: limit 1)?$/, "all of a table: starts, backups, and tests"],
  // Of tests alone.
  [/^select 1 from "addresses" where organization_id = \$1 limit 1$/, "a test"],
  [
    /^select (?:"organization_id", "role", "path"|"id"|"page_id") from "\w+" where "space_id" = \$1$/,
    "a test",
  ],
  [/^select "root" from "revisions" where "id" = \$1$/, "a test"],
];

/** Whether a statement, its blanks made single, is one of those. */
export function mayCross(statement: string): boolean {
  return CROSSING.some(([one]) => one.test(statement));
}

/** Everything that names a revision or its root. What is named stays as it is, and where it is. */
import { sql } from "kysely";
import { type Params, prepared, type Read } from "../db/database.ts";
import type { Row } from "../db/schema.ts";

/**
 * Columns with the id of a revision, and for those without an index what finds their row: a head is a revision of the
 * space or of the change request itself, or what that began from. A test compares both lists with the schema.
 */
export const REVISION_COLUMNS = [
  ["spaces", "head", "spaces"],
  ["change_requests", "head", "requests"],
  ["change_requests", "revision_initial"],
  ["change_requests", "merged_ancestor"],
  ["change_requests", "revision_merged"],
  ["comments", "revision_id"],
  ["reviews", "revision"],
  ["requested_reviewers", "revision"],
  ["git_installations", "base_revision"],
  ["git_held", "revision_id"],
  ["git_pushes", "revision_id"],
  ["git_runs", "revision_id"],
  ["git_reviews", "revision_id"],
] as const;

/** Columns with the hash of a root, whose content has to stay readable. */
export const ROOT_COLUMNS = [
  ["translated_spaces", "source_root"],
  ["translated_spaces", "target_root"],
  ["git_installations", "base_root"],
  ["git_pushes", "base_root"],
  ["git_pushes", "agreed_root"],
  ["git_held", "root"],
] as const;

interface AskedNames {
  readonly organization: string;
  readonly ids: readonly string[];
  readonly roots: readonly string[];
  readonly spaces: readonly string[];
  readonly requests: readonly string[];
}

/** One question over all columns, each answered by an index. */
const names = prepared((read, p: Params<AskedNames>) => {
  const naming = ([table, column, by]: NamingColumn, list: "ids" | "roots") => {
    const rows = read
      .selectFrom(table)
      .select(sql<string>`${sql.ref(column)}`.as("name"))
      .where("organization_id", "=", p("organization"))
      .where(p.among(column, list));
    return by === undefined ? rows : rows.where(p.among("id", by));
  };
  const [first, ...others] = REVISION_COLUMNS;
  const revisions = others.reduce((all, column) => all.unionAll(naming(column, "ids")), naming(first, "ids"));
  return ROOT_COLUMNS.reduce((all, column) => all.unionAll(naming(column, "roots")), revisions);
});

type NamingColumn = readonly [
  table: (typeof REVISION_COLUMNS | typeof ROOT_COLUMNS)[number][0],
  column: string,
  by?: "spaces" | "requests",
];
type NamedRevision = Pick<
  Row<"revisions">,
  "organization_id" | "id" | "root" | "space_id" | "change_request_id"
>;

/** Whether anything names a revision. */
export async function isNamed(read: Read, revision: NamedRevision): Promise<boolean> {
  return (await namedAmong(read, revision.organization_id, [revision])).size > 0;
}

/** The ids of those of some revisions of an organization that something names. */
export async function namedAmong(
  read: Read,
  organization: string,
  revisions: readonly NamedRevision[],
): Promise<ReadonlySet<string>> {
  const ids = revisions.map(({ id }) => id);
  const roots = revisions.map(({ root }) => root);
  const spaces = revisions.map(({ space_id }) => space_id);
  const requests = revisions.flatMap(({ change_request_id }) => change_request_id ?? []);
  const found = await names.all(read, { organization, ids, roots, spaces, requests });
  const named = new Set(found.map(({ name }) => name));
  return new Set(revisions.filter(({ id, root }) => named.has(id) || named.has(root)).map(({ id }) => id));
}

/** Versions that a change relies on: what `If-Match` names is compared inside the change's own transaction. */
import type { Write } from "../db/database.ts";
import type { Row, Schema } from "../db/schema.ts";

/** Tables whose rows count their changes and are found by their id, in their organization where they belong to one. */
type VersionedTables = {
  [T in keyof Schema]: Schema[T] extends { id: unknown; version: unknown } ? T : never;
}[keyof Schema];

/** The version of a loaded thing, and how a transaction reads it again. */
export interface HeldVersion {
  /** As it was loaded. */
  readonly at: number;
  /** As a transaction sees it, undefined when the thing has gone. */
  readonly now: (tx: Write) => Promise<number | undefined>;
}

/** What is written is content, whose version is its revision: the command compares `call.expectedRevisions`. */
export interface ContentVersion {
  /** Where the content is read, below the API's origin: its ETag is the one that `If-Match` takes. */
  readonly content: string;
}

/** The version of a row: loaders give it, and every change under `If-Match` then compares it. */
export function versioned<T extends VersionedTables>(
  table: T,
  row: Pick<Row<T>, ("id" | "version" | "organization_id") & keyof Row<T>>,
): HeldVersion {
  // All of these tables look alike here; one name stands for them in the types.
  const { id, version, organization_id } = row as Partial<Row<"spaces">> &
    Pick<Row<"spaces">, "id" | "version">;
  return {
    at: version,
    now: async (tx) => {
      let rows = tx
        .selectFrom(table as "spaces")
        .select("version")
        .where("id", "=", id);
      if (organization_id !== undefined) rows = rows.where("organization_id", "=", organization_id);
      return (await rows.executeTakeFirst())?.version;
    },
  };
}

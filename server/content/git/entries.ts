/** What the files of the agreed commit are for a space, as it is stored: by difference. */
import { slicesOf } from "../../../engine/slices.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { RepositoryEntry } from "../../importers/repository/entry.ts";

type Owner = Pick<Row<"git_installations">, "organization_id" | "id">;

/** How entries differ from others. */
export interface EntryChanges {
  readonly put: readonly RepositoryEntry[];
  readonly gone: readonly Pick<RepositoryEntry, "role" | "path">[];
}

const READ = 2_000;
const WRITTEN = 100;

const some = prepared(
  (read, p: Params<{ organization: string; installation: string; role: string; path: string }>) =>
    read
      .selectFrom("git_entries")
      .selectAll()
      .where("organization_id", "=", p("organization"))
      .where("installation_id", "=", p("installation"))
      .where((eb) =>
        eb.or([
          eb("role", ">", p("role") as never),
          eb.and([eb("role", "=", p("role") as never), eb("path", ">", p("path"))]),
        ]),
      )
      .orderBy("role")
      .orderBy("path")
      .limit(READ),
);

/** All entries of an installation. */
export async function readEntries(
  read: Read,
  { organization_id: organization, id: installation }: Owner,
): Promise<RepositoryEntry[]> {
  const entries: RepositoryEntry[] = [];
  for (let after = { role: "", path: "" }; ;) {
    const rows = await some.all(read, { organization, installation, ...after });
    entries.push(...rows.map(entryOf));
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ) return entries;
    after = { role: last.role, path: last.path };
  }
}

const ofSpace = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("git_installations")
    .select(["organization_id", "id"])
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where("base_commit", "is not", null),
);

/** Those of a space that is kept in step with a repository; undefined for any other. */
export async function agreedEntries(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
): Promise<RepositoryEntry[] | undefined> {
  const [owner] = await ofSpace.all(read, { organization, space });
  return owner && readEntries(read, owner);
}

function entryOf({ role, path, name, mode, oid, object_id, spelling }: Row<"git_entries">): RepositoryEntry {
  const file = name === null ? {} : { file: { name, mode: mode ?? "", id: oid ?? "" } };
  return { role, path, object: object_id ?? undefined, spelling: JSON.parse(spelling) as never, ...file };
}

const keyOf = ({ role, path }: Pick<RepositoryEntry, "role" | "path">): string => `${role} ${path}`;

/** How entries differ from those before them. */
export function changedEntries(
  before: readonly RepositoryEntry[],
  after: readonly RepositoryEntry[],
): EntryChanges {
  const known = new Map(before.map((entry) => [keyOf(entry), JSON.stringify(entry)]));
  const left = new Set(after.map(keyOf));
  return {
    put: after.filter((entry) => known.get(keyOf(entry)) !== JSON.stringify(entry)),
    gone: before.filter((entry) => !left.has(keyOf(entry))).map(({ role, path }) => ({ role, path })),
  };
}

/** Writes the difference; part of the transaction of the agreement. */
export async function keepEntries(
  tx: Write,
  { organization_id, id: installation_id }: Owner,
  { put, gone }: EntryChanges,
): Promise<void> {
  for (const slice of slicesOf(gone, WRITTEN))
    await tx
      .deleteFrom("git_entries")
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", installation_id)
      .where((eb) => eb.or(slice.map(({ role, path }) => eb.and({ role, path }))))
      .execute();
  for (const slice of slicesOf(put, WRITTEN)) {
    const rows = slice.map(({ role, path, object, spelling, file }) => ({
      organization_id,
      installation_id,
      role,
      path,
      name: file?.name ?? null,
      mode: file?.mode ?? null,
      oid: file?.id ?? null,
      object_id: object ?? null,
      spelling: JSON.stringify(spelling),
    }));
    await tx
      .insertInto("git_entries")
      .values(rows)
      .onConflict((on) =>
        on.columns(["organization_id", "installation_id", "role", "path"]).doUpdateSet((set) => ({
          name: set.ref("excluded.name"),
          mode: set.ref("excluded.mode"),
          oid: set.ref("excluded.oid"),
          object_id: set.ref("excluded.object_id"),
          spelling: set.ref("excluded.spelling"),
        })),
      )
      .execute();
  }
}

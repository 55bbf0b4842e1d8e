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

/** Named, for the table is sorted by them first. */
const ROLES: Row<"git_entries">["role"][] = [
  "page",
  "place",
  "file",
  "reusable",
  "summary",
  "settings",
  "variables",
  "tags",
];
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

/** Things whose entries are asked for at once. */
const ASKED = 100;

/** Which entries somebody wants: those of a role, those at some paths, and those of some pages, files and reusable contents. */
export interface EntriesAsked {
  readonly role?: RepositoryEntry["role"];
  readonly paths?: readonly string[];
  readonly objects?: readonly string[];
}

/** Costs what is asked for. */
async function findEntries(
  read: Read,
  { organization_id, id }: Owner,
  { role, paths = [], objects = [] }: EntriesAsked,
): Promise<RepositoryEntry[]> {
  const own = read
    .selectFrom("git_entries")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id);
  const entries: RepositoryEntry[] = [];
  if (role !== undefined) entries.push(...(await own.where("role", "=", role).execute()).map(entryOf));
  for (const some of slicesOf(new Set(paths), ASKED)) {
    const rows = await own.where("role", "in", ROLES).where("path", "in", some).execute();
    entries.push(...rows.map(entryOf));
  }
  for (const some of slicesOf(new Set(objects), ASKED))
    entries.push(...(await own.where("object_id", "in", some).execute()).map(entryOf));
  return entries;
}

/** What the files of a commit are for a space, as far as somebody asks. */
export interface CommitEntries {
  /** How they differ from those of the agreed commit. */
  readonly changes: EntryChanges;
  /** Those at some paths, and those of some things. */
  readonly find: (asked: EntriesAsked) => Promise<RepositoryEntry[]>;
  readonly all: () => Promise<RepositoryEntry[]>;
}

/** The entries of an installation with some changes, be these stored by now or not. */
export function openEntries(
  read: Read,
  owner: Owner,
  changes: EntryChanges = { put: [], gone: [] },
): CommitEntries {
  const put = new Map(changes.put.map((entry) => [keyOf(entry), entry]));
  const left = new Set([...changes.gone.map(keyOf), ...put.keys()]);
  const changed = (
    stored: readonly RepositoryEntry[],
    own: readonly RepositoryEntry[],
  ): RepositoryEntry[] => [...stored.filter((entry) => !left.has(keyOf(entry))), ...own];
  return {
    changes,
    all: async () => changed(await readEntries(read, owner), changes.put),
    async find(asked) {
      const [paths, objects] = [new Set(asked.paths), new Set(asked.objects)];
      const own = changes.put.filter(
        ({ role, path, object }) =>
          role === asked.role || paths.has(path) || (object !== undefined && objects.has(object)),
      );
      return changed(await findEntries(read, owner, asked), own);
    },
  };
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

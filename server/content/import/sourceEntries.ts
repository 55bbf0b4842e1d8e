/** What imports have noted of their files, so that an export can write them again. */
import { type Params, prepared, preparedWrite, type Read, type Write } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { SourceEntry, SourceRole, SourceSpelling } from "../../importers/print/sourceEntry.ts";
import { slicesOf } from "../../../engine/slices.ts";

/** Rows written by one statement, and read by one. */
const SLICE = 100;
const READ_SLICE = 2_000;
/** A longer path finds no place in an index; what it was is then not noted. */
const LONGEST_PATH = 1_000;

type OfSpace = { organization: string; space: string };

const forgetAll = preparedWrite((tx, p: Params<OfSpace>) =>
  tx
    .deleteFrom("source_entries")
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space")),
);
const forgetThese = preparedWrite((tx, p: Params<OfSpace & { objects: readonly string[] }>) =>
  tx
    .deleteFrom("source_entries")
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where("object_id", "in", p.list("objects")),
);
const some = prepared((q, p: Params<OfSpace & { role: string; path: string }>) =>
  q
    .selectFrom("source_entries")
    .select(["role", "path", "object_id", "spelling"])
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where((eb) =>
      eb.or([
        eb("role", ">", p("role") as never),
        eb.and([eb("role", "=", p("role") as never), eb("path", ">", p("path"))]),
      ]),
    )
    .orderBy("role")
    .orderBy("path")
    .limit(READ_SLICE),
);

/**
 * Notes what an import was given; part of its commit.
 * @param replaces whether it is all that the space is made of now; else what it doesn't name stays noted
 */
export async function keepSourceEntries(
  tx: Write,
  { organization_id, id }: SpaceKey,
  entries: readonly SourceEntry[],
  replaces: boolean,
): Promise<void> {
  const place = { organization: organization_id, space: id };
  if (replaces) await forgetAll.run(tx, place);
  for (const slice of slicesOf(noted(entries), SLICE)) {
    const objects = slice.flatMap(({ object }) => object ?? []);
    if (!replaces && objects.length > 0) await forgetThese.run(tx, { ...place, objects });
    const rows = slice.map(({ role, path, object, spelling }) => ({
      organization_id,
      space_id: id,
      role,
      path,
      object_id: object ?? null,
      spelling: JSON.stringify(spelling),
    }));
    await tx
      .insertInto("source_entries")
      .values(rows)
      .onConflict((on) =>
        on.columns(["organization_id", "space_id", "role", "path"]).doUpdateSet((set) => ({
          object_id: set.ref("excluded.object_id"),
          spelling: set.ref("excluded.spelling"),
        })),
      )
      .execute();
  }
}

/** Each path of a role once: a page that is listed twice has two pages, and one file. */
function noted(entries: readonly SourceEntry[]): SourceEntry[] {
  const kept = new Map<string, SourceEntry>();
  for (const entry of entries) {
    const key = `${entry.role} ${entry.path}`;
    if (Buffer.byteLength(entry.path) <= LONGEST_PATH && !kept.has(key)) kept.set(key, entry);
  }
  return [...kept.values()];
}

/** What is noted of a space, ordered by role and path. */
export async function readSourceEntries(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for (let after = { role: "", path: "" }; ;) {
    const rows = await some.all(read, { organization, space, ...after });
    const last = rows.at(-1);
    if (last === undefined) return entries;
    after = last;
    entries.push(
      ...rows.map(({ role, path, object_id, spelling }) => ({
        role: role as SourceRole,
        path,
        object: object_id ?? undefined,
        spelling: JSON.parse(spelling) as SourceSpelling,
      })),
    );
  }
}

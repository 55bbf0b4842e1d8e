/** Spaces that are translations of others. */
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { HeldVersion } from "../../http/versioned.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import type { PageStatus } from "./status.ts";

export type TranslatedRow = Row<"translated_spaces">;

const bySpace = prepared((read, p: Params<{ space: string }>) =>
  read.selectFrom("translated_spaces").selectAll().where("space_id", "=", p("space")),
);

/** What a space translates, if it is a translation. */
export function findTranslated(read: Read, space: string): Promise<TranslatedRow | undefined> {
  return bySpace.first(read, { space });
}

/** A translation with what the caller may do: its pages as in any space, the rest as an administrator. */
export interface TranslatedThing extends LoadedThing<"edit" | "admin"> {
  readonly translated: TranslatedRow;
  readonly space: SpaceThing["space"];
}

/** The translation that the path names by its space. */
export async function loadTranslated(call: LoadCall): Promise<TranslatedThing | undefined> {
  const thing = await loadSpace(call);
  const translated = thing && (await findTranslated(call.deps.db.read, thing.space.id));
  if (translated === undefined) return undefined;
  const { space, member, rights } = thing as SpaceThing;
  const { view, edit } = rights;
  return {
    translated,
    space,
    rights: { view, edit, admin: view && member.role === "admin" },
    version: versionOf(translated),
  };
}

function versionOf({ space_id, version }: TranslatedRow): HeldVersion {
  return { at: version, now: async (tx) => (await findTranslated(tx, space_id))?.version };
}

/** The translations under some settings, oldest first. */
export async function listTranslated(
  read: Read,
  settings: string,
  { limit, after }: Paging,
): Promise<{ rows: TranslatedRow[]; count: number }> {
  const query = read
    .selectFrom("translated_spaces")
    .innerJoin("spaces", "spaces.id", "translated_spaces.space_id")
    .where("spaces.deleted_at", "is", null)
    .where("settings_id", "=", settings);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  let page = query
    .selectAll("translated_spaces")
    .orderBy("translated_spaces.created_at")
    .orderBy("space_id")
    .limit(limit + 1);
  if (after !== undefined) {
    page = page.where((eb) =>
      eb(
        eb.refTuple("translated_spaces.created_at", "space_id"),
        ">",
        eb.tuple(Number(after[0]), String(after[1])),
      ),
    );
  }
  return { rows: await page.execute(), count };
}

export type PageCounts = Readonly<Record<PageStatus, number>>;
const NO_PAGES: PageCounts = { missing: 0, outdated: 0, current: 0, extra: 0 };

/** How many pages of translations have which status, by space. */
export async function countsOf(read: Read, spaces: readonly string[]): Promise<Map<string, PageCounts>> {
  const counts = new Map(spaces.map((space) => [space, NO_PAGES]));
  if (spaces.length === 0) return counts;
  const rows = await read
    .selectFrom("translated_pages")
    .select(["space_id", "status"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("space_id", "in", spaces)
    .groupBy(["space_id", "status"])
    .execute();
  for (const { space_id, status, count } of rows) {
    counts.set(space_id, { ...NO_PAGES, ...counts.get(space_id), [status]: Number(count) });
  }
  return counts;
}

/** The pages of a translation, ordered by their ids. */
export async function listPages(
  read: Read,
  space: string,
  status: PageStatus | undefined,
  { limit, after }: Paging,
): Promise<{ rows: Row<"translated_pages">[]; count: number }> {
  let query = read.selectFrom("translated_pages").where("space_id", "=", space);
  if (status !== undefined) query = query.where("status", "=", status);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  let page = query
    .selectAll()
    .orderBy("page_id")
    .limit(limit + 1);
  if (after !== undefined) page = page.where("page_id", ">", String(after[0]));
  return { rows: await page.execute(), count };
}

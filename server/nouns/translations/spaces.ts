/** Spaces that are translations of others. */
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { HeldVersion } from "../../http/versioned.ts";
import type { RowPage } from "../../http/list.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";
import type { PageStatus } from "./status.ts";

export type TranslatedRow = Row<"translated_spaces">;

const bySpace = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("translated_spaces")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);

/** What a space translates, if it is a translation. */
export function findTranslated(
  read: Read,
  { organization_id, id }: SpaceKey,
): Promise<TranslatedRow | undefined> {
  return bySpace.first(read, { organization_id, id });
}

/** A translation with what the caller may do: its pages as in any space, the rest as an administrator. */
export interface TranslatedThing extends VersionedThing<"edit" | "admin"> {
  readonly translated: TranslatedRow;
  readonly space: SpaceThing["space"];
}

/** The translation that the path names by its space. */
export async function loadTranslated(call: LoadCall): Promise<TranslatedThing | undefined> {
  const thing = await loadSpace(call);
  const translated = thing && (await findTranslated(call.deps.db.read, thing.space));
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

/** What names the space that is a translation. */
export const spaceOf = ({ organization_id, space_id: id }: TranslatedRow): SpaceKey => ({
  organization_id,
  id,
});

/** What names its source, which is of the same organization. */
export const sourceOf = ({ organization_id, source_id: id }: TranslatedRow): SpaceKey => ({
  organization_id,
  id,
});

function versionOf(row: TranslatedRow): HeldVersion {
  return { at: row.version, now: async (tx) => (await findTranslated(tx, spaceOf(row)))?.version };
}

/** The translations under some settings, oldest first. */
export function listTranslated(
  read: Read,
  settings: Pick<Row<"translation_settings">, "organization_id" | "id">,
  paging: Paging,
): Promise<RowPage<TranslatedRow>> {
  const query = read
    .selectFrom("translated_spaces")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "translated_spaces.organization_id")
        .onRef("spaces.id", "=", "translated_spaces.space_id"),
    )
    .where("translated_spaces.organization_id", "=", settings.organization_id)
    .where("spaces.deleted_at", "is", null)
    .where("settings_id", "=", settings.id);
  return pageBy(query.selectAll("translated_spaces"), ["translated_spaces.created_at", "space_id"], paging);
}

/** All spaces that are translations under some settings and not in the trash. */
export async function translatedUnder(
  read: Read,
  { organization_id, id }: Pick<Row<"translation_settings">, "organization_id" | "id">,
): Promise<SpaceKey[]> {
  const rows = await read
    .selectFrom("translated_spaces")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "translated_spaces.organization_id")
        .onRef("spaces.id", "=", "translated_spaces.space_id"),
    )
    .select("translated_spaces.space_id as id")
    .where("translated_spaces.organization_id", "=", organization_id)
    .where("translated_spaces.settings_id", "=", id)
    .where("spaces.deleted_at", "is", null)
    .orderBy("translated_spaces.space_id")
    .execute();
  return rows.map((row) => ({ organization_id, id: row.id }));
}

export type PageCounts = Readonly<Record<PageStatus, number>>;
const NO_PAGES: PageCounts = { missing: 0, outdated: 0, current: 0, extra: 0 };

/** How many pages of translations of an organization have which status, by space. */
export async function countsOf(
  read: Read,
  organization: string,
  spaces: readonly string[],
): Promise<Map<string, PageCounts>> {
  const counts = new Map(spaces.map((space) => [space, NO_PAGES]));
  if (spaces.length === 0) return counts;
  const rows = await read
    .selectFrom("translated_pages")
    .select(["space_id", "status"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .where("space_id", "in", spaces)
    .groupBy(["space_id", "status"])
    .execute();
  for (const { space_id, status, count } of rows) {
    counts.set(space_id, { ...NO_PAGES, ...counts.get(space_id), [status]: Number(count) });
  }
  return counts;
}

/** The pages of a translation, ordered by their ids. */
export function listPages(
  read: Read,
  { organization_id, id }: SpaceKey,
  status: PageStatus | undefined,
  paging: Paging,
): Promise<RowPage<Row<"translated_pages">>> {
  let query = read
    .selectFrom("translated_pages")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id);
  if (status !== undefined) query = query.where("status", "=", status);
  return pageBy(query.selectAll(), ["page_id"], paging);
}

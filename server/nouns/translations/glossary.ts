/** What an organization's terms are called in other languages. */
import { lockOrganization } from "../../access/intern.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { conflict, invalidField } from "../../http/errors.ts";
import type { RowPage } from "../../http/list.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { timestamp } from "../../http/shapes.ts";
import { versioned } from "../../http/versioned.ts";
import { translationSettingsRights, type TranslationSettingsRights } from "../../access/table.ts";
import type { GlossaryOperation } from "./glossarySchema.ts";

type EntryRow = Row<"glossary_entries">;

/** Most entries of one organization: all of a pair of languages go with each request to the translator. */
export const MOST_ENTRIES = 1000;

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("glossary_entries")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

interface EntryThing extends LoadedThing {
  readonly entry: EntryRow;
  readonly rights: TranslationSettingsRights;
}

/** The entry that the path names, for those who see the translation settings. */
export async function loadEntry({ deps, identity, params }: LoadCall): Promise<EntryThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const member = await deps.members.find(organization, identity);
  if (member === undefined) return undefined;
  const entry = await byId.first(deps.db.read, { organization, id: params["glossaryEntryId"] ?? "" });
  const rights = translationSettingsRights(member.role);
  return entry && { entry, rights, version: versioned("glossary_entries", entry) };
}

/** The entries of an organization, oldest first. */
export async function listEntries(
  read: Read,
  organization: string,
  paging: Paging,
): Promise<RowPage<EntryRow>> {
  return oldestFirst(read.selectFrom("glossary_entries").where("organization_id", "=", organization), paging);
}

/** A term on its way to the translator. */
export interface Term {
  readonly term: string;
  readonly translation: string;
}

/** What an organization's terms are called in one language, by what they are called in another; oldest first. */
export async function termsFrom(read: Read, organization: string, from: string, to: string): Promise<Term[]> {
  const paging = { limit: MOST_ENTRIES, after: undefined };
  const { rows } = await listEntries(read, organization, paging);
  return rows.flatMap((row) => {
    const { [from]: term, [to]: translation } = translationsOf(row);
    return term === undefined || translation === undefined ? [] : [{ term, translation }];
  });
}

const translationsOf = ({ translations }: EntryRow): Readonly<Record<string, string>> =>
  JSON.parse(translations) as Record<string, string>;

export function presentEntry(row: EntryRow, { app }: Addresses) {
  return {
    object: "glossary-entry" as const,
    id: row.id,
    translations: translationsOf(row),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: { location: `${app}/v1/orgs/${row.organization_id}/translations-glossary/${row.id}` },
  };
}

interface Changing {
  readonly organization: string;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Changes the glossary by some operations.
 * @throws 400 for an entry that isn't there, 409 when there would be too many
 */
export async function changeGlossary(
  tx: Write,
  operations: readonly GlossaryOperation[],
  changing: Changing,
): Promise<void> {
  const { organization, now, newId } = changing;
  await lockOrganization(tx, organization);
  // Nothing in a request can name what it inserts, so that the order of the others is all that counts.
  for (const [index, operation] of operations.entries()) {
    if (operation.type === "insert" || (await changeEntry(tx, operation, changing))) continue;
    throw invalidField(`/operations/${index}/id`, "is the id of no entry of this glossary.");
  }
  const inserted = operations.flatMap((operation) =>
    operation.type === "insert"
      ? [{ id: newId(), organization_id: organization, ...columnsOf(operation.translations, now) }]
      : [],
  );
  if (inserted.length === 0) return;
  await tx
    .insertInto("glossary_entries")
    .values(inserted.map((row) => ({ ...row, created_at: now })))
    .execute();
  await refuseTooMany(tx, organization);
}

const columnsOf = (translations: Readonly<Record<string, string>>, now: number) => ({
  translations: JSON.stringify(translations),
  updated_at: now,
});

/** Whether the entry was there. */
async function changeEntry(
  tx: Write,
  operation: Exclude<GlossaryOperation, { type: "insert" }>,
  { organization, now }: Changing,
): Promise<boolean> {
  const { id } = operation;
  if (operation.type === "delete") {
    const { numDeletedRows } = await tx
      .deleteFrom("glossary_entries")
      .where("organization_id", "=", organization)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numUpdatedRows } = await tx
    .updateTable("glossary_entries")
    .set(columnsOf(operation.translations, now))
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function refuseTooMany(tx: Write, organization: string): Promise<void> {
  const { count } = await tx
    .selectFrom("glossary_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count > MOST_ENTRIES) {
    throw conflict(
      "too-many-glossary-entries",
      `A glossary has at most ${MOST_ENTRIES} entries. Delete some, or add languages to those that are there.`,
    );
  }
}

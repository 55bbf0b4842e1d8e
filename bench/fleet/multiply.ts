/** Many organizations, or many spaces, out of one that the program has made: its rows are copied by the database. */
import { sql } from "kysely";
import type { Database, Write } from "../../server/db/database.ts";
import { firstTables } from "../../server/db/migrations/001-first-release.ts";
import type { TableDescription } from "../../server/db/migrations/table.ts";

/** Organizations, or spaces, that one transaction makes. */
const AT_ONCE = 200;
/** Whose rows belong to people, and the index of the search, which is none of what is measured. */
const LEFT = new Set(["members", "team_members", "presence", "notifications"]);
const OWNER = "organization_id";

const tables = (firstTables as readonly TableDescription[]).filter(
  ({ name, of }) => of !== undefined && !LEFT.has(name) && !name.startsWith("search_"),
);

/** What a column is in the copy that `n` numbers. */
type Copied = (table: TableDescription, column: string) => string;

const quoted = (name: string): string => `"${name}"`;
const namesSpace = ({ refers = {} }: TableDescription, column: string): boolean =>
  /^(?:spaces|addresses) /.test(refers[column] ?? "");

/** The columns of a table with what each is in a copy. */
function columnsOf(table: TableDescription, copied: Copied): [string, string] {
  const all = [...(table.of === undefined ? [] : [OWNER]), ...Object.keys(table.columns)];
  return [all.map(quoted).join(", "), all.map((column) => copied(table, column)).join(", ")];
}

async function copy(tx: Write, table: TableDescription, copied: Copied, where: string, numbers: Range) {
  const [columns, values] = columnsOf(table, copied);
  await sql
    .raw(
      `insert into ${quoted(table.name)} (${columns})
       with recursive series(n) as (select ${numbers.from} union all select n + 1 from series where n < ${numbers.to})
       select ${values} from ${quoted(table.name)}, series where ${where}`,
    )
    .execute(tx as never);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function described(name: string): TableDescription {
  const found = (firstTables as readonly TableDescription[]).find((table) => table.name === name);
  if (found === undefined) throw new Error(`There is no table ${name}.`);
  return found;
}

async function inTurns(db: Database, count: number, work: (tx: Write, numbers: Range) => Promise<void>) {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const numbers = { from, to: Math.min(count, from + AT_ONCE - 1) };
    await db.transact((tx) => work(tx, numbers));
  }
}

/** The copy `n` of an id of the organization that was copied. */
export const copyOf = (id: string, n: number): string => `${id}n${n}`;
export const hostOf = (n: number): string => `docs${n}.fleet.example`;

const inCopy: Copied = (table, column) => {
  const own = `${quoted(table.name)}.${quoted(column)}`;
  if (column === OWNER || (table.name === "organizations" && column === "id")) return `${own} || 'n' || n`;
  if (table.name === "organizations" && column === "hostname") return `'fleet' || n`;
  if (table.name === "sites" && column === "hostname") return `'docs' || n || '.fleet.example'`;
  if (table.name === "site_hostnames" && column === "hostname") return `'docs' || n || '.fleet.example'`;
  const isSpace =
    namesSpace(table, column) || (column === "id" && ["spaces", "addresses"].includes(table.name));
  if (isSpace) return `${own} || 'n' || n`;
  if (table.name === "grants" && column === "content_id")
    return `case when "content_kind" = 'space' then ${own} || 'n' || n else ${own} end`;
  return own;
};

/** Makes so many more organizations like one, each with a member of its own. @param member whose rows are copied for each */
export async function multiplyOrganization(
  db: Database,
  organization: string,
  member: string,
  count: number,
): Promise<void> {
  await inTurns(db, count, async (tx, numbers) => {
    const ofOne = `${quoted(OWNER)} = '${organization}'`;
    await copy(tx, described("organizations"), inCopy, `"id" = '${organization}'`, numbers);
    await copy(tx, described("addresses"), inCopy, ofOne, numbers);
    for (const table of tables) await copy(tx, table, inCopy, ofOne, numbers);
    await copy(tx, described("site_hostnames"), inCopy, ofOne, numbers);
    await copyMember(tx, member, `"organization_id" || 'n' || n`, numbers);
  });
}

/** Makes so many more members like one, in their organization. */
export async function multiplyMember(db: Database, member: string, count: number): Promise<void> {
  await inTurns(db, count, (tx, numbers) => copyMember(tx, member, quoted(OWNER), numbers));
}

/** @param organization that of the copies, as SQL */
async function copyMember(tx: Write, member: string, organization: string, numbers: Range): Promise<void> {
  const copied: Copied = ({ name }, column) => {
    if (column === OWNER) return organization;
    const own = `${quoted(name)}.${quoted(column)}`;
    return ["id", "user_id", "email", "email_folded"].includes(column) ? `${own} || 'n' || n` : own;
  };
  await copy(tx, described("users"), copied, `"id" = '${member}'`, numbers);
  await copy(tx, described("members"), copied, `"user_id" = '${member}'`, numbers);
}

/** Makes so many more spaces like one, in its organization. */
export async function multiplySpace(db: Database, space: string, count: number): Promise<void> {
  const copied: Copied = (table, column) => {
    const own = `${quoted(table.name)}.${quoted(column)}`;
    const isNew = column === "id" || (table.name === "spaces" && column === "head") || column === "space_id";
    return isNew ? `${own} || 'n' || n` : own;
  };
  await inTurns(db, count, async (tx, numbers) => {
    await copy(tx, described("addresses"), copied, `"id" = '${space}'`, numbers);
    await copy(tx, described("spaces"), copied, `"id" = '${space}'`, numbers);
    await copy(tx, described("revisions"), copied, `"space_id" = '${space}'`, numbers);
  });
}

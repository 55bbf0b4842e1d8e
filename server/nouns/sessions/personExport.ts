/** Everything that is about a person and that they have written, as one JSON document. */
import { sql } from "kysely";
import type { Read } from "../../db/database.ts";
import type { Row, Schema } from "../../db/schema.ts";
import { openPace } from "../../turns/pace.ts";

/** Rows read at once. */
const ROWS = 500;

interface Part {
  /** Its name in the document. */
  readonly name: string;
  readonly table: keyof Schema;
  /** The column that names the person. */
  readonly person: string;
  /** What names a row among the person's, by which an index has them. */
  readonly keys: readonly string[];
  /** What is told: nothing that opens anything. Columns that end with `_at` are times. */
  readonly columns: readonly string[];
  /** Those of an organization's content, which is told to who reaches the organization. */
  readonly content: readonly string[];
  /** Where its index begins with the organization: those that they are a member of are asked, one after the other. */
  readonly within?: "memberships" | "memberships and none";
  /** What else its rows have to say. */
  readonly where?: Readonly<Record<string, string>>;
}

/** A part whose columns are the table's. */
function part<Table extends keyof Schema>(
  name: string,
  table: Table,
  [person, ...keys]: readonly [keyof Row<Table> & string, ...(keyof Row<Table> & string)[]],
  columns: readonly (keyof Row<Table> & string)[],
  content: readonly (keyof Row<Table> & string)[] = [],
  more: Pick<Part, "within" | "where"> = {},
): Part {
  return { name, table, person, keys, columns, content, ...more };
}

const PARTS: readonly Part[] = [
  part(
    "memberships",
    "members",
    ["user_id", "organization_id"],
    ["organization_id", "role", "joined_at", "last_seen_at"],
  ),
  part(
    "tokens",
    "tokens",
    ["user_id", "id"],
    ["id", "label", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"],
  ),
  part(
    "sessions",
    "sessions",
    ["user_id", "id"],
    ["id", "method", "address", "user_agent", "created_at", "seen_at"],
  ),
  part(
    "samlIdentities",
    "saml_identities",
    ["user_id", "provider_id", "name_id"],
    ["organization_id", "provider_id", "name_id", "created_at"],
  ),
  part(
    "teams",
    "team_members",
    ["user_id", "team_id"],
    ["organization_id", "team_id", "role", "added_at"],
    [],
    { within: "memberships" },
  ),
  part(
    "grants",
    "grants",
    ["grantee_id", "content_id"],
    ["organization_id", "content_kind", "content_id", "role", "created_at"],
    [],
    { within: "memberships", where: { grantee_kind: "user" } },
  ),
  part("removals", "removed_members", ["user_id", "organization_id"], ["organization_id", "removed_at"]),
  part("usedInvites", "invite_uses", ["user_id", "invite_id"], ["organization_id", "invite_id", "used_at"]),
  part("passkeys", "passkeys", ["user_id", "id"], ["id", "label", "created_at", "used_at"]),
  part("authenticators", "authenticators", ["user_id", "user_id"], ["created_at", "used_at"]),
  part(
    "devices",
    "device_grants",
    ["user_id", "id"],
    ["program", "machine", "scopes", "address", "decision", "created_at", "expires_at"],
  ),
  part("pictures", "user_photos", ["user_id", "user_id"], ["data", "created_at"]),
  part("settings", "user_settings", ["user_id", "user_id"], ["settings", "updated_at"]),
  part(
    "revisions",
    "revisions",
    ["created_by", "id"],
    ["id", "organization_id", "space_id", "type", "message", "created_at"],
    ["message"],
  ),
  part(
    "changeRequests",
    "change_requests",
    ["created_by", "id"],
    ["id", "organization_id", "space_id", "number", "subject", "description", "created_at"],
    ["subject", "description"],
  ),
  part(
    "comments",
    "comments",
    ["posted_by", "id"],
    ["id", "organization_id", "space_id", "body", "posted_at", "edited_at"],
    ["body"],
  ),
  part(
    "replies",
    "comment_replies",
    ["posted_by", "id"],
    ["id", "organization_id", "comment_id", "body", "posted_at", "edited_at"],
    ["body"],
  ),
  part(
    "reactions",
    "comment_reactions",
    ["user_id", "subject_id", "emoji"],
    ["organization_id", "comment_id", "reply_id", "emoji", "reacted_at"],
    ["emoji"],
  ),
  part(
    "requestedReviews",
    "requested_reviewers",
    ["user_id", "change_request_id"],
    ["organization_id", "change_request_id", "created_at"],
  ),
  part(
    "reviews",
    "reviews",
    ["reviewer_id", "id"],
    ["id", "organization_id", "change_request_id", "status", "created_at"],
  ),
  part(
    "lookDrafts",
    "site_look_drafts",
    ["user_id", "id"],
    ["id", "organization_id", "site_id", "customization", "overrides", "created_at"],
    ["customization", "overrides"],
  ),
  part(
    "notifications",
    "notifications",
    ["user_id", "id"],
    ["id", "organization_id", "type", "created_at", "read_at"],
  ),
  part(
    "auditEvents",
    "audit",
    ["actor_id", "seq"],
    ["id", "organization_id", "action", "occurred_at", "ip", "target_type", "target_id"],
  ),
  // Of who did it, and from where, it says nothing: that is theirs.
  part(
    "auditEventsAboutYou",
    "audit",
    ["target_id", "seq"],
    ["id", "organization_id", "action", "occurred_at", "target_type"],
    [],
    { within: "memberships and none" },
  ),
];

/** The columns by which people are found in tables, of what is told, as `table.column`. */
export const toldColumns = (): string[] => PARTS.map(({ table, person }) => `${table}.${person}`);

/**
 * The document, piece by piece: however much somebody has written, little of it is held.
 * @param reaches whether the content of an organization is for whom the document is given to
 */
export async function* exportPerson(
  read: Read,
  user: Row<"users">,
  reaches: (organization: string) => boolean,
): AsyncGenerator<string> {
  const { id, email, display_name: name, created_at } = user;
  const person = { id, email, name, emailVerified: user.email_verified === 1, createdAt: timeOf(created_at) };
  yield `{\n"person": ${JSON.stringify(person)}`;
  for (const part of PARTS) {
    yield `,\n"${part.name}": [`;
    let isFirst = true;
    for await (const row of rowsOf(read, part, id)) {
      yield `${isFirst ? "" : ","}\n${JSON.stringify(told(row, part, reaches))}`;
      isFirst = false;
    }
    yield "\n]";
  }
  yield "\n}\n";
}

async function* rowsOf(read: Read, part: Part, user: string) {
  const { table, keys, columns } = part;
  const named = columns.map((column) => sql.ref(column));
  const order = sql.join(keys.map((key) => sql.ref(key)));
  const asKeys = keys.map((key, at) => sql`${sql.ref(key)} as ${sql.ref(keyName(at))}`).toReversed();
  const pause = openPace();
  for (let after: readonly unknown[] = keys.map((key) => (key === "seq" ? 0 : "")); ;) {
    await pause();
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(named)}, ${sql.join(asKeys)} from ${sql.table(table)}
      where ${conditionOf(part, user)} and (${order}) > (${sql.join(after)})
      order by ${order} limit ${sql.lit(ROWS)}`.execute(read);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = keys.map((_, at) => last[keyName(at)]);
  }
}

const keyName = (at: number): string => (at === 0 ? "export_key" : `export_key_${at}`);

function conditionOf({ person, within, where = {} }: Part, user: string) {
  const conditions = [
    sql`${sql.ref(person)} = ${user}`,
    ...Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  ];
  if (within !== undefined) {
    const isTheirs = sql`organization_id in (select organization_id from members where user_id = ${user})`;
    const isNobodys = sql`organization_id is null`;
    conditions.push(within === "memberships" ? isTheirs : sql`(${isTheirs} or ${isNobodys})`);
  }
  return sql.join(conditions, sql` and `);
}

/** A row in the names of the API: without what is not there, and not for them to see; times in ISO 8601, bytes in base64. */
function told(
  row: Record<string, unknown>,
  { columns, content }: Part,
  reaches: (organization: string) => boolean,
): Record<string, unknown> {
  const isReached = content.length === 0 || reaches(String(row["organization_id"]));
  const found = columns.flatMap((column) => {
    const value = row[column];
    if (value === null || value === undefined || (!isReached && content.includes(column))) return [];
    const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (value instanceof Uint8Array) return [[name, Buffer.from(value).toString("base64")]];
    return [[name, column.endsWith("_at") ? timeOf(Number(value)) : value]];
  });
  return Object.fromEntries(found);
}

const timeOf = (at: number): string => new Date(at).toISOString();

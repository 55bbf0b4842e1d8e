import { type Params, prepared, type Read } from "../../db/database.ts";
import { cutTo, type RowPage } from "../../http/list.ts";
import { invalidField } from "../../http/errors.ts";
import type { AuditRow } from "./present.ts";

interface AuditFilters {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

/** @throws 400 for what has the form of a time and is none, such as a leap second */
function instant(name: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidField(`/${name}`, "is not a time that exists.");
  return ms;
}

function matching(read: Read, organization: string, filters: AuditFilters) {
  let query = read.selectFrom("audit").where("audit.organization_id", "=", organization);
  if (filters.from !== undefined)
    query = query.where("audit.occurred_at", ">=", instant("from", filters.from));
  if (filters.to !== undefined) query = query.where("audit.occurred_at", "<", instant("to", filters.to));
  if (filters.action !== undefined) query = query.where("audit.action", "=", filters.action);
  if (filters.actor !== undefined) query = query.where("audit.actor_id", "=", filters.actor);
  if (filters.target !== undefined) query = query.where("audit.target_id", "=", filters.target);
  return query;
}

/** Where a part of the log continues: an instant and the number of an entry. */
export type AuditPlace = readonly [occurredAt: number, seq: number];

async function rows(
  read: Read,
  organization: string,
  filters: AuditFilters,
  part: { order: "asc" | "desc"; limit: number; after: AuditPlace | undefined },
): Promise<AuditRow[]> {
  let query = matching(read, organization, filters)
    .leftJoin("users", "users.id", "audit.actor_id")
    .selectAll("audit")
    .select("users.display_name as actor_name")
    .orderBy("audit.occurred_at", part.order)
    .orderBy("audit.seq", part.order)
    .limit(part.limit);
  if (part.after !== undefined) {
    const [occurredAt, seq] = part.after;
    query = query.where((eb) =>
      eb(
        eb.refTuple("audit.occurred_at", "audit.seq"),
        part.order === "desc" ? "<" : ">",
        eb.tuple(occurredAt, seq),
      ),
    );
  }
  return query.execute();
}

/** One entry of an organization's log. */
export async function findAuditEvent(
  read: Read,
  organization: string,
  id: string,
): Promise<AuditRow | undefined> {
  return matching(read, organization, {})
    .leftJoin("users", "users.id", "audit.actor_id")
    .selectAll("audit")
    .select("users.display_name as actor_name")
    .where("audit.id", "=", id)
    .executeTakeFirst();
}

/** One page of an organization's log, newest first, with one row more than `limit` when there are more. */
export async function listAuditEvents(
  read: Read,
  organization: string,
  filters: AuditFilters,
  { limit, after }: { limit: number; after: AuditPlace | undefined },
): Promise<RowPage<AuditRow>> {
  const { count } = await matching(read, organization, filters)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const found = await rows(read, organization, filters, { order: "desc", limit: limit + 1, after });
  return cutTo(limit, found, count, (row) => [row.occurred_at, row.seq]);
}

/** Entries read at once for an export. */
const SLICE = 500;

/** The whole log, oldest first, read slice by slice while it is sent; it ends with what was there at the start. */
export async function* auditEvents(
  read: Read,
  organization: string,
  filters: AuditFilters,
): AsyncGenerator<AuditRow> {
  const [newest] = await rows(read, organization, filters, { order: "desc", limit: 1, after: undefined });
  if (newest === undefined) return;
  let after: AuditPlace | undefined;
  for (;;) {
    const slice = await rows(read, organization, filters, { order: "asc", limit: SLICE, after });
    for (const row of slice) {
      yield row;
      if (row.id === newest.id) return;
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < SLICE) return;
    after = [last.occurred_at, last.seq];
  }
}

const nextAction = prepared((read, p: Params<{ organization: string; after: string }>) =>
  read
    .selectFrom("audit")
    .select("action")
    .where("organization_id", "=", p("organization"))
    .where("action", ">", p("after"))
    .orderBy("action")
    .limit(1),
);

/** The actions that an organization's log holds, by name: one step of the index for each, however long the log is. */
export async function listActions(read: Read, organization: string): Promise<string[]> {
  const actions: string[] = [];
  for (;;) {
    const found = await nextAction.first(read, { organization, after: actions.at(-1) ?? "" });
    if (found === undefined) return actions;
    actions.push(found.action);
  }
}

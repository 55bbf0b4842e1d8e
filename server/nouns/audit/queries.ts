import { type Params, prepared, type Read } from "../../db/database.ts";
import type { RowPage } from "../../http/list.ts";
import { invalidField } from "../../http/errors.ts";
import type { Paging } from "../../http/operation.ts";
import { pageBy, rowsBehind } from "../../http/pageBy.ts";
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

function entries(read: Read, organization: string, filters: AuditFilters) {
  return matching(read, organization, filters)
    .leftJoin("users", "users.id", "audit.actor_id")
    .selectAll("audit")
    .select("users.display_name as actor_name");
}

/** One entry of an organization's log. */
export async function findAuditEvent(
  read: Read,
  organization: string,
  id: string,
): Promise<AuditRow | undefined> {
  return entries(read, organization, {}).where("audit.id", "=", id).executeTakeFirst();
}

const IN_ORDER = ["audit.occurred_at", "audit.seq"] as const;

/** One page of an organization's log, newest first. */
export function listAuditEvents(
  read: Read,
  organization: string,
  filters: AuditFilters,
  paging: Paging,
): Promise<RowPage<AuditRow>> {
  const counted = matching(read, organization, filters);
  return pageBy(entries(read, organization, filters), IN_ORDER, paging, { direction: "desc", counted });
}

/** Entries read at once for an export. */
const SLICE = 500;

/** The whole log, oldest first, read slice by slice while it is sent; it ends with what was there at the start. */
export async function* auditEvents(
  read: Read,
  organization: string,
  filters: AuditFilters,
): AsyncGenerator<AuditRow> {
  const { rows } = await listAuditEvents(read, organization, filters, { limit: 1, after: undefined });
  const [newest] = rows;
  if (newest === undefined) return;
  let after: Paging["after"];
  for (;;) {
    const all = entries(read, organization, filters);
    const slice = await rowsBehind(all, IN_ORDER, { limit: SLICE, after }, "asc");
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

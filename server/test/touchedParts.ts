/** Which parts of its tables PostgreSQL would touch for a statement. */
import { sql } from "kysely";
import type { Database } from "../db/database.ts";

const parted = sql<{ name: string }>`
  select c.relname as "name" from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
  where c.relnamespace = current_schema()::regnamespace`;

/** A node of a plan, as far as it matters here. */
interface PlanNode {
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Those of some statements for which PostgreSQL plans to look into more than one part of a table, with the values that
 * they were run with.
 */
export async function inSeveralParts(
  db: Database,
  statements: ReadonlyMap<string, readonly unknown[]>,
): Promise<string[]> {
  const tables = (await parted.execute(db.read)).rows.map(({ name }) => name);
  const about = new RegExp(`\\b(${tables.join("|")})\\b`);
  const found: string[] = [];
  for (const [statement, values] of statements) {
    if (!about.test(statement) || !/^\s*(select|with|insert|update|delete)\b/i.test(statement)) continue;
    const { rows } = await db.read.link.execute(`explain (format json) ${statement}`, values);
    const [{ Plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: PlanNode }] })["QUERY PLAN"];
    const parts = new Set(relationsOf(Plan));
    const isSpread = tables.some((table) => {
      const own = new RegExp(`^${table}_\\d+$`);
      return [...parts].filter((part) => own.test(part)).length > 1;
    });
    if (isSpread) found.push(statement.replaceAll(/\s+/g, " "));
  }
  return found;
}

function relationsOf(node: PlanNode): string[] {
  return [node["Relation Name"] ?? [], ...(node.Plans ?? []).map(relationsOf)].flat();
}

import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";

/** Adds spaces to an empty test database, with the organization they need. */
export async function addSpaces(db: Database, spaces: readonly string[]): Promise<void> {
  await db.transact(async (tx) => {
    await tx
      .insertInto("organizations")
      .values({ id: "o", title: "O", hostname: "o", type: "business", plan: "p", created_at: 0 })
      .execute();
    for (const id of spaces) {
      await sql`insert into spaces (id, organization_id, position, title, edit_mode, acl, head, created_at, updated_at)
        values (${id}, 'o', ${id}, ${id}, 'live', 'a', 'h', 0, 0)`.execute(tx);
    }
  });
}

/** What names one of them to the database. */
export const keyOf = (id: string): SpaceKey => ({ organization_id: "o", id });

/** What sites know visitors by: the key that signs their tokens, and the claims that conditions may ask for. */
import type { Migration, MigrationContext } from "./columns.ts";
import { key, refers, required, startsAt, table } from "./columns.ts";

async function signingKeys(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "site_auth")
    .addColumn("site_id", text, (column) => refers("sites.id", "cascade")(key(column)))
    .addColumn("sealed", text, required)
    .addColumn("backend", text, required)
    .addColumn("fallback_url", text)
    .addColumn("updated_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
}

async function claimSchemas(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "site_adaptive_schemas")
    .addColumn("site_id", text, (column) => refers("sites.id", "cascade")(key(column)))
    .addColumn("json", text, required)
    .addColumn("updated_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
}

export const visitors: Migration = {
  name: "011-visitors",
  async up(context) {
    await signingKeys(context);
    await claimSchemas(context);
  },
};

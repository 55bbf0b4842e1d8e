/** Redirects of sites, the addresses that sites and their parts had, and claims of hostnames. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, refers, required, startsAt, table } from "./columns.ts";

async function redirects(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "site_redirects")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("source", text, required)
    .addColumn("source_key", text, required)
    .addColumn("draft", int, startsAt(0))
    .addColumn("capture_wildcard", int, startsAt(0))
    .addColumn("permanent", int, startsAt(0))
    .addColumn("destination", text, required)
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int)
    .addColumn("version", int, startsAt(1))
    .addUniqueConstraint("site_redirects_source", ["site_id", "source_key", "draft"])
    .execute();
  await index(context, "site_redirects_in_order", "site_redirects", ["site_id", "draft", "created_at", "id"]);
}

async function formerAddresses(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "former_site_paths")
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("path", text, required)
    .addColumn("site_space_id", text, refers("site_spaces.id", "cascade"))
    .addColumn("at", int, required)
    .addPrimaryKeyConstraint("former_site_paths_key", ["site_id", "path", "site_space_id"])
    .execute();
  await index(context, "former_site_paths_of_site_space", "former_site_paths", ["site_space_id"]);
  await table(context, "former_basenames")
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("basename", text, required)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addPrimaryKeyConstraint("former_basenames_key", ["organization_id", "basename"])
    .execute();
  await index(context, "former_basenames_of_site", "former_basenames", ["site_id"]);
  await table(context, "former_hostnames")
    .addColumn("hostname", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .execute();
  await index(context, "former_hostnames_of_organization", "former_hostnames", ["organization_id"]);
}

async function hostnames(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "hostname_claims")
    .addColumn("site_id", text, (column) => refers("sites.id", "cascade")(key(column)))
    .addColumn("hostname", text, required)
    .addColumn("status", text, required)
    .addColumn("checked_at", int)
    .addColumn("created_at", int, required)
    .execute();
  await index(context, "hostname_claims_hostname", "hostname_claims", ["hostname"]);
}

export const addresses: Migration = {
  name: "015-addresses",
  async up(context) {
    await redirects(context);
    await formerAddresses(context);
    await hostnames(context);
  },
};

/** SAML providers, who signs in through them, sign-ins under way, and assertions that were used. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function providers(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "saml_providers")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("label", text, required)
    .addColumn("entity_id", text)
    .addColumn("sso_url", text)
    .addColumn("certificate", text)
    .addColumn("default_team_id", text, mayRefer("teams.id", "set null"))
    .addColumn("default_role", text)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "saml_providers_in_order", "saml_providers", ["organization_id", "created_at", "id"]);
  await index(context, "saml_providers_of_team", "saml_providers", ["default_team_id"]);
  await table(context, "saml_identities")
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("name_id", text, required)
    .addColumn("organization_id", text, required)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("saml_identities_key", ["provider_id", "name_id"])
    .execute();
  await index(context, "saml_identities_of_user", "saml_identities", ["user_id"]);
}

async function signIns(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "saml_requests")
    .addColumn("relay_hash", text, key)
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("request_id", text, unique)
    .addColumn("browser_hash", text, required)
    .addColumn("next", text)
    .addColumn("created_at", int, required)
    .addColumn("expires_at", int, required)
    .addColumn("answered_at", int)
    .addColumn("name_id", text)
    .addColumn("display_name", text)
    .execute();
  await index(context, "saml_requests_to_forget", "saml_requests", ["expires_at"]);
  await index(context, "saml_requests_of_provider", "saml_requests", ["provider_id"]);
  await table(context, "saml_assertions")
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("assertion_id", text, required)
    .addColumn("expires_at", int, required)
    .addPrimaryKeyConstraint("saml_assertions_key", ["provider_id", "assertion_id"])
    .execute();
  await index(context, "saml_assertions_to_forget", "saml_assertions", ["expires_at"]);
  await table(context, "saml_sessions")
    .addColumn("session_id", text, (column) =>
      column.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("organization_id", text, required)
    .execute();
  await index(context, "saml_sessions_of_provider", "saml_sessions", ["provider_id"]);
}

export const singleSignOn: Migration = {
  name: "008-saml",
  async up(context) {
    await providers(context);
    await signIns(context);
    // Set on tokens that were made in a session of an organization's single sign-on.
    await context.schema.alterTable("tokens").addColumn("through", context.text).execute();
  },
};

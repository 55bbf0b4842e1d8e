/** SAML providers, who signs in through them, sign-ins under way, and assertions that were used. */
import type { Migration, MigrationContext } from "./columns.ts";
import { key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function providers(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
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
  await schema
    .createIndex("saml_providers_in_order")
    .on("saml_providers")
    .columns(["organization_id", "created_at", "id"])
    .execute();
  await schema
    .createIndex("saml_providers_of_team")
    .on("saml_providers")
    .columns(["default_team_id"])
    .execute();
  await table(context, "saml_identities")
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("name_id", text, required)
    .addColumn("organization_id", text, required)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("saml_identities_key", ["provider_id", "name_id"])
    .execute();
  await schema.createIndex("saml_identities_of_user").on("saml_identities").columns(["user_id"]).execute();
}

async function signIns(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
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
  await schema.createIndex("saml_requests_to_forget").on("saml_requests").columns(["expires_at"]).execute();
  await schema
    .createIndex("saml_requests_of_provider")
    .on("saml_requests")
    .columns(["provider_id"])
    .execute();
  await table(context, "saml_assertions")
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("assertion_id", text, required)
    .addColumn("expires_at", int, required)
    .addPrimaryKeyConstraint("saml_assertions_key", ["provider_id", "assertion_id"])
    .execute();
  await schema
    .createIndex("saml_assertions_to_forget")
    .on("saml_assertions")
    .columns(["expires_at"])
    .execute();
  await table(context, "saml_sessions")
    .addColumn("session_id", text, (column) =>
      column.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("provider_id", text, refers("saml_providers.id", "cascade"))
    .addColumn("organization_id", text, required)
    .execute();
  await schema
    .createIndex("saml_sessions_of_provider")
    .on("saml_sessions")
    .columns(["provider_id"])
    .execute();
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

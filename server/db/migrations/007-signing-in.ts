/** Sessions of people who signed in, one-time links that let them in, how often somebody tried in vain, and photos. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, refers, required, startsAt, table, unique } from "./columns.ts";

async function sessions(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "sessions")
    .addColumn("id", text, key)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("hash", text, (column) => column.unique())
    .addColumn("method", text, required)
    .addColumn("address", text)
    .addColumn("network", text)
    .addColumn("user_agent", text)
    .addColumn("created_at", int, required)
    .addColumn("seen_at", int, required)
    .addColumn("expires_at", int, required)
    .execute();
  await index(context, "sessions_of_user", "sessions", ["user_id", "created_at"]);
  await index(context, "sessions_to_forget", "sessions", ["expires_at"]);
}

async function signInLinks(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "sign_in_links")
    .addColumn("id", text, key)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("hash", text, unique)
    .addColumn("mailed", int, startsAt(0))
    .addColumn("next", text)
    .addColumn("created_at", int, required)
    .addColumn("expires_at", int, required)
    .addColumn("used_at", int)
    .execute();
  await index(context, "sign_in_links_of_user", "sign_in_links", ["user_id"]);
  await index(context, "sign_in_links_to_forget", "sign_in_links", ["expires_at"]);
}

async function attempts(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "sign_in_attempts")
    .addColumn("key", text, key)
    .addColumn("failures", int, required)
    .addColumn("last_at", int, required)
    .addColumn("wait_until", int, required)
    .execute();
  await index(context, "sign_in_attempts_to_forget", "sign_in_attempts", ["last_at"]);
}

async function photos(context: MigrationContext): Promise<void> {
  const { text, int, bytes } = context;
  await table(context, "user_photos")
    .addColumn("key", text, key)
    .addColumn("user_id", text, (column) =>
      column.unique().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("data", bytes, required)
    .addColumn("created_at", int, required)
    .execute();
}

export const signingIn: Migration = {
  name: "007-signing-in",
  async up(context) {
    const { schema, int } = context;
    await sessions(context);
    await signInLinks(context);
    await attempts(context);
    await photos(context);
    await schema.alterTable("users").addColumn("disabled_at", int).execute();
  },
};

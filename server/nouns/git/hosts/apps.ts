/** The GitHub Apps of organizations, and the connections that come of them. */
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { createConnection } from "../connectionCommands.ts";
import type { GitChange } from "../../../content/git/queue.ts";
import { usernameFor } from "../place.ts";
import type { AppAccount } from "./githubApp.ts";

interface NewApp extends Pick<
  Row<"git_apps">,
  "organization_id" | "id" | "origin" | "app_id" | "name" | "url" | "key" | "hook_secret"
> {
  readonly createdBy: string;
}

/** Keeps an App that GitHub has made; what is secret of it is sealed. */
export function createApp({ tx, now }: GitChange, made: NewApp): Promise<Row<"git_apps">> {
  const { createdBy, ...fields } = made;
  return tx
    .insertInto("git_apps")
    .values({ ...fields, created_by: createdBy, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A connection for each account that has installed an App and has none yet. @returns those that are new */
export async function connectAccounts(
  change: GitChange,
  { organization_id, id: app_id, origin }: Row<"git_apps">,
  accounts: readonly AppAccount[],
  { by, seal }: { readonly by: string; readonly seal: (id: string) => string },
): Promise<Row<"git_connections">[]> {
  const known = await change.tx
    .selectFrom("git_connections")
    .select("app_installation")
    .where("organization_id", "=", organization_id)
    .where("app_id", "=", app_id)
    .execute();
  const has = new Set(known.map(({ app_installation }) => app_installation));
  const made: Row<"git_connections">[] = [];
  for (const { installation, account } of accounts) {
    if (has.has(installation)) continue;
    const id = change.newId();
    const username = usernameFor("github", undefined);
    const app = { app_id, app_installation: installation, account };
    // It keeps no token: one is made each time.
    const fields = {
      organization_id,
      id,
      provider: "github" as const,
      origin,
      username,
      secret: seal(id),
      app,
    };
    made.push(await createConnection(change, { ...fields, createdBy: by }));
  }
  return made;
}

/** An App that nothing is connected by any more is forgotten; on GitHub its owner deletes it. */
export async function forgetApp(
  tx: Write,
  { organization_id, app_id }: Row<"git_connections">,
): Promise<void> {
  if (app_id === null) return;
  const used = await tx
    .selectFrom("git_connections")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("app_id", "=", app_id)
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined) return;
  await tx
    .deleteFrom("git_apps")
    .where("organization_id", "=", organization_id)
    .where("id", "=", app_id)
    .execute();
}

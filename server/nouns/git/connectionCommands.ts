import { queueSync } from "../../content/git/queue.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { askForHook, askForProposals, refuseMore } from "./commands.ts";
import type { GitChange } from "../../content/git/queue.ts";
import type { HostEvent } from "./hosts/host.ts";
import { queueCheck, sendWaiting } from "./hosts/work.ts";
import { findConnection, type GitKey, repositoryBy } from "./queries.ts";

type Connection = Row<"git_connections">;

/** Most that one organization has. */
const MOST_CONNECTIONS = 1000;

interface NewConnection extends Pick<
  Connection,
  "organization_id" | "provider" | "origin" | "username" | "secret"
> {
  readonly id: string;
  readonly createdBy: string;
  readonly once?: 1;
  /** By whose tokens it works instead of one of its own. */
  readonly app?: Pick<Connection, "app_id" | "app_installation" | "account">;
}

/** Keeps credentials for a host. `secret` is sealed. @throws 409 when there are as many as may be */
export async function createConnection({ tx, now }: GitChange, made: NewConnection): Promise<Connection> {
  const { createdBy, app = {}, ...fields } = made;
  await refuseMore(tx, "git_connections", made.organization_id, MOST_CONNECTIONS);
  return tx
    .insertInto("git_connections")
    .values({ ...fields, ...app, status: "pending", created_by: createdBy, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the user name or the token; whatever waits for new credentials is tried again. @throws 404 */
export async function patchConnection(
  { tx, now, newId }: GitChange,
  { organization_id, id }: GitKey,
  fields: { readonly username?: string | undefined; readonly secret?: string | undefined },
): Promise<Connection> {
  const { username, secret } = fields;
  const before = await findConnection(tx, organization_id, id);
  if (before !== undefined && before.app_id !== null)
    throw conflict(
      "app-connection",
      "This connection works by a GitHub App and has no token. What the App may do is set on GitHub.",
    );
  const row = await tx
    .updateTable("git_connections")
    .set((eb) => ({
      ...(username === undefined ? {} : { username }),
      ...(secret === undefined ? {} : { secret }),
      status: "pending" as const,
      pushes: null,
      hooks: null,
      problem: null,
      updated_at: now,
      version: eb("version", "+", 1),
    }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The Git connection");
  const repository = await repositoryBy(tx, row);
  if (repository !== undefined) await queueCheck(tx, row, repository, { now, newId });
  const waiting = await tx
    .updateTable("git_installations")
    .set({ state: "changed", attention: null })
    .where("organization_id", "=", organization_id)
    .where("connection_id", "=", id)
    .where("state", "=", "attention")
    .where("attention", "like", '{"kind":"unauthenticated"%')
    .returningAll()
    .execute();
  for (const installation of waiting) await queueSync(tx, installation, { cause: "user", now, newId });
  const asked = await askForProposals(tx, organization_id, ["connection_id", id]);
  for (const installation of asked) await sendWaiting(tx, installation, { now, newId });
  await askForHooks({ tx, now, newId }, row);
  return row;
}

/**
 * Has syncs find out what a GitHub App may do from now on, where GitHub calls it by an installation. Of one that was taken
 * away it is known at once that its connection doesn't work.
 */
export async function noteAccess(
  { tx, now, newId }: GitChange,
  { organization_id, id }: Row<"git_apps">,
  { installation, isEnded }: Extract<HostEvent, { kind: "access" }>,
): Promise<void> {
  const connections = await tx
    .updateTable("git_connections")
    .set((eb) => ({
      version: eb.ref("version"),
      ...(isEnded ? { status: "unauthenticated" as const, checked_at: now } : {}),
    }))
    .where("organization_id", "=", organization_id)
    .where("app_id", "=", id)
    .where("app_installation", "=", installation)
    .returning("id")
    .execute();
  if (connections.length === 0) return;
  const ids = connections.map((one) => one.id);
  const synced = await tx
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("connection_id", "in", ids)
    // The spaces of a site are synced with that.
    .where("parent_id", "is", null)
    .where("paused_at", "is", null)
    .execute();
  for (const row of synced) await queueSync(tx, row, { cause: "webhook", now, newId });
}

/** What a host has refused to a token it may do for another one. */
async function askForHooks(change: GitChange, { organization_id, id }: Connection): Promise<void> {
  const refused = await change.tx
    .selectFrom("git_installations")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("connection_id", "=", id)
    .where("hook_problem", "is not", null)
    .execute();
  for (const row of refused) await askForHook(change, row);
}

/** Forgets credentials. @throws 409 while an installation uses them; 404 */
export async function deleteConnection(tx: Write, { organization_id, id }: GitKey): Promise<void> {
  const used = await tx
    .selectFrom("git_installations")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("connection_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  const begun = await tx
    .selectFrom("git_setups")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("connection_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined || begun !== undefined)
    throw conflict(
      "connection-used",
      "A space uses this connection. Disconnect the space, or give it another connection first.",
    );
  const gone = await tx
    .deleteFrom("git_connections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw notFound("The Git connection");
}

/** Somebody who wants to use a connection. */
export interface ConnectionUser {
  readonly userId: string;
  readonly isAdministrator: boolean;
}

/** Its maker may, and administrators. */
export const mayUse = ({ created_by }: Connection, { userId, isAdministrator }: ConnectionUser): boolean =>
  isAdministrator || created_by === userId;

/**
 * A connection for a repository or its host, by somebody who may use it.
 * @param url undefined: whichever host it is for
 * @throws 400 for one of another host, or that isn't theirs to use
 */
export async function requireConnection(
  read: Read,
  asked: {
    readonly organization: string;
    readonly id: string;
    readonly url: string | undefined;
    readonly field: string;
  },
  by: ConnectionUser,
): Promise<Connection> {
  const { organization, id, url, field } = asked;
  const row = await findConnection(read, organization, id);
  if (row === undefined || !mayUse(row, by))
    throw invalidField(field, "is no connection that you may use. Make one of your own with a token.");
  if (url !== undefined && row.origin !== new URL(url).origin)
    throw invalidField(field, `is for ${row.origin}, and the repository is on another host.`);
  return row;
}

import { putAddress } from "../../access/addresses.ts";
import { queueSync } from "../../content/git/queue.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { isAsked, queueCheck, queueHostWork } from "./hosts/work.ts";
import { gitSyncOf, type StoredAttention } from "./present.ts";
import { findConnection, type GitKey, installationOf, repositoryBy } from "./queries.ts";
import { followSettings } from "./reviews/noteReview.ts";

type Connection = Row<"git_connections">;
type Installation = Row<"git_installations">;

/** Most that one organization has of each. */
const MOST_CONNECTIONS = 1000;
const MOST_INSTALLATIONS = 1000;

/** What a change of these is made with. */
export interface GitChange {
  readonly tx: Write;
  readonly now: number;
  readonly newId: () => string;
}

/** Whoever it was for needs it no longer. */
export async function forgetOnce(tx: Write, { organization_id, connection_id }: Installation): Promise<void> {
  if (connection_id === null) return;
  await tx
    .deleteFrom("git_connections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", connection_id)
    .where("once", "=", 1)
    .execute();
}

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

async function refuseMore(
  tx: Write,
  table: "git_connections" | "git_installations",
  organization: string,
  most: number,
): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count < most) return;
  throw conflict("too-many", `An organization has at most ${most} of these. Delete those that nobody needs.`);
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
  await askForHooks({ tx, now, newId }, row);
  return row;
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
  if (used !== undefined)
    throw conflict(
      "connection-used",
      "A space is kept in step by this connection. Disconnect the space, or give it another connection first.",
    );
  const gone = await tx
    .deleteFrom("git_connections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw notFound("The Git connection");
}

/**
 * A connection for a repository, by somebody who may use it: its maker, and administrators.
 * @throws 400 for one of another host, or that isn't theirs to use
 */
export async function requireConnection(
  tx: Write,
  { organization, id, url, field }: { organization: string; id: string; url: string; field: string },
  by: { readonly userId: string; readonly isAdministrator: boolean },
): Promise<void> {
  const row = await findConnection(tx, organization, id);
  if (row === undefined || !(by.isAdministrator || row.created_by === by.userId))
    throw invalidField(field, "is no connection that you may use. Make one of your own with a token.");
  if (row.origin !== new URL(url).origin)
    throw invalidField(field, `is for ${row.origin}, and the repository is on another host.`);
}

interface NewInstallation extends Pick<
  Installation,
  | "organization_id"
  | "space_id"
  | "connection_id"
  | "provider"
  | "remote_url"
  | "branch"
  | "project_directory"
> {
  readonly id: string;
  readonly template: string | null;
  readonly outgoing: Installation["outgoing"];
  readonly reviewed?: boolean;
  readonly direction: "git" | "lectern" | "merge";
  readonly isConfirmed: boolean;
  readonly driven?: 1;
  /** Sealed; without it nothing is heard of its host. */
  readonly hookSecret?: string;
  readonly owner: string;
  readonly sees: SeesSpace;
}

/** Whether whoever asks sees a space: what they don't see is not named to them. */
export type SeesSpace = (space: string) => Promise<boolean>;

/**
 * Binds a space to a branch and has it synced.
 * @throws 409 when the space is bound already, or another space to the same place
 */
export async function createInstallation(change: GitChange, made: NewInstallation): Promise<Installation> {
  const { tx, now, newId } = change;
  const { template, reviewed, direction, isConfirmed, owner, hookSecret, sees: _, ...fields } = made;
  const { organization_id, space_id: space } = made;
  await refuseMore(tx, "git_installations", organization_id, MOST_INSTALLATIONS);
  if ((await installationOf(tx, { organization_id, id: space })) !== undefined)
    throw conflict(
      "git-connected",
      "The space is kept in step with a repository already. Disconnect it first.",
    );
  await refuseOverlap(tx, made);
  const row = await tx
    .insertInto("git_installations")
    .values({
      ...fields,
      commit_message_template: template,
      reviewed: reviewed === true ? 1 : 0,
      choice: direction,
      confirmed: isConfirmed ? 1 : 0,
      owner_id: owner,
      created_by: owner,
      created_at: now,
      updated_at: now,
      state: "new",
      hook_secret: hookSecret ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await putAddress(tx, row);
  await tx
    .updateTable("spaces")
    .set((eb) => ({ git_sync: JSON.stringify(gitSyncOf(row)), version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", space)
    .execute();
  await queueSync(tx, row, { cause: "setup", now, newId });
  return askForHook(change, row);
}

/** Has the webhook of an installation made by its host, where that has an API. */
export async function askForHook({ tx, now, newId }: GitChange, row: Installation): Promise<Installation> {
  if (!isAsked(row) || row.hook_secret === null) return row;
  const { organization_id, connection_id } = row;
  const connection =
    connection_id === null ? undefined : await findConnection(tx, organization_id, connection_id);
  // An App has been told of all its repositories since it was made.
  const isTold = connection?.app_id !== null && connection !== undefined;
  if (!isTold) await queueHostWork(tx, row, { now, newId });
  return updateInstallation(tx, row)
    .set({ hook_state: isTold ? "registered" : "pending", hook_problem: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives its host another secret to prove itself with (sealed): who knows the one before is not believed any more. @throws 404 */
export async function replaceHookSecret(
  change: GitChange,
  key: GitKey,
  secret: string,
): Promise<Installation> {
  const row = await updateInstallation(change.tx, key)
    .set((eb) => ({
      hook_secret: secret,
      hook_seen_at: null,
      updated_at: change.now,
      version: eb("version", "+", 1),
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  return askForHook(change, row);
}

/** Two spaces in one folder would write over each other. */
async function refuseOverlap(tx: Write, made: NewInstallation): Promise<void> {
  const others = await tx
    .selectFrom("git_installations")
    .select(["id", "space_id", "project_directory"])
    .where("organization_id", "=", made.organization_id)
    .where("remote_url", "=", made.remote_url)
    .where("branch", "=", made.branch)
    .execute();
  const isWithin = (one: string, other: string): boolean => other === "" || `${one}/`.startsWith(`${other}/`);
  const { project_directory: own } = made;
  const other = others.find(
    ({ project_directory: theirs }) => isWithin(own, theirs) || isWithin(theirs, own),
  );
  if (other === undefined) return;
  const named = (await made.sees(other.space_id)) ? `The space ${other.space_id}` : "Another space";
  throw conflict(
    "git-overlap",
    `${named} is kept in step with this place of the branch already. Choose another folder or branch.`,
  );
}

/** Changes settings. Whoever does answers for it from then on. @throws 404 */
export async function patchInstallation(
  { tx, now, newId }: GitChange,
  key: GitKey,
  fields: {
    readonly reviewed?: boolean | undefined;
    readonly outgoing?: Installation["outgoing"] | undefined;
    readonly template?: string | null | undefined;
    readonly previews?: boolean | undefined;
    readonly reviews?: boolean | undefined;
    readonly forks?: boolean | undefined;
    readonly paused?: boolean | undefined;
    readonly connection?: string | null | undefined;
    readonly owner: string;
  },
): Promise<Installation> {
  const { reviewed, outgoing, template, previews, reviews, forks, paused, connection, owner } = fields;
  const row = await updateInstallation(tx, key)
    .set((eb) => ({
      // What was not to be pushed before may be now.
      ...(outgoing === undefined ? {} : { outgoing, base_revision: null }),
      // What has waited comes in now.
      ...(reviewed === undefined ? {} : { reviewed: reviewed ? 1 : 0, base_revision: null }),
      ...(template === undefined ? {} : { commit_message_template: template }),
      ...(previews === undefined ? {} : { previews: previews ? 1 : 0 }),
      ...(reviews === undefined ? {} : { reviews: reviews ? 1 : 0 }),
      ...(forks === undefined ? {} : { forks: forks ? 1 : 0 }),
      ...(paused === undefined ? {} : { paused_at: paused ? now : null }),
      // Who drives it says when the branch is looked at.
      ...(paused === undefined
        ? {}
        : { poll_at: paused ? null : eb.case().when("driven", "=", 0).then(now).else(null).end() }),
      ...(connection === undefined ? {} : { connection_id: connection }),
      owner_id: owner,
      updated_at: now,
      version: eb("version", "+", 1),
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  await followSettings(tx, row, { now, newId });
  if (row.paused_at === null && row.driven === 0) await queueSync(tx, row, { cause: "user", now, newId });
  // What a host was to be asked for waits while it is paused, and another token may be let do more.
  const isOther = connection !== undefined && row.hook_state === null;
  return row.hook_state === "pending" || isOther ? askForHook({ tx, now, newId }, row) : row;
}

/** @throws 409 while it is paused */
export function refusePaused({ paused_at }: Installation): void {
  if (paused_at === null) return;
  throw conflict("git-paused", "The sync is paused. Set `paused` to false to let it go on.");
}

/**
 * Asks for a sync; whoever does answers for it from then on. What waited for a person is looked at anew.
 * @throws 409 while it is paused; 404
 */
export async function askForSync(
  { tx, now, newId }: GitChange,
  key: GitKey,
  owner: string,
): Promise<Installation> {
  const row = await updateInstallation(tx, key).set({ owner_id: owner }).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  refusePaused(row);
  await queueSync(tx, row, { cause: "user", now, newId });
  return row;
}

/**
 * Notes what a person has decided, and goes on by it.
 * @throws 409 when nothing waits for that decision; 404
 */
export async function decideSync(
  change: GitChange,
  key: GitKey,
  { choice, owner }: { readonly choice: StoredAttention["choices"][number]; readonly owner: string },
  isPossible: (row: Installation) => Promise<boolean>,
): Promise<Installation> {
  const { tx } = change;
  const row = await askForSync(change, key, owner);
  if (!(await isPossible(row)))
    throw conflict("nothing-to-decide", "Nothing waits for this decision. The status says what does.");
  const said =
    choice === "pull-request" ? { outgoing: choice, base_revision: null } : { choice, confirmed: 1 as const };
  return updateInstallation(tx, row).set(said).returningAll().executeTakeFirstOrThrow();
}

/** An update of one installation. */
export function updateInstallation(tx: Write, { organization_id, id }: GitKey) {
  return tx
    .updateTable("git_installations")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
}

/** Ends a run that is under way: it notices before it next writes. @throws 409 when it has ended */
export async function cancelRun(tx: Write, run: Row<"git_runs">, now: number): Promise<Row<"git_runs">> {
  const row = await tx
    .updateTable("git_runs")
    .set({ state: "cancelled", updated_at: now, completed_at: now })
    .where("organization_id", "=", run.organization_id)
    .where("id", "=", run.id)
    .where("state", "=", "running")
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw conflict("run-finished", "This run has ended; nothing is left to cancel.");
  return row;
}

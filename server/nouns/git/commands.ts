import { putAddress } from "../../access/addresses.ts";
import { OF_COPY } from "../../content/git/copies.ts";
import { queueSync, type GitChange } from "../../content/git/queue.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { areWithin } from "../../importers/siteConfig/folders.ts";
import { isAsked, queueHostWork, sendWaiting } from "./hosts/work.ts";
import { bareAddress } from "./place.ts";
import { gitSyncOf } from "./present.ts";
import {
  findConnection,
  findInstallation,
  type GitKey,
  installationOf,
  installationOfSite,
} from "./queries.ts";
import { followSettings } from "./reviews/noteReview.ts";
import { type AgentKind, wantingFiles } from "./sync/agentFiles.ts";
import { UNDER_WAY } from "./sync/syncRun.ts";
import { tryAgain } from "./tryAgain.ts";

type Installation = Row<"git_installations">;

/** Most that one organization has. */
const MOST_INSTALLATIONS = 1000;

/** Whoever it was for needs it no longer. */
export async function forgetOnce(
  tx: Write,
  { organization_id, connection_id }: Pick<Installation, "organization_id" | "connection_id">,
): Promise<void> {
  if (connection_id === null) return;
  await tx
    .deleteFrom("git_connections")
    .where("organization_id", "=", organization_id)
    .where("id", "=", connection_id)
    .where("once", "=", 1)
    .execute();
}

/** @throws 409 */
export async function refuseMore(
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

interface NewInstallation extends Pick<
  Installation,
  "organization_id" | "connection_id" | "provider" | "remote_url" | "branch" | "project_directory"
> {
  readonly id: string;
  /** As the host calls it for good, where it was chosen by that. */
  readonly repository_id?: string | null;
  /** Of what it was before its repository was chosen; the next is counted from there. */
  readonly version?: number;
  /** A space, with the site's installation that it is a part of where it is; or a site. */
  readonly of: { readonly space_id: string; readonly parent_id?: string } | { readonly site_id: string };
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
 * Binds a space or a site to a branch and has it synced.
 * @throws 409 when it is bound already, or another space to the same place
 */
export async function createInstallation(change: GitChange, made: NewInstallation): Promise<Installation> {
  const { tx, now, newId } = change;
  const { template, reviewed, direction, isConfirmed, owner, hookSecret, sees: _, of, ...fields } = made;
  const { organization_id } = made;
  await refuseMore(tx, "git_installations", organization_id, MOST_INSTALLATIONS);
  await refuseBound(tx, organization_id, of);
  // What a site has of a branch are the folders of its spaces.
  if ("space_id" in of) await refuseOverlap(tx, made);
  const row = await tx
    .insertInto("git_installations")
    .values({
      ...fields,
      ...of,
      // Pull requests are shown of spaces that are kept in step by themselves.
      previews: "space_id" in of && of.parent_id === undefined ? 1 : 0,
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
  if ("space_id" in of)
    await tx
      .updateTable("spaces")
      .set((eb) => ({ git_sync: JSON.stringify(gitSyncOf(row)), version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization_id)
      .where("id", "=", of.space_id)
      .execute();
  // A folder of a site is synced with that, and heard of by its webhook.
  if (row.parent_id !== null) return row;
  await queueSync(tx, row, { cause: "setup", now, newId });
  return askForHook(change, row);
}

/** @throws 409 where it is kept in step already */
export async function refuseBound(
  tx: Write,
  organization_id: string,
  of: NewInstallation["of"],
): Promise<void> {
  const isSite = "site_id" in of;
  const known = isSite
    ? await installationOfSite(tx, { organization_id, id: of.site_id })
    : await installationOf(tx, { organization_id, id: of.space_id });
  if (known === undefined) return;
  throw conflict(
    "git-connected",
    `The ${isSite ? "site" : "space"} is kept in step with a repository already. Disconnect it first.`,
  );
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

/** Two spaces in one folder would write over each other. @throws 409 */
export async function refuseOverlap(
  tx: Write,
  made: Pick<
    NewInstallation,
    "organization_id" | "id" | "remote_url" | "branch" | "project_directory" | "sees"
  >,
): Promise<void> {
  const others = await tx
    .selectFrom("git_installations")
    .select(["id", "space_id", "project_directory", "remote_url"])
    .where("organization_id", "=", made.organization_id)
    .where("branch", "=", made.branch)
    .where("space_id", "is not", null)
    .where("id", "!=", made.id)
    .execute();
  const [own, repository] = [made.project_directory, bareAddress(made.remote_url)];
  const other = others.find(
    ({ project_directory: theirs, remote_url }) =>
      areWithin(own, theirs) && bareAddress(remote_url) === repository,
  )?.space_id;
  if (other === undefined || other === null) return;
  const named = (await made.sees(other)) ? `The space ${other}` : "Another space";
  throw conflict(
    "git-overlap",
    `${named} is kept in step with this place of the branch already. Choose another folder or branch.`,
  );
}

const NO_REQUEST = { proposal_state: null, proposal_problem: null } as const;

/** Changes settings. Whoever does answers for it from then on. @throws 404 */
export async function patchInstallation(
  { tx, now, newId }: GitChange,
  key: GitKey,
  fields: {
    readonly reviewed?: boolean | undefined;
    readonly outgoing?: Installation["outgoing"] | undefined;
    readonly template?: string | null | undefined;
    readonly agents?: readonly AgentKind[] | undefined;
    readonly previews?: boolean | undefined;
    readonly reviews?: boolean | undefined;
    readonly forks?: boolean | undefined;
    readonly paused?: boolean | undefined;
    readonly connection?: string | null | undefined;
    readonly owner: string;
  },
): Promise<Installation> {
  const { reviewed, outgoing, template, agents, previews, reviews, forks, paused, connection, owner } =
    fields;
  const before = agents && (await findInstallation(tx, key));
  const row = await updateInstallation(tx, key)
    .set((eb) => ({
      // What was not to be pushed before may be now.
      ...(outgoing === undefined ? {} : { outgoing, base_revision: null }),
      // Nobody asks for a pull request any more.
      ...(outgoing === undefined || outgoing === "pull-request" ? {} : NO_REQUEST),
      // What has waited comes in now.
      ...(reviewed === undefined ? {} : { reviewed: reviewed ? 1 : 0, base_revision: null }),
      ...(template === undefined ? {} : { commit_message_template: template }),
      ...(before === undefined || agents === undefined ? {} : { agent_files: wantingFiles(before, agents) }),
      ...(previews === undefined ? {} : { previews: previews ? 1 : 0 }),
      ...(reviews === undefined ? {} : { reviews: reviews ? 1 : 0 }),
      ...(forks === undefined ? {} : { forks: forks ? 1 : 0 }),
      ...(paused === undefined ? {} : { paused_at: paused ? now : null }),
      // Who lets it go on says that it is no copy.
      ...(paused === false
        ? {
            attention: eb
              .case()
              .when("attention", "like", OF_COPY)
              .then(null)
              .else(eb.ref("attention"))
              .end(),
            // Its host is told where this one is, and which webhook is its own is known from then on.
            hook_state: eb
              .case()
              .when(
                eb.and([
                  eb("hook_state", "=", "registered"),
                  eb.or([eb("attention", "like", OF_COPY), eb("hook_id", "is", null)]),
                ]),
              )
              .then("pending" as const)
              .else(eb.ref("hook_state"))
              .end(),
          }
        : {}),
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
  if (row.site_id !== null) await followSite(tx, row);
  else await followSettings(tx, row, { now, newId });
  if (row.paused_at === null && row.driven === 0) await queueSync(tx, row, { cause: "user", now, newId });
  await sendWaiting(tx, row, { now, newId });
  // What a host was to be asked for waits while it is paused, and another token may be let do more.
  const isOther = connection !== undefined && row.hook_state === null;
  return row.hook_state === "pending" || isOther ? askForHook({ tx, now, newId }, row) : row;
}

/** The spaces of a site are kept as it is. */
async function followSite(tx: Write, site: Installation): Promise<void> {
  const { outgoing, reviewed, commit_message_template, paused_at, connection_id, owner_id } = site;
  await partsOfSite(tx, site)
    .set({
      outgoing,
      reviewed,
      commit_message_template,
      paused_at,
      connection_id,
      owner_id,
      base_revision: null,
    })
    .execute();
  if (paused_at === null)
    await partsOfSite(tx, site).set({ attention: null }).where("attention", "like", OF_COPY).execute();
}

/** An update of the folders of a site. */
export const partsOfSite = (tx: Write, { organization_id, id }: GitKey) =>
  tx
    .updateTable("git_installations")
    .where("organization_id", "=", organization_id)
    .where("parent_id", "=", id);

/** @throws 409 for a folder of a site */
export function refusePart({ parent_id }: Installation): void {
  if (parent_id === null) return;
  throw conflict(
    "git-part",
    `The space is synced through its site. Change the site's installation ${parent_id}.`,
  );
}

/** @throws 409 while it is paused */
export function refusePaused({ paused_at }: Installation): void {
  if (paused_at === null) return;
  throw conflict(
    "git-paused",
    "The sync is paused. Resume it first (`paused`: false; `lectern git resume`).",
  );
}

/**
 * Asks for a sync; whoever does answers for it from then on. What waited for a person is looked at anew.
 * @param owner undefined: who asks for one space of a site that they don't administrate, which others answer for
 * @throws 409 while it is paused; 404
 */
export async function askForSync(
  { tx, now, newId }: GitChange,
  key: GitKey,
  owner: string | undefined,
): Promise<Installation> {
  const row =
    owner === undefined
      ? await findInstallation(tx, key)
      : await updateInstallation(tx, key).set({ owner_id: owner }).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  refusePaused(row);
  await tryAgain(tx, row);
  if (row.parent_id !== null && owner !== undefined)
    await updateInstallation(tx, { ...row, id: row.parent_id })
      .set({ owner_id: owner })
      .execute();
  if (row.site_id !== null && owner !== undefined)
    await partsOfSite(tx, row).set({ owner_id: owner }).execute();
  await queueSync(tx, row, { cause: "user", now, newId });
  const [asked = row] = await askForProposals(tx, row.organization_id, ["id", row.id]);
  await sendWaiting(tx, asked, { now, newId });
  return row;
}

/** Has hosts asked again for pull requests that they have not opened. @returns the installations of these */
export function askForProposals(
  tx: Write,
  organization: string,
  [of, id]: readonly ["id" | "connection_id", string],
): Promise<Installation[]> {
  return tx
    .updateTable("git_installations")
    .set({ proposal_state: "pending" })
    .where("organization_id", "=", organization)
    .where(of, "=", id)
    .where("proposal_state", "is", null)
    .where("proposal_problem", "is not", null)
    .returningAll()
    .execute();
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
    .where("state", "in", UNDER_WAY)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw conflict("run-finished", "This run has ended; nothing is left to cancel.");
  return row;
}

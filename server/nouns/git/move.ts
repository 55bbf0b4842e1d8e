/** Another repository, branch or folder for what is kept in step: a new beginning, of which people are told before what it leaves behind. */
import { deleteInstallation, leaveRequests, queueHookRemoval } from "../../content/git/leave.ts";
import { queueSync } from "../../content/git/queue.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { askForHook, refuseOverlap, type SeesSpace, updateInstallation } from "./commands.ts";
import type { GitChange } from "../../content/git/queue.ts";
import type { WantedPlace } from "./configuration.ts";
import { knownStatus } from "./known.ts";
import { gitSyncOf } from "./present.ts";
import { type GitKey, partsOf } from "./queries.ts";
import { wantingAnew } from "./sync/agentFiles.ts";
import { UNDER_WAY } from "./sync/syncRun.ts";

type Installation = Row<"git_installations">;

interface Move extends Pick<Installation, "connection_id" | "provider"> {
  readonly place: WantedPlace;
  readonly direction: "git" | "lectern" | "merge";
  readonly isConfirmed: boolean;
  readonly owner: string;
  readonly sees: SeesSpace;
}

/** @throws 409 while there is something that the branch before would never get */
export async function refuseToLeave(deps: Deps, installation: Installation): Promise<void> {
  const { pagesAhead, othersAhead, held } = await knownStatus(deps, installation);
  const { proposal_commit: proposal, incoming_request_id: incoming } = installation;
  const left = [
    ...(pagesAhead === 0 ? [] : [`${counted(pagesAhead, "page")} changed here since the last sync`]),
    ...(othersAhead === 0
      ? []
      : [`${counted(othersAhead, "other thing")} (${OTHERS}) changed here since the last sync`]),
    ...(held.length === 0 ? [] : [`${counted(held.length, "thing")} held back`]),
    ...(proposal === null ? [] : ["a pull request that waits to be merged on the host"]),
    ...(incoming === null ? [] : ["a change request that waits to be merged here"]),
  ];
  if (left.length === 0) return;
  const message = `There is what both sides have not agreed on: ${left.join(", ")}. It stays where it is, and the branch before gets none of it.`;
  throw conflict(
    "confirm-needed",
    `${message} Sync and decide first, or send "confirm": true to leave the branch as it is.`,
    [{ path: "/confirm", message }],
  );
}

/** All that decides what is told before: what both sides have not agreed on, and what is in the spaces. */
export async function leftBehind(read: Read, { organization_id, id }: GitKey): Promise<string> {
  const installations = await read
    .selectFrom("git_installations")
    .leftJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "git_installations.organization_id")
        .onRef("spaces.id", "=", "git_installations.space_id"),
    )
    .select(["git_installations.id", "base_revision", "proposal_commit", "incoming_request_id"])
    .select(["spaces.id as space", "spaces.head"])
    .where("git_installations.organization_id", "=", organization_id)
    .where((eb) => eb.or([eb("git_installations.id", "=", id), eb("git_installations.parent_id", "=", id)]))
    .orderBy("git_installations.id")
    .execute();
  const held = await read
    .selectFrom("git_held")
    .select(["installation_id", "kind", "source"])
    .where("organization_id", "=", organization_id)
    .where("installation_id", "in", [id, ...installations.map((one) => one.id)])
    .orderBy("installation_id")
    .orderBy("kind")
    .orderBy("source")
    .execute();
  return JSON.stringify([installations, held]);
}

/** @throws 409 where it is another than what somebody was told of */
export async function refuseToLeaveMore(tx: Read, key: GitKey, told: string): Promise<void> {
  if ((await leftBehind(tx, key)) === told) return;
  throw conflict(
    "git-changed",
    "Somebody has written, or a sync has run, since it was looked at what this leaves behind. Send it again.",
  );
}

const OTHERS = "files, variables, tags, reusable content";
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** All that only the place before has to do with. */
const NOTHING_AGREED = {
  state: "new",
  attention: null,
  site_config: null,
  moved: 0,
  unread: null,
  told: 0,
  object_format: null,
  base_commit: null,
  tree_root: null,
  base_root: null,
  base_revision: null,
  observed_commit: null,
  synced_at: null,
  failures: 0,
  poll_at: null,
  incoming_request_id: null,
  incoming_root: null,
  incoming_content: null,
  asked_root: null,
  hook_state: null,
  hook_seen_at: null,
  hook_problem: null,
  status_problem: null,
  proposal_commit: null,
  proposal_message: null,
  proposal_state: null,
  proposal_number: null,
  proposal_url: null,
  proposal_problem: null,
} as const;

/**
 * Binds what is kept in step to another place. A run that is under way ends before it writes again; what it has pushed by
 * then stays on the branch before.
 * @throws 409 for a place that another space has; 404
 */
export async function moveInstallation(
  change: GitChange,
  before: Installation,
  move: Move,
): Promise<Installation> {
  const { tx, now, newId } = change;
  const { place, direction, isConfirmed, owner, sees, connection_id, provider } = move;
  const { organization_id, id } = before;
  const where = { remote_url: place.url, branch: place.branch, project_directory: place.directory };
  if (before.space_id !== null) await refuseOverlap(tx, { organization_id, id, ...where, sees });
  const isSame = place.url === before.remote_url && provider === before.provider;
  // The webhook of the same repository leads to the same address: it is taken over.
  if (!isSame) await queueHookRemoval(change, before);
  await forgetAgreement(change, before);
  const row = await updateInstallation(tx, before)
    .set((eb) => ({
      ...NOTHING_AGREED,
      ...where,
      hook_id: isSame ? before.hook_id : null,
      moves: eb("moves", "+", 1),
      repository_id: place.repository,
      connection_id,
      provider,
      choice: direction,
      confirmed: isConfirmed ? 1 : 0,
      decided_about: null,
      agent_files: wantingAnew(before),
      owner_id: owner,
      updated_at: now,
      version: eb("version", "+", 1),
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The Git installation");
  if (row.space_id !== null)
    await tx
      .updateTable("spaces")
      .set((eb) => ({ git_sync: JSON.stringify(gitSyncOf(row)), version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization_id)
      .where("id", "=", row.space_id)
      .execute();
  if (row.paused_at === null) await queueSync(tx, row, { cause: "setup", now, newId });
  return askForHook(change, row);
}

/** What both sides agreed on, what was held, and what the host told of: none of it is true of another place. */
async function forgetAgreement(change: GitChange, key: GitKey): Promise<void> {
  const { tx, now } = change;
  const { organization_id, id } = key;
  await leaveRequests(tx, key);
  for (const part of await partsOf(tx, key)) await deleteInstallation(change, part);
  for (const table of [
    "git_entries",
    "git_held",
    "git_pushes",
    "git_reviews",
    "git_deliveries",
    "git_statuses",
    "git_site_nodes",
  ] as const)
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", id)
      .execute();
  await tx
    .updateTable("git_runs")
    .set({ state: "cancelled", updated_at: now, completed_at: now })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "in", UNDER_WAY)
    .execute();
}

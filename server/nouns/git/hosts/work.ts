/** What a host is to be asked for an installation: noted with the change that it follows from, and done by a job. */
import { type DroppedHook } from "../../../content/git/leave.ts";
import { GIT_HOST } from "../../../content/git/queue.ts";
import type { Write } from "../../../db/database.ts";
import { enqueue } from "../../../db/jobs.ts";
import type { Row } from "../../../db/schema.ts";
import type { CheckedConnection } from "./checkConnection.ts";
import { hostWithApi } from "./hosts.ts";
import type { CommitStatus } from "./host.ts";
import type { GitKey } from "../queries.ts";

type Installation = Row<"git_installations">;

export type HostOrder =
  | { readonly installation: string }
  | { readonly drop: DroppedHook }
  | { readonly check: CheckedConnection }
  | { readonly forget: GitKey["id"] };

/** How long credentials are kept that are for one run alone, whatever becomes of it; milliseconds. */
export const ONCE_MS = 3_600_000;

interface HostWish {
  readonly now: number;
  readonly newId: () => string;
  /** Milliseconds; by default at once. */
  readonly due?: number;
}

/** Has the host asked for all that is noted. */
export async function queueHostWork(
  tx: Write,
  {
    organization_id: organization,
    id,
    space_id: space,
  }: Pick<Installation, "organization_id" | "id" | "space_id">,
  { now, newId, due = now }: HostWish,
): Promise<void> {
  const payload: HostOrder = { installation: id };
  await enqueue(tx, {
    id: newId(),
    kind: GIT_HOST,
    key: `${GIT_HOST}:${id}`,
    payload,
    due,
    now,
    ...(space !== null && { space }),
    organization,
  });
}

/** Has a connection tried on a repository of its host. */
export async function queueCheck(
  tx: Write,
  { organization_id: organization, id: connection }: Pick<Row<"git_connections">, "organization_id" | "id">,
  url: string,
  { now, newId }: HostWish,
): Promise<void> {
  const payload: HostOrder = { check: { connection, url } };
  const key = `${GIT_HOST}:check:${connection}`;
  await enqueue(tx, { id: newId(), kind: GIT_HOST, key, payload, due: now, now, organization });
}

/** Has credentials forgotten that are for one run alone, where that has not ended by then. */
export async function queueForget(
  tx: Write,
  { organization_id: organization, id: forget }: GitKey,
  { now, newId }: HostWish,
): Promise<void> {
  const payload: HostOrder = { forget };
  await enqueue(tx, { id: newId(), kind: GIT_HOST, payload, due: now + ONCE_MS, now, organization });
}

/** Whether the host has an API that may be asked. */
export function isAsked({ provider, connection_id, driven, remote_url }: Installation): boolean {
  if (connection_id === null || driven === 1) return false;
  return hostWithApi(provider)?.base(new URL(remote_url).origin) !== undefined;
}

/** Has the host asked for what is noted and waits: who answered for it may not have been let, or it lay in the trash. */
export async function sendWaiting(tx: Write, installation: Installation, wish: HostWish): Promise<void> {
  const { paused_at, hook_state, proposal_state, organization_id, id } = installation;
  if (paused_at !== null || !isAsked(installation)) return;
  const isNoted =
    hook_state === "pending" ||
    proposal_state === "pending" ||
    (await tx
      .selectFrom("git_statuses")
      .select("commit_id")
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", id)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  if (isNoted) await queueHostWork(tx, installation, wish);
}

type NotedStatus = Pick<CommitStatus, "commit" | "state" | "description"> & {
  /** Of the console: where the status leads. */
  readonly path: string;
};

/** Has a commit judged on its host: what is said last counts. */
export async function noteStatus(
  tx: Write,
  installation: Installation,
  { commit, state, description, path }: NotedStatus,
  wish: HostWish,
): Promise<void> {
  if (!isAsked(installation)) return;
  const { organization_id, id: installation_id } = installation;
  const said = { state, description, path, tries: 0, noted_at: wish.now };
  await tx
    .insertInto("git_statuses")
    .values({ organization_id, installation_id, commit_id: commit, ...said })
    .onConflict((on) => on.columns(["organization_id", "installation_id", "commit_id"]).doUpdateSet(said))
    .execute();
  await queueHostWork(tx, installation, wish);
}

/** What a host calls the judgements of one installation. */
export function statusContext({ project_directory }: Pick<Installation, "project_directory">): string {
  return project_directory === "" ? "Lectern" : `Lectern (${project_directory})`;
}

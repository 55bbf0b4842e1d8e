import type { PresentedShape } from "../../http/operation.ts";
import type { ChangeRequest } from "./schema.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { type Beholder, presentUser, seenBy, type ShownUser } from "../users/present.ts";

/** A pull request on its host. */
export interface ShownPull {
  readonly repository: string;
  readonly number: number;
  readonly url?: string;
}

/** The pull request that a change request shows; undefined: it is one of our own. */
export const shownPull = ({ git }: Pick<Row<"change_requests">, "git">): ShownPull | undefined =>
  git === null ? undefined : (JSON.parse(git) as ShownPull);

/** The revision of the space that a change request has last taken in. */
export function ancestorOf(request: Row<"change_requests">): string {
  return request.merged_ancestor ?? request.revision_initial;
}

/** @param head the revision that readers of the space see */
function presentChangeRequest(
  request: Row<"change_requests">,
  head: string,
  creator: ShownUser | undefined,
  addresses: Addresses,
): PresentedShape<typeof ChangeRequest> {
  const { id, space_id: space, number } = request;
  return {
    object: "change-request" as const,
    id,
    number,
    status: request.status,
    subject: request.subject,
    ...given("description", request.description),
    ...(creator === undefined ? {} : { createdBy: presentUser(creator, addresses) }),
    createdAt: timestamp(request.created_at),
    updatedAt: timestamp(request.updated_at),
    space,
    revision: request.head,
    revisionInitial: request.revision_initial,
    ...given("revisionMergedAncestor", request.merged_ancestor),
    ...given("revisionMerged", request.revision_merged),
    comments: request.comments,
    conflicts: request.conflicts,
    outdated: request.status !== "merged" && ancestorOf(request) !== head,
    ...given("agentTaskId", request.agent_task_id),
    ...given("git", shownPull(request)),
    urls: {
      app: `${addresses.app}/s/${space}/~/changes/${number}`,
      location: `${addresses.app}/v1/spaces/${space}/change-requests/${id}`,
    },
  };
}

/** Presents change requests of one space, with who began them. */
export async function presentAll(
  read: Read,
  requests: readonly Row<"change_requests">[],
  head: string,
  addresses: Addresses,
  member: Beholder,
) {
  const creators = await creatorsOf(read, requests, member);
  return requests.map((request) => presentChangeRequest(request, head, creators(request), addresses));
}

/** A change request with what a list over spaces tells of its space. */
interface RequestInSpace extends Row<"change_requests"> {
  readonly space_head: string;
  readonly space_title: string;
}

/** Presents change requests of several spaces, each with its space. */
export async function presentWithSpaces(
  read: Read,
  requests: readonly RequestInSpace[],
  addresses: Addresses,
  member: Beholder,
) {
  const creators = await creatorsOf(read, requests, member);
  return requests.map((request) => ({
    ...presentChangeRequest(request, request.space_head, creators(request), addresses),
    spaceTitle: request.space_title,
  }));
}

async function creatorsOf(read: Read, requests: readonly Row<"change_requests">[], member: Beholder) {
  const ids = [...new Set(requests.flatMap(({ created_by: by }) => by ?? []))];
  const users =
    ids.length === 0 ? [] : await read.selectFrom("users").selectAll().where("id", "in", ids).execute();
  const byId = new Map<string | null, ShownUser>(users.map((user) => [user.id, seenBy(member, user)]));
  return ({ created_by: by }: Row<"change_requests">) => byId.get(by);
}

/** Presents one change request as the transaction sees it, or the database outside of one. */
export async function presentOne(
  read: Read,
  request: Row<"change_requests">,
  addresses: Addresses,
  member: Beholder,
) {
  const space = await read
    .selectFrom("spaces")
    .select("head")
    .where("organization_id", "=", request.organization_id)
    .where("id", "=", request.space_id)
    .executeTakeFirstOrThrow();
  const [presented] = await presentAll(read, [request], space.head, addresses, member);
  return presented as ReturnType<typeof presentChangeRequest>;
}

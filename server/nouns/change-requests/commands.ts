import type { Static } from "typebox";
import type { Write } from "../../db/database.ts";
import type { ChangeRequestStatus, RequestKey, Row, SpaceKey } from "../../db/schema.ts";
import { conflict, notFound, preconditionFailed } from "../../http/errors.ts";
import { shownPull } from "./present.ts";
import type { CreateChangeRequest, UpdateChangeRequest } from "./schema.ts";

interface NewChangeRequest extends Static<typeof CreateChangeRequest> {
  readonly id: string;
  readonly space: SpaceKey;
  readonly createdBy: string;
  readonly now: number;
}

/**
 * Begins a change request from what readers of the space see now. It takes its number from the space's row, which
 * makes them take turns: numbers have no gaps.
 * @throws 404 when the space has gone
 */
export async function createChangeRequest(
  tx: Write,
  input: NewChangeRequest,
): Promise<Row<"change_requests">> {
  const space = await tx
    .updateTable("spaces")
    .set((eb) => ({
      next_change_request: eb("next_change_request", "+", 1),
      change_requests: eb("change_requests", "+", 1),
      change_requests_draft: eb("change_requests_draft", "+", 1),
    }))
    .where("organization_id", "=", input.space.organization_id)
    .where("id", "=", input.space.id)
    .where("deleted_at", "is", null)
    .returning(["next_change_request", "head"])
    .executeTakeFirst();
  if (space === undefined) throw notFound("The space");
  return tx
    .insertInto("change_requests")
    .values({
      organization_id: input.space.organization_id,
      id: input.id,
      space_id: input.space.id,
      number: space.next_change_request - 1,
      status: "draft",
      subject: input.subject ?? "",
      description: input.description ?? null,
      agent_task_id: input.agentTaskId ?? null,
      created_by: input.createdBy,
      created_at: input.now,
      updated_at: input.now,
      head: space.head,
      revision_initial: space.head,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes a change request for this transaction, to change its fields: nobody else changes it before the end. Always
 * before its space.
 * @param expected the version that the caller relies on
 * @throws 404 when it has gone, 412
 */
export async function takeChangeRequest(
  tx: Write,
  { organization_id, id }: RequestKey,
  expected?: number,
): Promise<Row<"change_requests">> {
  const request = await tx
    .updateTable("change_requests")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (request === undefined) throw notFound("The change request");
  if (expected !== undefined && request.version !== expected + 1) throw preconditionFailed();
  return request;
}

/**
 * The same for what leaves its fields alone, such as its content, whose version is its revision.
 * @throws 404 when it has gone
 */
export async function lockChangeRequest(
  tx: Write,
  { organization_id, id }: RequestKey,
): Promise<Row<"change_requests">> {
  const request = await tx
    .updateTable("change_requests")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (request === undefined) throw notFound("The change request");
  return request;
}

/** @throws 409 once it is merged */
function refuseMerged({ status }: Row<"change_requests">): void {
  if (status === "merged") {
    throw conflict(
      "change-request-merged",
      "This change request is merged, which is final; begin another one.",
    );
  }
}

/** @throws 409 unless its content can be changed */
export function refuseClosed(request: Row<"change_requests">): void {
  refuseMerged(request);
  if (request.status !== "archived") return;
  throw conflict("change-request-archived", "This change request is archived; set its status to open first.");
}

/** @throws 409 where a pull request says what it holds and how it ends */
export function refuseHosted(request: Row<"change_requests">): void {
  const pull = shownPull(request);
  if (pull === undefined) return;
  throw conflict(
    "change-request-hosted",
    `This change request shows pull request #${pull.number} of ${pull.repository}. Change, merge or close it there: this one and the space follow.`,
  );
}

/**
 * Changes subject, description or status.
 * @throws 409 once it is merged, 412
 */
export async function patchChangeRequest(
  tx: Write,
  request: RequestKey,
  patch: Static<typeof UpdateChangeRequest>,
  now: number,
  expected: number | undefined,
): Promise<Row<"change_requests">> {
  const before = await takeChangeRequest(tx, request, expected);
  refuseMerged(before);
  const { organization_id, id } = before;
  const { subject, description, status } = patch;
  if (status !== undefined) await countStatus(tx, before, status);
  return tx
    .updateTable("change_requests")
    .set({
      updated_at: now,
      ...(subject === undefined ? {} : { subject }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
    })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps the counts of the space true when a change request that this transaction holds goes to another status. */
export async function countStatus(
  tx: Write,
  { organization_id: organization, space_id: space, status: from }: Row<"change_requests">,
  to: ChangeRequestStatus,
): Promise<void> {
  if (from === to) return;
  const change = (status: ChangeRequestStatus): number => Number(to === status) - Number(from === status);
  await tx
    .updateTable("spaces")
    .set((eb) => ({
      change_requests_open: eb("change_requests_open", "+", change("open")),
      change_requests_draft: eb("change_requests_draft", "+", change("draft")),
    }))
    .where("organization_id", "=", organization)
    .where("id", "=", space)
    .execute();
}

import type { FastifyRequest } from "fastify";
import type { Edge } from "./edge.ts";
import type { ListBody } from "./list.ts";
import type { Operation, Outcome, Paging } from "./operation.ts";

const DEFAULT_LIMIT = 50;

/** Where the caller wants the list to go on. @throws 400 when `page` is no cursor of this list */
export function pagingOf(edge: Edge, operation: Operation, request: FastifyRequest): Paging {
  const { page, limit } = (request.query ?? {}) as { page?: string; limit?: number };
  const after =
    page === undefined || !isListed(operation)
      ? undefined
      : edge.cursors.read(listAsked(operation, request), page);
  return { limit: limit ?? DEFAULT_LIMIT, after };
}

/** Whether `page` is a cursor: it goes with `limit`. Elsewhere it names a page of the content. */
function isListed({ shapes }: Operation): boolean {
  return "limit" in (shapes.query?.properties ?? {});
}

/** Whether an outcome is a page of a list that goes on. */
export function continues(outcome: Outcome): boolean {
  return (outcome.body as ListBody | undefined)?.nextKeys !== undefined;
}

/** Turns the sort keys of a list's last row into the cursor that its reader gets. */
export function withNextPage(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  outcome: Outcome,
): Outcome {
  const keys = (outcome.body as ListBody | undefined)?.nextKeys;
  if (keys === undefined) return outcome;
  const page = edge.cursors.write(listAsked(operation, request), keys);
  if (outcome.kept?.continued !== undefined) return { ...outcome, kept: outcome.kept.continued(page) };
  const { nextKeys: _keys, ...body } = outcome.body as ListBody;
  return { ...outcome, body: { next: { page }, ...body } };
}

/** What a cursor is bound to: the operation, where it was asked, its filters, and the user. */
export function listAsked(operation: Operation, request: FastifyRequest): string {
  const { page: _page, limit: _limit, ...filters } = request.query as Record<string, unknown>;
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([operation.operationId, request.params, sorted, request.identity?.userId ?? null]);
}

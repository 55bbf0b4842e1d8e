import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Addresses } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, ok, op, streamed } from "../../http/operation.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { type AuditRow, presentAuditEvent } from "./present.ts";
import { auditEvents, findAuditEvent, listActions, listAuditEvents } from "./queries.ts";
import {
  AuditEvent,
  AuditEventActions,
  AuditEventParams,
  ExportAuditEventsQuery,
  ListAuditEventsQuery,
  OrganizationParams,
} from "./schema.ts";

const administrators = holding("The organization", loadOrganization, "admin");
const DEFAULT_LIMIT = 20;

async function* lines(rows: AsyncIterable<AuditRow>, addresses: Addresses): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(presentAuditEvent(row, addresses))}\n`;
}

export const auditOperations = chapter("Audit log", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/audit-events",
    operationId: "listAuditEvents",
    call: "auditEvents.list",
    summary: "List the audit log of an organization",
    description: "Every change, the newest first.",
    scopes: [],
    access: administrators,
    shapes: { params: OrganizationParams, query: ListAuditEventsQuery },
    answers: { 200: listOf(AuditEvent) },
    handler: async ({ deps, thing, query, paging }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const { id } = thing.organization;
      const page = await listAuditEvents(deps.db.read, id, query, { ...paging, limit });
      return pageOf(page, (row) => presentAuditEvent(row, deps.addresses));
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/audit-events/:auditEventId",
    operationId: "getOrganizationAuditEvent",
    call: "auditEvents.get",
    summary: "Get an entry of the audit log",
    scopes: [],
    access: administrators,
    shapes: { params: AuditEventParams },
    answers: { 200: AuditEvent },
    handler: async ({ deps, thing, params }) => {
      const row = await findAuditEvent(deps.db.read, thing.organization.id, params.auditEventId);
      if (row === undefined) throw notFound("The audit event");
      return ok(presentAuditEvent(row, deps.addresses));
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/audit-event-actions",
    operationId: "listAuditEventActions",
    call: "auditEvents.listActions",
    summary: "List the actions in the audit log",
    description: "The actions by which you can filter the log.",
    scopes: [],
    access: administrators,
    shapes: { params: OrganizationParams },
    answers: { 200: AuditEventActions },
    handler: async ({ deps, thing }) => ok({ items: await listActions(deps.db.read, thing.organization.id) }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/audit-events/export",
    operationId: "exportAuditEvents",
    call: "auditEvents.export",
    summary: "Export the audit log",
    description: "One JSON document a line, the oldest first, up to the time of the request.",
    scopes: [],
    access: administrators,
    shapes: { params: OrganizationParams, query: ExportAuditEventsQuery },
    answers: { 200: Type.String({ format: "binary", description: "application/x-ndjson" }) },
    points: 20,
    perOrganization: { atOnce: 2, of: ({ organization }) => organization.id },
    handler: ({ deps, thing: { organization }, query }) =>
      streamed({
        type: "application/x-ndjson",
        filename: `${organization.hostname}-audit.ndjson`,
        content: Readable.from(lines(auditEvents(deps.db.read, organization.id, query), deps.addresses)),
      }),
  }),
]);

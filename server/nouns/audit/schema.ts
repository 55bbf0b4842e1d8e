import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp, ResourceUrls } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";

export const OrganizationParams = Type.Object({ organizationId: Id });

export const AuditEventParams = Type.Object({ organizationId: Id, auditEventId: Id });

const text = (description: string) => Type.Optional(Type.String({ maxLength: 128, description }));

const filters = {
  from: Type.Optional(Type.String({ format: "date-time", description: "Not before this time." })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Before this time." })),
  action: text("Only this action, such as `member.update`."),
  actor: text("Only what this user did, by id."),
  target: text("Only what was done to this thing, by id."),
};

export const ListAuditEventsQuery = closed({
  page: pageQuery.page,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: "Items on a page; the default is 20." }),
  ),
  ...filters,
});

export const ExportAuditEventsQuery = closed(filters);

const Fields = Type.Record(Type.String(), Type.Unknown());

export const AuditEvent = named(
  "AuditEvent",
  Type.Object(
    {
      object: Type.Literal("audit-event"),
      id: Type.String(),
      occurredAt: Timestamp,
      action: Type.String(),
      actor: Type.Object({
        type: Type.Enum(["user", "integration", "installation", "system", "support"]),
        id: Type.String(),
        label: Type.Optional(Type.String()),
      }),
      source: Type.Enum(["ui", "api", "integration", "webhook", "workflow", "script", "support"], {
        description: "`script`: the command line; `workflow`: a job.",
      }),
      target: Type.Object({
        type: Type.String(),
        id: Type.String(),
        label: Type.Optional(Type.String()),
      }),
      token: Type.Optional(Type.String({ description: "Id of the API token." })),
      ip: Type.Optional(Type.String()),
      before: Type.Optional(Fields),
      after: Type.Optional(Fields),
      urls: ResourceUrls,
    },
    { description: "A change: who made it, what it changed, when and from where." },
  ),
);

export const AuditEventActions = named(
  "AuditEventActions",
  Type.Object({ items: Type.Array(Type.String()) }),
);

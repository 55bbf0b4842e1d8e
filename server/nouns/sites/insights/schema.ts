import { type Static, type TSchema, Type } from "typebox";
import { closed, named } from "../../../http/named.ts";
import { Id, Timestamp } from "../../../http/shapes.ts";

const known = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 256 }), Type.Null()], { description }));

/** What a renderer tells of what its readers do. Of all of it we keep that a page was read. */
const InsightsEvent = named(
  "SiteInsightsEvent",
  Type.Object(
    {
      type: Type.String({ minLength: 1, maxLength: 64, description: "Lectern counts `page_view`." }),
      location: Type.Optional(
        Type.Object({ siteSpace: known("Where it was read."), page: known("What was read.") }),
      ),
    },
    {
      additionalProperties: true,
      description: "An action of a reader. Lectern stores nothing about the reader, whatever you send.",
    },
  ),
);
export const TrackEvents = named(
  "TrackSiteEvents",
  closed({ events: Type.Array(InsightsEvent, { maxItems: 100 }) }),
);

export const COLUMNS = ["datetime", "siteSpace", "page", "eventType", "eventsCount"] as const;
export type ColumnName = (typeof COLUMNS)[number];
const ColumnOf = Type.Enum([...COLUMNS]);
const InsightsColumn = named(
  "SiteInsightsQueryEventsColumn",
  closed({
    column: ColumnOf,
    interval: Type.Optional(
      Type.Literal("day", { description: "For `datetime`: counts are per day, in UTC." }),
    ),
  }),
);
const RANGES = ["lastYear", "last3Months", "last30Days", "last7Days", "last24Hours"] as const;
const PageOfSpace = named("SiteInsightsPage", closed({ page: Id, space: Id }));
const some = <T extends TSchema>(item: T) => Type.Array(item, { minItems: 1, maxItems: 100 });
const operator = Type.Optional(Type.Enum(["in", "notIn"]));
export const AggregateEvents = named(
  "SiteInsightsQueryEventsAggregation",
  closed({
    range: Type.Union([
      Type.Enum([...RANGES], { description: "`last24Hours`: yesterday and today." }),
      closed(
        { from: Timestamp, to: Timestamp },
        { description: "Days, in UTC, that start at `from` or later and before `to`." },
      ),
    ]),
    select: Type.Optional(
      Type.Array(InsightsColumn, { minItems: 1, maxItems: 5, description: "The default is `eventsCount`." }),
    ),
    groupBy: Type.Optional(
      Type.Array(InsightsColumn, {
        maxItems: 5,
        description:
          "The columns of `select` except `eventsCount`, which is also the default. Other columns are refused.",
      }),
    ),
    where: Type.Optional(
      Type.Array(
        Type.Union([
          closed({ column: Type.Literal("siteSpace"), values: some(Id), operator }),
          closed({ column: Type.Literal("page"), values: some(PageOfSpace), operator }),
        ]),
        { maxItems: 5 },
      ),
    ),
    order: Type.Optional(
      closed(
        { by: InsightsColumn, direction: Type.Enum(["asc", "desc"]) },
        { description: "Sort by a column of `select`." },
      ),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  }),
);
export type AggregateEvents = Static<typeof AggregateEvents>;

export const AggregatedEvents = named(
  "SiteInsightsQueryEventsAggregationResult",
  Type.Object({
    columns: Type.Array(
      Type.Object({
        column: ColumnOf,
        values: Type.Array(Type.Union([Type.String(), Type.Integer(), PageOfSpace]), {
          description:
            "The values of a column. All columns have the same length, and values at the same index form a row.",
        }),
      }),
    ),
  }),
);

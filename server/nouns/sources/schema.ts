import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { closed, named } from "../../http/named.ts";
import { Id, Timestamp } from "../../http/shapes.ts";

export const SourceState = named(
  "ComputedSourceState",
  Type.Enum(["waiting", "ready", "failed"], {
    description:
      "`waiting`: its script has not been asked yet. `failed`: the last attempt gave no pages; those of the one before stay.",
  }),
);

export const ComputedSource = named(
  "ComputedSource",
  Type.Object({
    object: Type.Literal("computed-source"),
    page: Type.String({ description: "The id of the computed page." }),
    integration: Type.String({ description: "The name of the integration." }),
    source: Type.Unknown({ description: "`computed` of the page." }),
    state: SourceState,
    problem: Type.Optional(Type.String({ description: "Why the last attempt failed." })),
    pages: Type.Integer({ description: "The number of pages that it shows." }),
    computedAt: Type.Optional(Timestamp),
    askedAt: Type.Optional(Timestamp),
  }),
);

export const SpaceParams = Type.Object({ spaceId: Id });
export const ListQuery = closed(pageQuery);
export const Refresh = named(
  "RefreshComputedSources",
  closed({
    page: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "The id of a computed page. The default is all of the space.",
      }),
    ),
  }),
);

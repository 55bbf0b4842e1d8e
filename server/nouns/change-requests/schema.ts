import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp, Url } from "../../http/shapes.ts";
import { closed, extended, named } from "../../http/named.ts";
import { MergeRule } from "../merge-rules/schema.ts";
import { User } from "../users/schema.ts";

/** An id, or the number of a change request in its space. */
export const ChangeRequestParams = Type.Object({ spaceId: Id, changeRequestId: Id });

const Status = named("ChangeRequestStatus", Type.Enum(["draft", "open", "archived", "merged"]));
const subject = Type.String({ maxLength: 100 });

export const ChangeRequest = named(
  "ChangeRequest",
  Type.Object(
    {
      object: Type.Literal("change-request"),
      id: Type.String(),
      number: Type.Integer({
        description: "Its number within the space. You can use it in paths instead of the id.",
      }),
      status: Status,
      subject: Type.String(),
      description: Type.Optional(Type.String()),
      createdBy: Type.Optional(User),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      space: Type.String({ description: "The id of its space." }),
      revision: Type.String({ description: "The revision that has its content." }),
      revisionInitial: Type.String({ description: "The revision of the space from which it started." }),
      revisionMergedAncestor: Type.Optional(
        Type.String({ description: "The last revision of the space that it has taken in." }),
      ),
      revisionMerged: Type.Optional(
        Type.String({ description: "The revision of the space that its merge created." }),
      ),
      comments: Type.Integer(),
      conflicts: Type.Integer({ description: "The number of conflicts that nobody has decided yet." }),
      outdated: Type.Boolean({ description: "Whether the space has changes that it has not taken in." }),
      agentTaskId: Type.Optional(Type.String()),
      git: Type.Optional(
        Type.Object(
          {
            repository: Type.String(),
            number: Type.Integer(),
            url: Type.Optional(Type.String()),
          },
          { description: "The pull request that it shows. Change, merge and close it there." },
        ),
      ),
      urls: Type.Object({ app: Url, location: Url }),
    },
    { description: "Proposed changes to the content of a space." },
  ),
);

/** A change request in a list over spaces. */
export const ChangeRequestInSpace = extended(ChangeRequest, {
  spaceTitle: Type.String(),
});

export const OrganizationListQuery = closed({
  ...pageQuery,
  for: Type.Optional(
    Type.Enum(["author", "reviewer", "involved"], {
      description:
        "Only change requests that you created (`author`), that wait for your review (`reviewer`), or that you created, wrote in, " +
        "reviewed or were asked to review (`involved`).",
    }),
  ),
  status: Type.Optional(Type.Array(Status, { maxItems: 4 })),
  space: Type.Optional({ ...Id, description: "Only change requests of this space." }),
  site: Type.Optional({ ...Id, description: "Only change requests of spaces that this site shows." }),
  creator: Type.Optional({ ...Id, description: "Only change requests that this user created." }),
  contributor: Type.Optional({
    ...Id,
    description: "Only change requests that this user created or wrote in.",
  }),
  requestedReviewer: Type.Optional({
    ...Id,
    description: "Only change requests that this user was asked to review.",
  }),
});

export const ListQuery = closed({
  ...pageQuery,
  status: Type.Optional(Type.Enum(["draft", "open", "archived", "merged"], { default: "open" })),
  contributor: Type.Optional(
    Type.String({
      maxLength: 128,
      description: "The id of a user: only change requests that they created or wrote in.",
    }),
  ),
  pageId: Type.Optional({
    ...Id,
    description: "Only change requests that change, move or delete this page, among the newest 1,000.",
  }),
});

export const CreateChangeRequest = named(
  "CreateChangeRequest",
  closed({
    subject: Type.Optional(subject),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    agentTaskId: Type.Optional(Type.String({ maxLength: 128 })),
  }),
);

export const UpdateChangeRequest = named(
  "UpdateChangeRequest",
  closed({
    subject: Type.Optional(subject),
    description: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
    status: Type.Optional(Type.Enum(["draft", "open", "archived"])),
  }),
);

export const Conflict = named(
  "ChangeRequestConflict",
  Type.Object(
    {
      object: Type.Literal("conflict"),
      id: Type.String(),
      kind: Type.Enum([
        "body",
        "page-field",
        "page-position",
        "page-removed",
        "file",
        "variable",
        "tag",
        "reusable",
      ]),
      page: Type.Optional(Type.String()),
      key: Type.Optional(
        Type.String({ description: "The key of a file, variable, tag or reusable content." }),
      ),
      block: Type.Optional(Type.String({ description: "The first block that both sides changed." })),
      field: Type.Optional(Type.String()),
      removedBy: Type.Optional(Type.Enum(["primary", "changed"])),
      base: Type.Optional(Type.Any({ description: "The value that both sides started from." })),
      primary: Type.Optional(Type.Any({ description: "The value in the space." })),
      changed: Type.Optional(Type.Any({ description: "The value in the change request." })),
      resolution: Type.Optional(
        Type.Any({ description: "`primary`, `changed`, `edited` or `{markdown}`; absent while undecided." }),
      ),
      resolvedAt: Type.Optional(Timestamp),
    },
    { description: "Something that a change request and its space changed differently." },
  ),
);

export const MergeRuleState = named(
  "MergeRuleState",
  Type.Object(
    {
      rule: MergeRule,
      state: Type.Enum(["met", "unmet", "bypassed"], {
        description: "`bypassed`: it is not met, but another rule lets you skip it.",
      }),
      missing: Type.Optional(Type.String({ description: "What is missing, as a sentence." })),
    },
    { description: "The result of a merge rule for a change request." },
  ),
);

export const ResolveConflict = named(
  "ResolveConflict",
  closed({
    resolution: Type.Union([
      Type.Literal("primary"),
      Type.Literal("changed"),
      closed({ markdown: Type.String({ maxLength: 5_000_000 }) }),
    ]),
  }),
);

import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { closed, named } from "../../http/named.ts";
import { Id, Timestamp, TitledThing } from "../../http/shapes.ts";
import { User } from "../users/schema.ts";

export const ListNotificationsQuery = closed({
  ...pageQuery,
  unread: Type.Optional(Type.Boolean({ description: "true: only unread notifications." })),
});

export const Notification = named(
  "Notification",
  Type.Object(
    {
      object: Type.Literal("notification"),
      id: Type.String(),
      type: Type.Enum(
        [
          "review-requested",
          "reviewed",
          "comment",
          "reply",
          "mention",
          "merged",
          "job-ended",
          "git-standstill",
        ],
        {
          description:
            "`comment`: on one of your change requests. `reply`: to your comment, or to one to which you replied. `merged`: a change " +
            "request that you created or reviewed. `git-standstill`: Git Sync waits for you, or fails again and again.",
        },
      ),
      createdAt: Timestamp,
      readAt: Type.Optional(Timestamp),
      organization: Type.String({ description: "The id of the organization." }),
      actor: Type.Optional(User),
      space: Type.Optional(TitledThing),
      site: Type.Optional({
        ...TitledThing,
        description: "The site that it is about, if it isn't about a space.",
      }),
      changeRequest: Type.Optional(
        Type.Object({ id: Type.String(), number: Type.Integer(), subject: Type.String() }),
      ),
      page: Type.Optional(Type.String({ description: "The id of the page that the comment is about." })),
      comment: Type.Optional(Type.String({ description: "The id of the comment." })),
      reply: Type.Optional(Type.String({ description: "The id of the reply." })),
      job: Type.Optional(Type.Object({ id: Type.String(), kind: Type.String() })),
      urls: Type.Object({ app: Type.String({ format: "uri" }) }),
    },
    { description: "An event in something that the user takes part in." },
  ),
);

export const MarkRead = named(
  "MarkNotificationsRead",
  closed({
    notifications: Type.Optional(
      Type.Array(Id, {
        maxItems: 100,
        description: "The ids of notifications. The default is all of yours.",
      }),
    ),
  }),
);

/** What hosts tell of, as it is answered. */
import { Type } from "typebox";
import { named } from "../../../http/named.ts";
import { Timestamp } from "../../../http/shapes.ts";

export const GitWebhook = named(
  "GitWebhook",
  Type.Object(
    {
      url: Type.String({ description: "Where the host tells of pushes." }),
      state: Type.Enum(["pending", "registered", "manual"], {
        description: "Whether the host has made it; `manual`: set it up there yourself.",
      }),
      lastSeenAt: Type.Optional({ ...Timestamp, description: "Give or take ten minutes." }),
      problem: Type.Optional(Type.String({ description: "Why the host didn't make it." })),
    },
    { description: "How the host tells that its branch has moved." },
  ),
);

export const GitWebhookWithSecret = named(
  "GitWebhookWithSecret",
  Type.Object({
    webhook: GitWebhook,
    secret: Type.String({
      description: "What the host signs with. It is in this answer and nowhere else.",
    }),
  }),
);

export const GitReview = named(
  "GitReview",
  Type.Object(
    {
      object: Type.Literal("git-review"),
      number: Type.Integer(),
      state: Type.Enum(["open", "merged", "closed"]),
      title: Type.String(),
      fork: Type.Boolean({ description: "Of another repository." }),
      commitId: Type.String(),
      revision: Type.Optional(Type.String({ description: "What the space would say with it; in no list." })),
      pagesChanged: Type.Optional(Type.Integer()),
      changeRequest: Type.Optional(Type.String({ description: "The one that shows it here." })),
      problem: Type.Optional(Type.String({ description: "Why there is no preview." })),
      updatedAt: Timestamp,
      urls: Type.Object({
        host: Type.Optional(Type.String()),
        app: Type.Optional(Type.String()),
      }),
    },
    { description: "A pull or merge request for the branch." },
  ),
);

/** What hosts tell of, as it is answered. */
import { Type } from "typebox";
import { named } from "../../../http/named.ts";
import { Timestamp } from "../../../http/shapes.ts";

const webhookFields = {
  url: Type.String({ description: "Where the host tells of pushes." }),
  state: Type.Enum(["pending", "registered", "manual"], {
    description:
      "`pending`: the host is asked to make it; `registered`: it has; `manual`: set it up there yourself, or let the branch be looked at from time to time.",
  }),
  lastSeenAt: Type.Optional({
    ...Timestamp,
    description: "When the host told something last, give or take ten minutes.",
  }),
  problem: Type.Optional(Type.String({ description: "Why the host didn't make it." })),
};

export const GitWebhook = named(
  "GitWebhook",
  Type.Object(webhookFields, { description: "How the host tells that its branch has moved." }),
);

export const GitWebhookWithSecret = named(
  "GitWebhookWithSecret",
  Type.Object(
    {
      ...webhookFields,
      secret: Type.String({
        description:
          "What the host signs with, or sends along. It is in this answer and nowhere else; where the provider is `git`, the address has all that is needed.",
      }),
    },
    { description: "A webhook with the secret that it was just given." },
  ),
);

export const GitReview = named(
  "GitReview",
  Type.Object(
    {
      object: Type.Literal("git-review"),
      number: Type.Integer({ description: "As its host counts it." }),
      state: Type.Enum(["open", "merged", "closed"]),
      title: Type.String(),
      fork: Type.Boolean({ description: "Whether it comes from another repository." }),
      commitId: Type.String(),
      revision: Type.Optional(
        Type.String({ description: "What the space would say with it: a revision that is in no list." }),
      ),
      pagesChanged: Type.Optional(Type.Integer()),
      problem: Type.Optional(Type.String({ description: "Why there is no preview." })),
      updatedAt: Timestamp,
      urls: Type.Object({
        host: Type.Optional(Type.String({ description: "The request itself." })),
        app: Type.Optional(Type.String({ description: "The preview." })),
      }),
    },
    { description: "A pull request, or merge request, for the branch that a space is kept in step with." },
  ),
);

/** What the schemas of Git Sync share. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { pageQuery } from "../../http/list.ts";
import { Id } from "../../http/shapes.ts";

export const Provider = named(
  "GitProvider",
  Type.Enum(["github", "gitlab", "gitea", "bitbucket", "git"], {
    description: "Who hosts the repository; `git`: any host that speaks Git over HTTPS.",
  }),
);

export const accessToken = named(
  "GitToken",
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: "A token that may read and write the repository. It is kept encrypted and is in no answer.",
  }),
);
export const username = named(
  "GitUsername",
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: "^[^:\\p{Cc}]+$",
    description: "The name that the host wants beside the token; by default the one that such hosts use.",
  }),
);
export const branch = named(
  "GitBranch",
  Type.String({
    minLength: 12,
    maxLength: 255,
    pattern: "^refs/heads/.+$",
    description: "Its full name: `refs/heads/main`.",
  }),
);
export const directory = named(
  "GitDirectory",
  Type.String({
    maxLength: 1000,
    description: "The folder of the repository that the space is kept in step with; empty: all of it.",
  }),
);

export const State = named(
  "GitState",
  Type.Enum(["new", "synced", "changed", "attention", "failed", "paused"], {
    description:
      "`synced`: both sides say the same; `changed`: a run is to come; `attention`: it waits for a person; `failed`: it is tried again by itself.",
  }),
);

export const Choice = named(
  "GitChoice",
  Type.Enum(["git", "lectern", "apply", "pull-request"], {
    description:
      "`git`: where both sides differ, take the branch; `lectern`: put Lectern's content on top of the branch, by a commit; `apply`: go on, deletions included; `pull-request`: from now on what changes in Lectern goes out as pull requests.",
  }),
);

export const Attention = named(
  "GitAttention",
  Type.Object(
    {
      kind: Type.String(),
      message: Type.String({ description: "What stands still, and what to do." }),
      choices: Type.Array(Choice, {
        description: "What may be answered; empty: what is said has to be done, then a sync be asked for.",
      }),
      question: Type.Optional(
        Type.String({
          description: "Stands for all that is asked: sent with the decision, it holds for nothing else.",
        }),
      ),
    },
    { description: "Why a sync waits for a person." },
  ),
);
export const OrganizationParams = Type.Object({ organizationId: Id });
export const InstallationParams = Type.Object({ gitInstallationId: Id });
export const SiteParams = Type.Object({ organizationId: Id, siteId: Id });
export const ListQuery = closed(pageQuery);

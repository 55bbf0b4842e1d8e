/** What the schemas of Git Sync share. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { pageQuery } from "../../http/list.ts";
import { Id } from "../../http/shapes.ts";

export const Provider = named(
  "GitProvider",
  Type.Enum(["github", "gitlab", "gitea", "bitbucket", "git"], {
    description: "The host of the repository. `git`: any host that supports Git over HTTPS.",
  }),
);

export const accessToken = named(
  "GitToken",
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description:
      "A token with permission to read and write the repository. It is stored encrypted, and no answer contains it.",
  }),
);
export const username = named(
  "GitUsername",
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: "^[^:\\p{Cc}]+$",
    description: "The user name for the token. The default is the usual one for this kind of host.",
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
    description: "The folder of the repository with which the space is synced. Empty: all of it.",
  }),
);

export const State = named(
  "GitState",
  Type.Enum(["new", "synced", "changed", "attention", "failed", "paused"], {
    description:
      "`synced`: the last run went well. What has changed in Lectern since, or waits to be merged on the host, is counted by `pagesAhead` and `othersAhead` of the status; `isBehind` says whether the branch has changed since. `changed`: a run will follow. `attention`: it waits for a person. `failed`: Lectern tries again by itself.",
  }),
);

export const Choice = named(
  "GitChoice",
  Type.Enum(["git", "lectern", "apply", "pull-request"], {
    description:
      "`git`: where both sides differ, take the branch. `lectern`: commit Lectern's content on top of the branch. `apply`: continue, including deletions. `pull-request`: from now on, send changes in Lectern as pull requests.",
  }),
);

export const Attention = named(
  "GitAttention",
  Type.Object(
    {
      kind: Type.String(),
      message: Type.String({ description: "What is stopped, and what to do." }),
      choices: Type.Array(Choice, {
        description: "The possible answers. Empty: follow the message, then start a sync.",
      }),
      question: Type.Optional(
        Type.String({
          description:
            "Identifies the question. Send it with the decision, so that the decision applies to this question only.",
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

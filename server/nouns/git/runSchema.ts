/** Runs, and how far both sides are apart, as they are answered. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Id, Timestamp } from "../../http/shapes.ts";
import { Target } from "./installationSchema.ts";
import { Attention, Choice, State } from "./schema.ts";

const Held = named(
  "GitHeld",
  Type.Object(
    {
      kind: Type.Enum(["page", "file", "variable", "tag", "reusable"]),
      id: Type.String({ description: "The id; for a variable or tag, its name." }),
      changeRequest: Type.Optional(
        Type.String({
          description:
            "The change request that shows both sides. Merge it to decide. Absent: decide another one first.",
        }),
      ),
      reason: Type.Enum(["both", "token", "large", "blocked", "missing", "size", "unreadable"], {
        description:
          "`both`: both sides have changed it differently. `token`: its file has an API token that works. `large`: the host doesn't accept its bytes through Git LFS. `missing`: the host doesn't give them. `blocked`: on the branch, a link, a submodule or a file that can't be taken is where it would go. `size`: its file is too large. `unreadable`: a link, a submodule, bytes that aren't UTF-8 text or front matter that is too much to be read are where its file was.",
      }),
    },
    { description: "Something that stays unchanged on both sides until somebody decides." },
  ),
);

export const GitRun = named(
  "GitSyncRun",
  Type.Object(
    {
      object: Type.Literal("git-sync-run"),
      id: Type.String(),
      operation: Type.Enum(["import", "export", "check", "merge", "preview"], {
        description:
          "The result: content arrived, left, both, or neither. `preview`: it only checked what a sync would do.",
      }),
      cause: Type.Enum(["setup", "poll", "webhook", "content", "user"]),
      state: Type.Enum(["queued", "running", "success", "failure", "timeout", "cancelled"]),
      stage: Type.Enum(["repo_fetch", "config_check", "content_process", "finalize"]),
      commitId: Type.Optional(Type.String()),
      revisionId: Type.Optional(Type.String()),
      report: Type.Optional(
        Type.Unknown({
          description:
            "What was imported, skipped, pushed and held. For `preview`, what a sync would do: pages that go into the space or wait in a change request (`pagesTo`: `space`, `request`), and files that go to the branch or into a pull request (`filesTo`: `branch`, `proposal`).",
        }),
      ),
      error: Type.Optional(Type.String()),
      startedAt: Timestamp,
      updatedAt: Timestamp,
      completedAt: Type.Optional(Timestamp),
    },
    { description: "One attempt to sync both sides." },
  ),
);

export const GitStatus = named(
  "GitSyncStatus",
  Type.Object(
    {
      state: State,
      attention: Type.Optional(Attention),
      question: Type.Optional(
        Type.String({
          description:
            "Identifies what a decision would be about now: the question of the `attention`, or everything that is held. Send it with the decision. Absent: there is nothing to decide.",
        }),
      ),
      branch: Type.String(),
      commitId: Type.Optional(Type.String({ description: "The last commit on which both sides agreed." })),
      observedCommitId: Type.Optional(
        Type.String({ description: "The last commit of the branch that Lectern has seen." }),
      ),
      pagesAhead: Type.Integer({ description: "The number of pages that changed in Lectern since then." }),
      othersAhead: Type.Integer({
        description: "The number of files, reusable content, variables and tags that did.",
      }),
      isBehind: Type.Boolean({ description: "Whether the branch has changed since then." }),
      held: Type.Array(Held),
      lastRun: Type.Optional(GitRun),
      syncedAt: Type.Optional(Timestamp),
    },
    { description: "How far both sides are apart, as far as Lectern knows without asking the host." },
  ),
);

export const GitWaiting = named(
  "GitWaiting",
  Type.Object(
    {
      object: Type.Literal("git-waiting"),
      installation: Type.String({ description: "Its id." }),
      parentInstallation: Type.Optional(
        Type.String({ description: "The installation of the site with which the space is synced." }),
      ),
      target: Target,
      title: Type.String({ description: "The title of the space or the site." }),
      state: State,
      attention: Type.Optional(Attention),
      problem: Type.Optional(
        Type.String({
          description:
            "The error of the last run, once six in a row have failed: Lectern tries again every hour. Or why the host opens no pull request for what has changed, and what to do.",
        }),
      ),
      held: Type.Integer({ description: "The number of things that stay unchanged on both sides." }),
      urls: Type.Object({ app: Type.String({ format: "uri" }) }),
    },
    {
      description:
        "A space or a site that isn't synced until somebody decides, whose runs fail, or whose pull request the host doesn't open.",
    },
  ),
);

export const ResolveBody = named(
  "ResolveGitSync",
  closed({
    choice: Choice,
    question: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "The `question` of the status or the `attention` that you answer. If it has changed, because something else is held by now or either side says something else of it, the answer is 409 and nothing is decided. Absent: the current question.",
      }),
    ),
  }),
);

export const RunParams = Type.Object({ gitInstallationId: Id, gitRunId: Id });

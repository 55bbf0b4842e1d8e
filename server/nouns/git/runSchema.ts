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
      id: Type.String({ description: "An id; of a variable or tag its name." }),
      changeRequest: Type.Optional(
        Type.String({
          description:
            "The change request that shows both sides; merging it decides. Absent: another one is to be decided first.",
        }),
      ),
      reason: Type.Enum(["both", "token", "large", "missing", "size"], {
        description:
          "`both`: both sides have changed it differently; `token`: its file holds an API token that works; `large`: the host doesn't take its bytes by Git LFS; `missing`: it doesn't give them; `size`: its file is larger than what is taken.",
      }),
    },
    { description: "Something that stays as it is on either side." },
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
          "What it came to: content arrived, left, both, or neither; `preview`: it only looked what a sync would do.",
      }),
      cause: Type.Enum(["setup", "poll", "webhook", "content", "user"]),
      state: Type.Enum(["queued", "running", "success", "failure", "timeout", "cancelled"]),
      stage: Type.Enum(["repo_fetch", "config_check", "content_process", "finalize"]),
      commitId: Type.Optional(Type.String()),
      revisionId: Type.Optional(Type.String()),
      report: Type.Optional(
        Type.Unknown({
          description:
            "What was taken, skipped, pushed and held. Of `preview` what a sync would do: pages that go into the space or wait in a change request (`pagesTo`: `space`, `request`), files that go to the branch or are proposed for it (`filesTo`: `branch`, `proposal`).",
        }),
      ),
      error: Type.Optional(Type.String()),
      startedAt: Timestamp,
      updatedAt: Timestamp,
      completedAt: Type.Optional(Timestamp),
    },
    { description: "One attempt to bring both sides in step." },
  ),
);

export const GitStatus = named(
  "GitSyncStatus",
  Type.Object(
    {
      state: State,
      attention: Type.Optional(Attention),
      branch: Type.String(),
      commitId: Type.Optional(Type.String({ description: "What both sides agreed on last." })),
      observedCommitId: Type.Optional(Type.String({ description: "Where the branch was seen last." })),
      pagesAhead: Type.Integer({ description: "Pages that were changed in Lectern since." }),
      isBehind: Type.Boolean({ description: "Whether the branch has moved since." }),
      held: Type.Array(Held),
      lastRun: Type.Optional(GitRun),
      syncedAt: Type.Optional(Timestamp),
    },
    { description: "How far both sides are apart, as it is known without asking the host." },
  ),
);

export const GitWaiting = named(
  "GitWaiting",
  Type.Object(
    {
      object: Type.Literal("git-waiting"),
      installation: Type.String({ description: "Its id." }),
      parentInstallation: Type.Optional(
        Type.String({ description: "Of the site that the space is kept in step with." }),
      ),
      target: Target,
      title: Type.String({ description: "Of the space or the site." }),
      state: State,
      attention: Type.Optional(Attention),
      held: Type.Integer({ description: "Things of the space that stay as they are on either side." }),
      urls: Type.Object({ app: Type.String({ format: "uri" }) }),
    },
    { description: "A space or a site that is not in step before somebody decides." },
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
          "The `question` of the `attention` that is decided, or `held` for all that is held: where something else is asked by now, the answer is 409 and nothing is decided. Absent: whatever is asked now.",
      }),
    ),
  }),
);

export const RunParams = Type.Object({ gitInstallationId: Id, gitRunId: Id });

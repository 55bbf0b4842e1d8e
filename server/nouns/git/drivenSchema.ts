/** What integrations send and read that drive a sync themselves. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Timestamp, Url } from "../../http/shapes.ts";
import { directory, Provider } from "./schema.ts";

export const GitInfo = named(
  "GitSyncState",
  Type.Object(
    {
      repoName: Type.Optional(
        Type.String({ description: "Repository name, for those who may edit the space." }),
      ),
      installationProvider: Type.Optional(Type.Enum(["github", "gitlab"])),
      url: Type.Optional({ ...Url, description: "Of the repository, for those who may edit the space." }),
      updatedAt: Type.Optional(Timestamp),
      installationId: Type.String(),
      parentInstallationId: Type.Optional(
        Type.String({ description: "Of the site that the space is kept in step with." }),
      ),
      installationStatus: Type.Enum(["unauthenticated", "active", "pending"]),
      operation: Type.Optional(
        Type.Object({
          state: Type.Enum(["running", "failure", "success", "timeout"]),
          direction: Type.Enum(["export", "import"]),
          startedAt: Timestamp,
          endedAt: Type.Optional(Timestamp),
          error: Type.Optional(Type.String({ description: "For those who may change its settings." })),
          errorAction: Type.Optional(
            Type.Object(
              { label: Type.String(), url: Url },
              { description: "Where they see what to do about it." },
            ),
          ),
        }),
      ),
      operationTimeout: Type.Optional(
        Type.Integer({ description: "Milliseconds after which a run is ended." }),
      ),
    },
    { description: "What a space is kept in step with." },
  ),
);

const repository = {
  url: Type.String({
    minLength: 1,
    maxLength: 6144,
    description: "Of the repository, as it is cloned; credentials in it are used for this run alone.",
  }),
  ref: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The branch: `refs/heads/main`, or `main`.",
  }),
  repoProjectDirectory: Type.Optional(directory),
  force: Type.Optional(Type.Boolean({ description: "To look although nothing seems to have changed." })),
  gitInfo: Type.Optional(closed({ provider: Type.Optional(Provider), url: Type.Optional(Url) })),
  timestamp: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "Taken, and not needed: both sides are merged from what they agreed on last, which comes to the same in any order.",
    }),
  ),
  repoCacheID: Type.Optional(Type.String({ maxLength: 256, description: "Taken, and not needed." })),
  repoTreeURL: Type.Optional(Type.String({ maxLength: 2048, description: "Taken, and not needed." })),
  repoCommitURL: Type.Optional(Type.String({ maxLength: 2048, description: "Taken, and not needed." })),
};

export const ImportRepository = named(
  "ImportGitRepository",
  closed({
    ...repository,
    standalone: Type.Optional(
      Type.Boolean({
        description:
          "true: what is at the ref becomes a revision that is in no list and nobody's head, for looking at it. Any ref will do, such as `refs/pull/7/head`.",
      }),
    ),
  }),
);

export const ExportRepository = named(
  "ExportToGitRepository",
  closed({
    ...repository,
    commitMessage: Type.String({ minLength: 1, maxLength: 500, description: "The subject of the commit." }),
  }),
);

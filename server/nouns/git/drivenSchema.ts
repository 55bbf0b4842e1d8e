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
        Type.String({ description: "The name of the repository, for people who can edit the space." }),
      ),
      installationProvider: Type.Optional(Type.Enum(["github", "gitlab"])),
      url: Type.Optional({
        ...Url,
        description: "The address of the repository, for people who can edit the space.",
      }),
      updatedAt: Type.Optional(Timestamp),
      installationId: Type.String(),
      parentInstallationId: Type.Optional(
        Type.String({ description: "The installation of the site with which the space is synced." }),
      ),
      installationStatus: Type.Enum(["unauthenticated", "active", "pending"]),
      operation: Type.Optional(
        Type.Object({
          state: Type.Enum(["running", "failure", "success", "timeout"]),
          direction: Type.Enum(["export", "import"]),
          startedAt: Timestamp,
          endedAt: Type.Optional(Timestamp),
          error: Type.Optional(Type.String({ description: "For people who can change its settings." })),
          errorAction: Type.Optional(
            Type.Object(
              { label: Type.String(), url: Url },
              { description: "The address at which they see what to do." },
            ),
          ),
        }),
      ),
      operationTimeout: Type.Optional(
        Type.Integer({ description: "The number of milliseconds after which a run is stopped." }),
      ),
    },
    { description: "The repository with which a space is synced." },
  ),
);

const repository = {
  url: Type.String({
    minLength: 1,
    maxLength: 6144,
    description: "The address for cloning the repository. Credentials in it are used only for this run.",
  }),
  ref: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The branch: `refs/heads/main`, or `main`.",
  }),
  repoProjectDirectory: Type.Optional(directory),
  force: Type.Optional(Type.Boolean({ description: "Sync even if nothing seems to have changed." })),
  gitInfo: Type.Optional(closed({ provider: Type.Optional(Provider), url: Type.Optional(Url) })),
  timestamp: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "Accepted, but not used: both sides are merged from their last common state, and the order doesn't change the result.",
    }),
  ),
  repoCacheID: Type.Optional(Type.String({ maxLength: 256, description: "Accepted, but not used." })),
  repoTreeURL: Type.Optional(Type.String({ maxLength: 2048, description: "Accepted, but not used." })),
  repoCommitURL: Type.Optional(Type.String({ maxLength: 2048, description: "Accepted, but not used." })),
};

export const ImportRepository = named(
  "ImportGitRepository",
  closed({
    ...repository,
    standalone: Type.Optional(
      Type.Boolean({
        description:
          "true: the content of the ref becomes a revision for viewing only. It is in no list, and no content moves to it. You can use any ref, such as `refs/pull/7/head`.",
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

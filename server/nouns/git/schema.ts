import { type TSchema, Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { pageQuery } from "../../http/list.ts";
import { GitWebhook } from "./hosts/schema.ts";
import { Id, ResourceUrls, Timestamp, Url } from "../../http/shapes.ts";

const Provider = named(
  "GitProvider",
  Type.Enum(["github", "gitlab", "gitea", "bitbucket", "git"], {
    description: "Who hosts the repository; `git`: any host that speaks Git over HTTPS.",
  }),
);

const accessToken = named(
  "GitToken",
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: "A token that may read and write the repository. It is kept encrypted and is in no answer.",
  }),
);
const username = named(
  "GitUsername",
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: "^[^:\\p{Cc}]+$",
    description: "The name that the host wants beside the token; by default the one that such hosts use.",
  }),
);

const ConnectionStatus = named(
  "GitConnectionStatus",
  Type.Enum(["pending", "active", "unauthenticated"], {
    description:
      "`pending`: the host was not asked yet; `unauthenticated`: it doesn't take the token any more, give it a new one.",
  }),
);

export const GitConnection = named(
  "GitConnection",
  Type.Object(
    {
      object: Type.Literal("git-connection"),
      id: Type.String(),
      provider: Provider,
      origin: Type.String({ description: "The host: the token is sent there and nowhere else." }),
      username: Type.String(),
      account: Type.Optional(Type.String({ description: "Of its GitHub App." })),
      status: ConnectionStatus,
      checkedAt: Type.Optional(Timestamp),
      canPush: Type.Optional(
        Type.Boolean({ description: "Whether the host takes pushes with it, as far as that was checked." }),
      ),
      problem: Type.Optional(
        Type.String({ description: "What the host said against it when it was checked." }),
      ),
      createdBy: Type.Optional(Type.String()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    { description: "Credentials for a host of Git repositories, without the token itself." },
  ),
);

export const CreateConnection = named(
  "CreateGitConnection",
  closed({
    provider: Provider,
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: "Of the host, or of a repository on it: https.",
    }),
    username: Type.Optional(username),
    accessToken,
  }),
);

export const UpdateConnection = named(
  "UpdateGitConnection",
  closed({ username: Type.Optional(username), accessToken: Type.Optional(accessToken) }),
);

export const CheckConnection = named(
  "CheckGitConnection",
  closed({
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: "Of a repository on its host; by default one that is kept in step by it.",
      }),
    ),
  }),
);

const branch = named(
  "GitBranch",
  Type.String({
    minLength: 12,
    maxLength: 255,
    pattern: "^refs/heads/.+$",
    description: "Its full name: `refs/heads/main`.",
  }),
);
const directory = named(
  "GitDirectory",
  Type.String({
    maxLength: 1000,
    description: "The folder of the repository that the space is kept in step with; empty: all of it.",
  }),
);
const template = named(
  "GitCommitTemplate",
  Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], {
    description:
      "The subject of commits, with `{change_request_number}`, `{change_request_subject}`, `{space}`, `{pages}` and `{user}`; null: Lectern's own.",
  }),
);
const outgoing = named(
  "GitOutgoing",
  Type.Enum(["push", "pull-request", "off"], {
    description:
      "What becomes of what changes in Lectern: `push`, it goes to the branch; `pull-request`, to a branch of its own, with a pull request, and both agree once that is merged; `off`, the space follows the branch.",
  }),
);
const incoming = named(
  "GitIncoming",
  Type.Enum(["apply", "change-request"], {
    description:
      "What becomes of what the branch brings: `apply`, it goes into the space; `change-request`, it waits in one that follows the branch, until somebody merges that.",
  }),
);
const Direction = named(
  "GitDirection",
  Type.Enum(["git", "lectern", "merge"], {
    description:
      "What counts at first: `git`, the repository replaces the content; `lectern`, the content goes on top of the branch; `merge`, both are joined page by page.",
  }),
);
const confirm = Type.Boolean({ description: "That what is deleted by this may be deleted." });

const State = named(
  "GitState",
  Type.Enum(["new", "synced", "changed", "attention", "failed", "paused"], {
    description:
      "`synced`: both sides say the same; `changed`: a run is to come; `attention`: it waits for a person; `failed`: it is tried again by itself.",
  }),
);

const Choice = named(
  "GitChoice",
  Type.Enum(["git", "lectern", "apply", "pull-request"], {
    description:
      "`git`: where both sides differ, take the branch; `lectern`: put Lectern's content on top of the branch, by a commit; `apply`: go on, deletions included; `pull-request`: from now on what changes in Lectern goes out as pull requests.",
  }),
);

const Attention = named(
  "GitAttention",
  Type.Object(
    {
      kind: Type.String(),
      message: Type.String({ description: "What stands still, and what to do." }),
      choices: Type.Array(Choice, {
        description: "What may be answered; empty: what is said has to be done, then a sync be asked for.",
      }),
    },
    { description: "Why a sync waits for a person." },
  ),
);

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
      reason: Type.Enum(["both", "token", "large"], {
        description:
          "`both`: both sides have changed it differently; `token`: its file holds an API token that works; `large`: the host doesn't take its bytes by Git LFS.",
      }),
    },
    { description: "Something that stays as it is on either side." },
  ),
);

export const GitInstallation = named(
  "GitSyncInstallation",
  Type.Object(
    {
      object: Type.Literal("git-sync-installation"),
      id: Type.String(),
      parentInstallationId: Type.Optional(
        Type.String({ description: "Of the site that the space is kept in step with." }),
      ),
      target: Type.Union([
        Type.Object({ type: Type.Literal("space"), spaceId: Type.String() }),
        Type.Object({
          type: Type.Literal("site"),
          organizationId: Type.String(),
          siteId: Type.String(),
        }),
      ]),
      provider: Provider,
      status: Type.Enum(["unauthenticated", "active", "pending"], {
        description: "`pending`: nothing has been synced yet.",
      }),
      state: State,
      attention: Type.Optional(Attention),
      repository: Type.Object({ url: Type.String(), branch: Type.String(), name: Type.String() }),
      repositoryRef: Type.Object({
        latestObservedCommitId: Type.Optional(Type.String()),
        latestImportedCommitId: Type.Optional(Type.String()),
      }),
      projectDirectory: Type.String(),
      connection: Type.Optional(
        Type.String({ description: "The id of its connection; absent: none is used." }),
      ),
      commitMessageTemplate: Type.Optional(Type.String()),
      incoming,
      changeRequest: Type.Optional(
        Type.String({ description: "The id of the one in which waits what the branch brings." }),
      ),
      outgoing,
      pullRequest: Type.Optional(
        Type.Object(
          {
            branch: Type.String(),
            number: Type.Optional(Type.Integer()),
            url: Type.Optional(Type.String()),
            problem: Type.Optional(
              Type.String({ description: "Why the host has none: it can be opened there by hand." }),
            ),
          },
          { description: "What waits to be merged on the host." },
        ),
      ),
      webhook: Type.Optional(GitWebhook),
      statusProblem: Type.Optional(Type.String({ description: "Why the host takes no statuses." })),
      previewPullRequests: Type.Boolean(),
      reviewPullRequests: Type.Boolean(),
      previewExternalBranches: Type.Boolean(),
      paused: Type.Boolean(),
      owner: Type.Optional(Type.String({ description: "Whose rights it works with." })),
      syncedAt: Type.Optional(Timestamp),
      createdBy: Type.Optional(Type.String()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    {
      description:
        "A space that is kept in step with a directory of a branch; or a site, whose `docs.yaml` says which directory has which space.",
    },
  ),
);

const folders = <Folder extends TSchema>(directory: Folder, description: string) =>
  Type.Array(closed({ spaceId: Id, directory }), { maxItems: 500, description });

export const CreateInstallation = named(
  "CreateGitSyncInstallation",
  closed({
    provider: Provider,
    target: Type.Union([
      closed({ type: Type.Literal("space"), spaceId: Id }),
      closed({ type: Type.Literal("site"), siteId: Id, organizationId: Type.Optional(Id) }),
    ]),
    providerConfiguration: closed({
      url: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: "Of the repository, as it is cloned: https, without credentials.",
      }),
      branch,
      connection: Type.Optional(Id),
      username: Type.Optional(username),
      accessToken: Type.Optional(accessToken),
    }),
    projectDirectory: Type.Optional(directory),
    childInstallationProjectDirectories: Type.Optional(
      folders(
        directory,
        "Of a site: which of its spaces go into which folder of the repository. All of them, each into one with its path, unless said or settled by `docs.yaml`.",
      ),
    ),
    direction: Type.Optional(Direction),
    incoming: Type.Optional(incoming),
    outgoing: Type.Optional(outgoing),
    commitMessageTemplate: Type.Optional(template),
    confirm: Type.Optional(confirm),
  }),
);

export const UpdateInstallation = named(
  "UpdateGitSyncInstallation",
  closed({
    childInstallationProjectDirectories: Type.Optional(
      folders(
        Type.Union([directory, Type.Null()]),
        "Of a site: folders for spaces that have none; null: the space is in the repository no more, and the folder stays as it is.",
      ),
    ),
    incoming: Type.Optional(incoming),
    outgoing: Type.Optional(outgoing),
    commitMessageTemplate: Type.Optional(template),
    previewPullRequests: Type.Optional(Type.Boolean({ description: "Those for the branch." })),
    reviewPullRequests: Type.Optional(
      Type.Boolean({ description: "Each with a preview is a change request too, which follows it." }),
    ),
    previewExternalBranches: Type.Optional(
      Type.Boolean({ description: "Those of other repositories, too." }),
    ),
    paused: Type.Optional(Type.Boolean({ description: "true: nothing is synced until it is false again." })),
    connection: Type.Optional(
      Type.Union([Id, Type.Null()], { description: "Another connection to the same host; null: none." }),
    ),
  }),
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
      state: Type.Enum(["running", "success", "failure", "cancelled"]),
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

export const ResolveBody = named("ResolveGitSync", closed({ choice: Choice }));

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
      installationStatus: Type.Enum(["unauthenticated", "active", "pending"]),
      operation: Type.Optional(
        Type.Object({
          state: Type.Enum(["running", "failure", "success"]),
          direction: Type.Enum(["export", "import"]),
          startedAt: Timestamp,
          endedAt: Type.Optional(Timestamp),
          error: Type.Optional(Type.String({ description: "For those who may change its settings." })),
        }),
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
    Type.String({ maxLength: 64, description: "Taken, and not needed: what is newest counts." }),
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

export const OrganizationParams = Type.Object({ organizationId: Id });
export const ConnectionParams = Type.Object({ organizationId: Id, gitConnectionId: Id });
export const InstallationParams = Type.Object({ gitInstallationId: Id });
export const RunParams = Type.Object({ gitInstallationId: Id, gitRunId: Id });
export const SiteParams = Type.Object({ organizationId: Id, siteId: Id });
export const ListQuery = closed(pageQuery);

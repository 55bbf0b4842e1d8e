/** What is kept in step with a branch, as it is sent and answered. */
import { type TSchema, Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { GitWebhook } from "./hosts/schema.ts";
import { accessToken, Attention, branch, directory, Provider, State, username } from "./schema.ts";

const template = named(
  "GitCommitTemplate",
  Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], {
    description:
      "The subject of commits, with `{change_request_number}`, `{change_request_subject}`, `{space}`, `{pages}` and `{user}`; null: Lectern's own.",
  }),
);
const agentInstructions = named(
  "GitAgentInstructions",
  Type.Array(Type.Enum(["agents", "claude"]), {
    maxItems: 2,
    uniqueItems: true,
    description:
      "The files at the top of the repository that tell agents how its pages are written: `agents`, AGENTS.md; `claude`, CLAUDE.md. Each is made once, where there is none, and never changed.",
  }),
);
const outgoing = named(
  "GitOutgoing",
  Type.Enum(["push", "push-or-pull-request", "pull-request", "off"], {
    description:
      "What becomes of what changes in Lectern: `push`, it goes to the branch; `push-or-pull-request`, the same, and from the first push on that a rule of the host refuses as `pull-request`; `pull-request`, to a branch of its own, with a pull request, and both agree once that is merged; `off`, the space follows the branch.",
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
/** How a repository is chosen, and what counts then. */
const beginning = {
  direction: Type.Optional(Direction),
  priority: Type.Optional(
    named(
      "GitPriority",
      Type.Enum(["git", "gitbook"], {
        description: "The same as `direction`: `gitbook` is `lectern`.",
      }),
    ),
  ),
  confirm: Type.Optional(
    Type.Boolean({ description: "That what is deleted or left behind by this may be." }),
  ),
};

const hostId = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.String({ minLength: 1, maxLength: 100, pattern: "^[\\w{}-]+$" }),
]);

const InstallationStatus = Type.Enum(["unauthenticated", "active", "pending"], {
  description: "`pending`: nothing has been synced yet.",
});

export const Configuration = named(
  "GitConfiguration",
  closed(
    {
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description: "Of the repository, as it is cloned: https, without credentials.",
        }),
      ),
      repositoryId: Type.Optional({ ...hostId, description: "Instead of `url`: as its host calls it." }),
      projectId: Type.Optional({ ...hostId, description: "The same on GitLab." }),
      branch: Type.Optional(branch),
      connection: Type.Optional({ ...Id, description: "One of the organization's." }),
      username: Type.Optional(username),
      accessToken: Type.Optional(accessToken),
      customInstanceURL: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
          description: "Of a host of one's own: `https://gitlab.example.com`.",
        }),
      ),
    },
    { description: "Where the repository is, and what it is reached with." },
  ),
);

/** What an installation says of where its repository is, as it is sent too. */
const AnsweredConfiguration = named(
  "GitProviderConfiguration",
  Type.Object({
    url: Type.Optional(Type.String()),
    repositoryId: Type.Optional({ ...hostId, description: "Instead of `url`, where it was chosen by that." }),
    projectId: Type.Optional({ ...hostId, description: "The same on GitLab." }),
    branch: Type.Optional(branch),
    customInstanceURL: Type.Optional(Type.String({ description: "Of a host of one's own." })),
  }),
);

const RepositoryConnection = named(
  "GitRepositoryConnection",
  Type.Object(
    {
      object: Type.Literal("git-repository-connection"),
      id: Type.String({ description: "Of the connection." }),
      provider: Provider,
      repositoryId: Type.Optional(
        Type.String({ description: "As its host calls it, where it was chosen by that." }),
      ),
      repositoryName: Type.String(),
      repositoryUrl: Type.String(),
      authState: InstallationStatus,
      capabilities: Type.Object(
        {
          pullRequests: Type.Boolean({ description: "Whether the host is asked for pull requests." }),
          commitStatuses: Type.Boolean({ description: "Whether the host takes statuses of commits." }),
        },
        { description: "What its host is asked for." },
      ),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    },
    { description: "A repository, and what it is reached with. Absent: nothing is needed for that." },
  ),
);

export const Target = named(
  "GitSyncTarget",
  Type.Union([
    Type.Object({
      type: Type.Literal("space"),
      spaceId: Type.String(),
      siteId: Type.Optional(Type.String({ description: "The site that the space is kept in step with." })),
    }),
    Type.Object({ type: Type.Literal("site"), organizationId: Type.String(), siteId: Type.String() }),
  ]),
);

const SyncRoot = named(
  "GitSyncRoot",
  Type.Object(
    {
      object: Type.Literal("git-sync-root"),
      id: Type.String(),
      installationId: Type.String({ description: "Of the site, where the space is a folder of its branch." }),
      target: Target,
      defaultMergeAuthorityPolicy: Type.Enum(["provider", "gitbook"], {
        description:
          "Who merges what changes in Lectern: `provider`, somebody on the host, by a pull request; `gitbook`, Lectern.",
      }),
      status: Type.Enum(["active", "disabled"], { description: "`disabled`: it is paused." }),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    },
    { description: "What is kept in step by one commit and one merge." },
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
      target: Target,
      provider: Provider,
      providerConfiguration: AnsweredConfiguration,
      repositoryConnection: Type.Optional(RepositoryConnection),
      syncRoot: Type.Optional(SyncRoot),
      status: InstallationStatus,
      state: State,
      attention: Type.Optional(Attention),
      repository: Type.Optional(
        Type.Object(
          {
            id: Type.Optional(
              Type.String({ description: "As its host calls it, where it was chosen by that." }),
            ),
            url: Type.String(),
            branch: Type.String(),
            name: Type.String(),
          },
          { description: "Absent: nobody has chosen it yet." },
        ),
      ),
      repositoryRef: Type.Optional(
        Type.Object({
          object: Type.Literal("git-repository-ref"),
          id: Type.String(),
          name: branch,
          type: Type.Literal("branch"),
          latestObservedCommitId: Type.Optional(Type.String()),
          latestImportedCommitId: Type.Optional(Type.String()),
          updatedAt: Timestamp,
        }),
      ),
      projectDirectory: Type.String(),
      connection: Type.Optional(
        Type.String({ description: "The id of its connection; absent: none is used." }),
      ),
      commitMessageTemplate: Type.Optional(Type.String()),
      agentInstructions,
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
      closed({
        type: Type.Literal("space"),
        spaceId: Id,
        siteId: Type.Optional({
          ...Id,
          description: "Of a site that is kept in step: the space gets `projectDirectory` of its branch.",
        }),
      }),
      closed({ type: Type.Literal("site"), siteId: Id, organizationId: Type.Optional(Id) }),
    ]),
    providerConfiguration: Type.Optional(Configuration),
    projectDirectory: Type.Optional(directory),
    childInstallationProjectDirectories: Type.Optional(
      folders(
        directory,
        "Of a site: which of its spaces go into which folder of the repository. All of them, each into one with its path, unless said or settled by `docs.yaml`.",
      ),
    ),
    ...beginning,
    incoming: Type.Optional(incoming),
    outgoing: Type.Optional(outgoing),
    commitMessageTemplate: Type.Optional(template),
  }),
);

export const UpdateInstallation = named(
  "UpdateGitSyncInstallation",
  closed({
    provider: Type.Optional(Provider),
    providerConfiguration: Type.Optional(Configuration),
    projectDirectory: Type.Optional(directory),
    ...beginning,
    childInstallationProjectDirectories: Type.Optional(
      folders(
        Type.Union([directory, Type.Null()]),
        "Of a site: folders for spaces that have none; null: the space is in the repository no more, and the folder stays as it is.",
      ),
    ),
    incoming: Type.Optional(incoming),
    outgoing: Type.Optional(outgoing),
    commitMessageTemplate: Type.Optional(template),
    agentInstructions: Type.Optional(agentInstructions),
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

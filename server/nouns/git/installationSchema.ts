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
      "The files at the top of the repository that tell agents how to write its pages: `agents`, AGENTS.md; `claude`, CLAUDE.md. Lectern creates a missing file once, and never changes it.",
  }),
);
const outgoing = named(
  "GitOutgoing",
  Type.Enum(["push", "push-or-pull-request", "pull-request", "off"], {
    description:
      "What happens to changes in Lectern. `push`: they are pushed to the branch. `push-or-pull-request`: the same, until a rule of the host refuses a push; from then on as `pull-request`. A first sync in the direction `lectern` asks first. `pull-request`: they are pushed to a separate branch with a pull request, and both sides agree when it is merged. `off`: nothing is pushed, and the space follows the branch.",
  }),
);
const incoming = named(
  "GitIncoming",
  Type.Enum(["apply", "change-request"], {
    description:
      "What happens to changes on the branch. `apply`: they go into the space. `change-request`: they wait in a change request that follows the branch, until somebody merges it.",
  }),
);
const Direction = named(
  "GitDirection",
  Type.Enum(["git", "lectern", "merge"], {
    description:
      "What the first sync does. `git`: the repository replaces the content. `lectern`: the content is committed on top of the branch. If the host refuses that push, and you then let changes go out as pull requests, the first sync is a `merge`. `merge`: both are merged page by page.",
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
    Type.Boolean({ description: "true: you agree to what this deletes or leaves behind." }),
  ),
};

const hostId = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^[\\w{}-]+$",
    description: "The id that the host gave it.",
  }),
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
          description: "The https address for cloning the repository, without credentials.",
        }),
      ),
      repositoryId: Type.Optional({
        ...hostId,
        description: "Instead of `url`: the id of the repository on its host.",
      }),
      projectId: Type.Optional({ ...hostId, description: "The same on GitLab." }),
      branch: Type.Optional(branch),
      connection: Type.Optional({ ...Id, description: "The id of a connection of the organization." }),
      username: Type.Optional(username),
      accessToken: Type.Optional(accessToken),
      customInstanceURL: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
          description: "The address of a self-hosted instance, such as `https://gitlab.example.com`.",
        }),
      ),
    },
    { description: "The address of the repository, and the credentials for it." },
  ),
);

/** What an installation says of where its repository is, as it is sent too. */
const AnsweredConfiguration = named(
  "GitProviderConfiguration",
  Type.Object({
    url: Type.Optional(Type.String()),
    repositoryId: Type.Optional({
      ...hostId,
      description: "The id of the repository on its host, if it was chosen by this id instead of `url`.",
    }),
    projectId: Type.Optional({ ...hostId, description: "The same on GitLab." }),
    branch: Type.Optional(branch),
    customInstanceURL: Type.Optional(Type.String({ description: "The address of a self-hosted instance." })),
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
        Type.String({ description: "The id on its host, if the repository was chosen by this id." }),
      ),
      repositoryName: Type.String(),
      repositoryUrl: Type.String(),
      authState: InstallationStatus,
      capabilities: Type.Object(
        {
          pullRequests: Type.Boolean({ description: "Whether Lectern reads pull requests from the host." }),
          commitStatuses: Type.Boolean({ description: "Whether the host accepts commit statuses." }),
        },
        { description: "The features of the host that Lectern uses." },
      ),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    },
    { description: "A repository, and the credentials for it. Absent: it needs no credentials." },
  ),
);

export const Target = named(
  "GitSyncTarget",
  Type.Union([
    Type.Object({
      type: Type.Literal("space"),
      spaceId: Type.String(),
      siteId: Type.Optional(Type.String({ description: "The site with which the space is synced." })),
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
      installationId: Type.String({
        description: "The installation of the site, if the space is a folder of the site's branch.",
      }),
      target: Target,
      defaultMergeAuthorityPolicy: Type.Enum(["provider", "gitbook"], {
        description:
          "Who merges changes. Always `gitbook`: Lectern merges them, also if the branch takes only pull requests. `provider` is there for clients that know it.",
      }),
      status: Type.Enum(["active", "disabled"], { description: "`disabled`: it is paused." }),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    },
    { description: "What one commit and one merge sync." },
  ),
);

export const GitInstallation = named(
  "GitSyncInstallation",
  Type.Object(
    {
      object: Type.Literal("git-sync-installation"),
      id: Type.String(),
      parentInstallationId: Type.Optional(
        Type.String({ description: "The installation of the site with which the space is synced." }),
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
              Type.String({ description: "The id on its host, if the repository was chosen by this id." }),
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
        Type.String({ description: "The id of its connection. Absent: it uses none." }),
      ),
      commitMessageTemplate: Type.Optional(Type.String()),
      agentInstructions,
      incoming,
      changeRequest: Type.Optional(
        Type.String({ description: "The id of the change request in which changes on the branch wait." }),
      ),
      outgoing,
      pullRequest: Type.Optional(
        Type.Object(
          {
            branch: Type.String(),
            number: Type.Optional(Type.Integer()),
            url: Type.Optional(Type.String()),
            problem: Type.Optional(
              Type.String({
                description: "Why the host has no pull request. You can open it there by hand.",
              }),
            ),
          },
          { description: "The changes that wait to be merged on the host." },
        ),
      ),
      webhook: Type.Optional(GitWebhook),
      statusProblem: Type.Optional(Type.String({ description: "Why the host doesn't accept statuses." })),
      previewPullRequests: Type.Boolean(),
      reviewPullRequests: Type.Boolean(),
      previewExternalBranches: Type.Boolean(),
      paused: Type.Boolean(),
      owner: Type.Optional(Type.String({ description: "The user with whose permissions it works." })),
      syncedAt: Type.Optional(Timestamp),
      createdBy: Type.Optional(Type.String()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    {
      description:
        "A space that is synced with a directory of a branch; or a site with a `docs.yaml` that maps directories to spaces.",
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
          description: "The installation of a synced site. The space gets `projectDirectory` of its branch.",
        }),
      }),
      closed({ type: Type.Literal("site"), siteId: Id, organizationId: Type.Optional(Id) }),
    ]),
    providerConfiguration: Type.Optional(Configuration),
    projectDirectory: Type.Optional(directory),
    childInstallationProjectDirectories: Type.Optional(
      folders(
        directory,
        "For a site: its spaces and their folders in the repository. By default all spaces, each in a folder with its path, unless `docs.yaml` defines them.",
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
        "For a site: folders for spaces without one. null: the space is no longer in the repository, and its folder stays as it is.",
      ),
    ),
    incoming: Type.Optional(incoming),
    outgoing: Type.Optional(outgoing),
    commitMessageTemplate: Type.Optional(template),
    agentInstructions: Type.Optional(agentInstructions),
    previewPullRequests: Type.Optional(
      Type.Boolean({ description: "Whether to preview pull requests for the branch." }),
    ),
    reviewPullRequests: Type.Optional(
      Type.Boolean({
        description: "Whether each pull request with a preview also gets a change request that follows it.",
      }),
    ),
    previewExternalBranches: Type.Optional(
      Type.Boolean({ description: "Whether to include pull requests from other repositories." }),
    ),
    paused: Type.Optional(
      Type.Boolean({ description: "true: nothing is synced until you set it to false again." }),
    ),
    connection: Type.Optional(
      Type.Union([Id, Type.Null()], { description: "Another connection to the same host; null: none." }),
    ),
  }),
);

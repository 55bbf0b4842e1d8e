import type { SpaceRights } from "../../access/table.ts";
import { reviewUrl, treeUrl } from "../../content/git/hostPlaces.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import type { PresentedShape } from "../../http/operation.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { GIT_LIMITS } from "../../ports/git/limits.ts";
import type { SpaceGitSync } from "../spaces/schema.ts";
import { webhookAddress } from "./hosts/secret.ts";
import { isAsked } from "./hosts/work.ts";
import { originFor, placeInConsole, placeOfPreview, proposalBranch, repositoryName } from "./place.ts";
import type { GitReview, GitWebhook } from "./hosts/schema.ts";
import type { GitConnection } from "./connectionSchema.ts";
import type { GitInfo } from "./drivenSchema.ts";
import type { GitInstallation } from "./installationSchema.ts";
import type { GitRun, GitStatus } from "./runSchema.ts";
import { heldQuestion } from "./question.ts";
import { agentKinds } from "./sync/agentFiles.ts";

const optionalTime = <Key extends string>(key: Key, at: number | null) =>
  given(key, at === null ? undefined : timestamp(at));

export function presentConnection(
  row: Row<"git_connections">,
  { app }: Addresses,
): PresentedShape<typeof GitConnection> {
  return {
    object: "git-connection",
    id: row.id,
    provider: row.provider,
    origin: row.origin,
    username: row.username,
    ...given("account", row.account),
    status: row.status,
    ...optionalTime("checkedAt", row.checked_at),
    ...given("canPush", row.pushes === null ? undefined : row.pushes === "yes"),
    ...given("canHook", row.hooks === null ? undefined : row.hooks === "yes"),
    ...given("problem", row.problem),
    ...given("createdBy", row.created_by),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: { location: `${app}/v1/orgs/${row.organization_id}/git/connections/${row.id}` },
  };
}

type InstallationRow = Row<"git_installations">;
type SetupRow = Row<"git_setups">;

/** @param above the site that a space is a folder of */
export const targetOf = (
  { organization_id, space_id, site_id }: Pick<SetupRow, "organization_id" | "space_id" | "site_id">,
  above?: string,
) =>
  site_id === null
    ? { type: "space" as const, spaceId: space_id ?? "", ...given("siteId", above) }
    : { type: "site" as const, organizationId: organization_id, siteId: site_id };

/** What the audit log and listeners hear of an installation. */
export const tracedInstallation = (row: InstallationRow) => ({
  organization: row.organization_id,
  ...given("space", row.space_id),
  ...given("site", row.site_id),
  target: { type: "git-installation", id: row.id, label: repositoryName(row.remote_url) },
});

/** The same of what will be one. */
export const tracedSetup = (row: SetupRow) => ({
  organization: row.organization_id,
  ...given("space", row.space_id),
  ...given("site", row.site_id),
  target: { type: "git-installation", id: row.id, label: row.provider },
});

/** What a space says of what it is kept in step with. */
export function gitSyncOf(row: InstallationRow): SpaceGitSync {
  const { provider } = row;
  return {
    repoName: repositoryName(row.remote_url),
    ...(provider === "github" || provider === "gitlab" ? { installationProvider: provider } : {}),
    url: treeUrl(row),
    updatedAt: timestamp(row.created_at),
  };
}

export const stateOf = ({ paused_at, state }: InstallationRow) => (paused_at === null ? state : "paused");

/** What stands still, as it is stored. */
export interface StoredAttention {
  readonly kind: string;
  readonly message: string;
  readonly choices: readonly ("git" | "lectern" | "apply" | "pull-request")[];
  /** What is asked, where something like it may be asked again. */
  readonly question?: string;
  /** The content that has lost what is asked about. */
  readonly root?: string;
}

export const attentionOf = ({ attention }: Pick<InstallationRow, "attention">): StoredAttention | undefined =>
  attention === null ? undefined : (JSON.parse(attention) as StoredAttention);

/** What stands still, with what a decision names that is said of it. */
export function presentAttention(row: Pick<InstallationRow, "attention">): StoredAttention | undefined {
  const attention = attentionOf(row);
  return attention && { ...attention, question: questionIn(attention) };
}

const questionIn = ({ question, kind }: StoredAttention): string => question ?? kind;

/** What a decision names that is said of what stands still, or else of all that is held; undefined: there is nothing. */
export const askedOf = (
  attention: StoredAttention | undefined,
  held: readonly Row<"git_held">[],
): string | undefined => (attention === undefined ? heldQuestion(held) : questionIn(attention));

function statusOf(row: InstallationRow): "unauthenticated" | "active" | "pending" {
  if (attentionOf(row)?.kind === "unauthenticated") return "unauthenticated";
  return row.base_commit === null ? "pending" : "active";
}

/** How its host tells it of pushes. @param secret in the address, where that is all that a host can prove */
export function presentWebhook(
  row: InstallationRow,
  addresses: Addresses,
  secret?: string,
): PresentedShape<typeof GitWebhook> {
  return {
    url: webhookAddress(addresses, row, secret),
    state: row.hook_state ?? "manual",
    ...optionalTime("lastSeenAt", row.hook_seen_at),
    ...given("problem", row.hook_problem),
  };
}

/** What waits on a branch of its own to be merged on the host. */
function proposalOf(row: InstallationRow) {
  if (row.proposal_commit === null) return undefined;
  return {
    branch: proposalBranch(row),
    ...given("number", row.proposal_number),
    ...given("url", row.proposal_url),
    ...given("problem", row.proposal_problem),
  };
}

const since = (row: InstallationRow) => ({
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
});

/** Where its repository is, as it can be sent again. */
function configurationOf({ provider, remote_url: url, repository_id: id, branch }: InstallationRow) {
  const { origin } = new URL(url);
  const own = provider === "git" || originFor(provider) === origin ? undefined : origin;
  const number = id !== null && /^\d{1,15}$/.test(id) ? Number(id) : id;
  const named =
    number === null ? { url } : { [provider === "gitlab" ? "projectId" : "repositoryId"]: number };
  return { ...named, branch, ...given("customInstanceURL", own) };
}

function repositoryConnectionOf(row: InstallationRow) {
  if (row.connection_id === null) return undefined;
  const pullRequests = isAsked(row);
  return {
    object: "git-repository-connection" as const,
    id: row.connection_id,
    provider: row.provider,
    ...given("repositoryId", row.repository_id),
    repositoryName: repositoryName(row.remote_url),
    repositoryUrl: row.remote_url,
    authState: statusOf(row),
    capabilities: { pullRequests, commitStatuses: pullRequests && row.status_problem === null },
    ...since(row),
  };
}

/** @param above the site that a space is a folder of */
function syncRootOf(row: InstallationRow, above: string | undefined) {
  const id = row.parent_id ?? row.id;
  return {
    object: "git-sync-root" as const,
    id,
    installationId: id,
    target: targetOf(above === undefined ? row : { ...row, site_id: above }),
    defaultMergeAuthorityPolicy: "gitbook" as const,
    status: row.paused_at === null ? ("active" as const) : ("disabled" as const),
    ...since(row),
  };
}

/** @param above the site that a space is a folder of */
export function presentInstallation(
  row: InstallationRow,
  addresses: Addresses,
  above?: string,
): PresentedShape<typeof GitInstallation> {
  return {
    object: "git-sync-installation",
    id: row.id,
    target: targetOf(row, above),
    ...given("parentInstallationId", row.parent_id),
    provider: row.provider,
    providerConfiguration: configurationOf(row),
    ...given("repositoryConnection", repositoryConnectionOf(row)),
    syncRoot: syncRootOf(row, above),
    status: statusOf(row),
    state: stateOf(row),
    ...given("attention", presentAttention(row)),
    repository: {
      ...given("id", row.repository_id),
      url: row.remote_url,
      branch: row.branch,
      name: repositoryName(row.remote_url),
    },
    repositoryRef: {
      object: "git-repository-ref",
      id: row.id,
      name: row.branch,
      type: "branch",
      ...given("latestObservedCommitId", row.observed_commit),
      ...given("latestImportedCommitId", row.base_commit),
      updatedAt: timestamp(row.updated_at),
    },
    projectDirectory: row.project_directory,
    ...given("connection", row.connection_id),
    ...given("commitMessageTemplate", row.commit_message_template),
    agentInstructions: agentKinds(row),
    incoming: row.reviewed === 1 ? "change-request" : "apply",
    ...given("changeRequest", row.incoming_request_id),
    outgoing: row.outgoing,
    ...given("pullRequest", proposalOf(row)),
    ...(row.hook_secret === null ? {} : { webhook: presentWebhook(row, addresses) }),
    ...given("statusProblem", row.status_problem),
    previewPullRequests: row.previews === 1,
    reviewPullRequests: row.reviews === 1,
    previewExternalBranches: row.forks === 1,
    paused: row.paused_at !== null,
    ...given("owner", row.owner_id),
    ...optionalTime("syncedAt", row.synced_at),
    ...given("createdBy", row.created_by),
    ...since(row),
    urls: { location: `${addresses.app}/v1/git/installations/${row.id}` },
  };
}

/** What has been begun: as an installation that nothing is known of but its host. */
export function presentSetup(row: SetupRow, { app }: Addresses): PresentedShape<typeof GitInstallation> {
  return {
    object: "git-sync-installation",
    id: row.id,
    target: targetOf(row),
    provider: row.provider,
    status: row.connection_id === null ? "unauthenticated" : "pending",
    state: "new",
    providerConfiguration: {},
    projectDirectory: "",
    ...given("connection", row.connection_id),
    agentInstructions: [],
    incoming: "apply",
    outgoing: "push",
    previewPullRequests: row.space_id !== null,
    reviewPullRequests: false,
    previewExternalBranches: false,
    paused: false,
    ...given("owner", row.created_by),
    ...given("createdBy", row.created_by),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: { location: `${app}/v1/git/installations/${row.id}` },
  };
}

export function presentReview(
  row: Row<"git_reviews">,
  installation: InstallationRow,
  { app }: Addresses,
): PresentedShape<typeof GitReview> {
  return {
    object: "git-review",
    number: row.number,
    state: row.state,
    title: row.title,
    fork: row.fork === 1,
    commitId: row.commit_id,
    ...given("revision", row.revision_id),
    ...given("pagesChanged", row.pages),
    ...given("changeRequest", row.change_request_id),
    ...given("problem", row.problem),
    updatedAt: timestamp(row.updated_at),
    urls: {
      ...given("host", reviewUrl(installation, row.number)),
      ...given("app", row.revision_id && app + placeOfPreview(installation, row.revision_id)),
    },
  };
}

export function presentRun(row: Row<"git_runs">): PresentedShape<typeof GitRun> {
  return {
    object: "git-sync-run",
    id: row.id,
    operation: row.operation,
    cause: row.cause,
    state: row.state,
    stage: row.stage,
    ...given("commitId", row.commit_id),
    ...given("revisionId", row.revision_id),
    ...given("report", row.report === null ? null : (JSON.parse(row.report) as unknown)),
    ...given("error", row.error),
    startedAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...optionalTime("completedAt", row.completed_at),
  };
}

/** What is known of both sides without asking the host. */
export interface KnownStatus {
  readonly installation: InstallationRow;
  readonly held: readonly Row<"git_held">[];
  readonly lastRun: Row<"git_runs"> | undefined;
  readonly pagesAhead: number;
  /** Files, variables, tags and reusable content. */
  readonly othersAhead: number;
}

export function presentStatus(known: KnownStatus): PresentedShape<typeof GitStatus> {
  const { installation: row, held, lastRun, pagesAhead, othersAhead } = known;
  return {
    state: stateOf(row),
    ...given("attention", presentAttention(row)),
    ...given("question", askedOf(attentionOf(row), held)),
    branch: row.branch,
    ...given("commitId", row.base_commit),
    ...given("observedCommitId", row.observed_commit),
    pagesAhead,
    othersAhead,
    isBehind: row.observed_commit !== row.base_commit,
    held: held.map(({ kind, source, why, change_request_id }) => ({
      kind,
      id: source,
      reason: why,
      ...given("changeRequest", change_request_id),
    })),
    ...(lastRun === undefined ? {} : { lastRun: presentRun(lastRun) }),
    ...optionalTime("syncedAt", row.synced_at),
  };
}

/** The same of what has been begun. */
export function presentBegun(row: SetupRow): PresentedShape<typeof GitInfo> {
  const { provider } = row;
  return {
    ...(provider === "github" || provider === "gitlab" ? { installationProvider: provider } : {}),
    installationId: row.id,
    installationStatus: row.connection_id === null ? "unauthenticated" : "pending",
    updatedAt: timestamp(row.updated_at),
  };
}

/** As the public API says it, which knows fewer. */
const STATES = {
  queued: "running",
  running: "running",
  success: "success",
  failure: "failure",
  cancelled: "failure",
  timeout: "timeout",
} as const;

/** What everybody sees who sees the space; where the repository is, and what its host said, only some. */
export function presentInfo(
  row: InstallationRow,
  lastRun: Row<"git_runs"> | undefined,
  { edit, admin }: Pick<SpaceRights, "edit" | "admin">,
  { app }: Addresses,
): PresentedShape<typeof GitInfo> {
  const { repoName, url, ...place } = gitSyncOf(row);
  const error = admin ? (lastRun?.error ?? undefined) : undefined;
  return {
    ...(edit ? { repoName, url } : {}),
    ...place,
    installationId: row.id,
    ...given("parentInstallationId", row.parent_id),
    installationStatus: statusOf(row),
    ...(lastRun === undefined
      ? {}
      : {
          operation: {
            state: STATES[lastRun.state],
            direction: lastRun.operation === "export" ? ("export" as const) : ("import" as const),
            startedAt: timestamp(lastRun.created_at),
            ...optionalTime("endedAt", lastRun.completed_at),
            ...(error === undefined
              ? {}
              : { error, errorAction: { label: "Git Sync", url: `${app}${placeInConsole(row)}` } }),
          },
        }),
    operationTimeout: GIT_LIMITS.run,
  };
}

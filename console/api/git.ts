/** What the screen of Git Sync reads. */
import { queryOptions } from "@tanstack/react-query";
import {
  getGitConnection,
  getGitSyncInstallation,
  getGitSyncRun,
  getGitSyncStatus,
  getPageById,
  getSpaceGitInfo,
  type GitSyncInstallation,
  type GitSyncRun,
  type GitSyncStatus,
  listGitBranches,
  listGitConnections,
  listGitFolders,
  listGitRepositories,
  listSiteGitInstallations,
  NotFound,
} from "../../sdk/src/index.ts";
import { fullBranch } from "./branchName.ts";
import { client } from "./client.ts";

/** The id of what keeps a space in step; null for a space that is in no repository. */
export const gitOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "git"],
    queryFn: () =>
      getSpaceGitInfo(client, space).then(
        ({ installationId }) => installationId,
        (error: unknown) => {
          if (error instanceof NotFound) return null;
          throw error;
        },
      ),
  });

/** What keeps a site in step, and then each of its spaces; nothing for a site that is in no repository. */
export const gitOfSite = (organization: string, site: string) =>
  queryOptions({
    queryKey: ["organization", organization, "site", site, "git"],
    queryFn: async () =>
      (await listSiteGitInstallations(client, organization, site, { limit: MOST_PARTS })).items,
  });

/** As many spaces as a site has at most, and itself. */
const MOST_PARTS = 501;

/** Where a page's file is edited on its host; null where nobody knows. */
export const fileAddress = (space: string, page: string) =>
  queryOptions({
    queryKey: ["space", space, "page", page, "file"],
    queryFn: async () => {
      const { git } = await getPageById(client, space, page);
      return typeof git?.["url"] === "string" ? git["url"] : null;
    },
  });

/** Connections that anybody looks through. */
const MOST_CONNECTIONS = 100;

/** What an organization has to reach its hosts with. */
export const gitConnections = (organization: string) =>
  queryOptions({
    queryKey: ["organization", organization, "git connections"],
    queryFn: async () => (await listGitConnections(client, organization, { limit: MOST_CONNECTIONS })).items,
  });

/** What is asked of a host that may be slow: what it refuses is said at once. */
const ASKED = { retry: false, staleTime: 60_000 } as const;

/** Repositories of a host with a text in their names. */
export const gitRepositories = (id: string, search: string) =>
  queryOptions({
    ...ASKED,
    queryKey: ["git", id, "repositories", search],
    queryFn: () => listGitRepositories(client, id, { search }),
  });

interface AskedRepository {
  readonly isAsked: boolean;
  /** Undefined: the one that there is. */
  readonly repository: string | undefined;
}

/** Branches of a repository with a text in their names. */
export const gitBranches = (
  id: string,
  { isAsked, repository, search }: AskedRepository & { readonly search: string },
) =>
  queryOptions({
    ...ASKED,
    enabled: isAsked,
    queryKey: ["git", id, "choices", "branches", repository, search],
    queryFn: async (): Promise<readonly string[]> => {
      const of = repository === undefined ? {} : { repository };
      return (await listGitBranches(client, id, { ...of, search })).items.map(({ name }) => name);
    },
  });

/** Folders in a folder of a branch. */
export const gitFolders = (
  id: string,
  asked: AskedRepository & { readonly branch: string; readonly directory: string },
) => {
  const { isAsked, repository, branch, directory } = asked;
  return queryOptions({
    ...ASKED,
    enabled: isAsked && branch.trim() !== "",
    queryKey: ["git", id, "choices", "folders", repository, `${branch}:${directory}`],
    queryFn: async (): Promise<readonly string[]> => {
      const of = repository === undefined ? {} : { repository };
      const at = { branch: fullBranch(branch), directory };
      return (await listGitFolders(client, id, { ...of, ...at })).items;
    },
  });
};

/** One that a space is kept in step by; those that somebody else has made are seen by some alone. */
export const gitConnection = (organization: string, id: string) =>
  queryOptions({
    queryKey: ["organization", organization, "git connections", id],
    queryFn: () => getGitConnection(client, organization, id),
    retry: false,
  });

/** One whose repository somebody has chosen. */
export type ConnectedInstallation = GitSyncInstallation & {
  readonly repository: NonNullable<GitSyncInstallation["repository"]>;
};

/** Whether both sides can be kept in step by it: what was begun with a host alone can't. */
export const isConnected = (installation: GitSyncInstallation): installation is ConnectedInstallation =>
  installation.repository !== undefined;

export const gitInstallation = (id: string) =>
  queryOptions({
    queryKey: ["git", id],
    structuralSharing: false,
    queryFn: () => getGitSyncInstallation(client, id),
  });

/** Milliseconds between two looks: while something is under way, and else. */
const SOON = 1_500;
const LATER = 5_000;

/** @param after the id of a run, when the one after it was asked for */
export const gitStatus = (id: string, after?: string) =>
  queryOptions({
    queryKey: ["git", id, "status"],
    queryFn: () => getGitSyncStatus(client, id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data, after) ? SOON : LATER),
  });

/** Whether a run is going on, or asked for. */
export const isUnderWay = (status: GitSyncStatus, after?: string): boolean =>
  status.lastRun?.state === "running" ||
  (after !== undefined && after === runId(status)) ||
  status.state === "new" ||
  status.state === "changed";

/** The id of the last run, "" before the first. */
export const runId = ({ lastRun }: GitSyncStatus): string => lastRun?.id ?? "";

/** Whether a run has not ended. */
export const isGoing = ({ state }: Pick<GitSyncRun, "state">): boolean =>
  state === "queued" || state === "running";

/** A run that somebody waits for. */
export const gitRun = (id: string, run: string) =>
  queryOptions({
    queryKey: ["git", id, "run", run],
    queryFn: () => getGitSyncRun(client, id, run),
    refetchInterval: ({ state: { data } }) => (data === undefined || isGoing(data) ? SOON : false),
  });

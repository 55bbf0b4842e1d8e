import type { Identity } from "../../access/identity.ts";
import { organizationRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalidField } from "../../http/errors.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import * as schema from "./browseSchema.ts";
import { mayUse } from "./connectionCommands.ts";
import type { HostRepository } from "./hosts/host.ts";
import { type BrowsedHost, browseHost } from "./hosts/browse.ts";
import { originFor, readDirectory, repositoryName } from "./place.ts";
import { type BegunThing, findConnection, loadBegun } from "./queries.ts";
import { InstallationParams } from "./schema.ts";

const noun = "The Git installation";
const one = "/git/installations/:gitInstallationId";

/** How many are listed for somebody who looks for one, and for programs that take all. */
const MOST = 50;
const ALL = 1000;

/** What costs a host's time, and the wait for it. */
const shared = {
  points: 5,
  perOrganization: { atOnce: 4, of: ({ begun }: BegunThing) => rowOf(begun).organization_id },
} as const;

const rowOf = (begun: BegunThing["begun"]): Row<"git_installations"> | Row<"git_setups"> =>
  begun.setup ?? begun.installation;

interface BrowseCall {
  readonly deps: Deps;
  readonly identity: Identity;
  readonly thing: BegunThing;
}

/**
 * The host of an installation, as whoever asks may look through it: what a token reads is shown to its maker and to
 * administrators.
 * @throws 403, 409
 */
async function hostOf(
  { deps, identity, thing: { begun, member } }: BrowseCall,
  only?: "github" | "gitlab",
): Promise<BrowsedHost> {
  const { organization_id, provider, connection_id } = rowOf(begun);
  if (only !== undefined && provider !== only)
    throw conflict("git-provider", `It is synced with another kind of host: ${provider}.`);
  const by =
    connection_id === null ? undefined : await findConnection(deps.db.read, organization_id, connection_id);
  const who = { userId: identity.userId, isAdministrator: organizationRights(member.role).admin };
  if (by !== undefined && !mayUse(by, who))
    throw forbidden(
      "The connection is somebody else's. Give the installation one of your own to look through its host.",
    );
  const url = begun.installation?.remote_url;
  const origin = by?.origin ?? (url === undefined ? originFor(provider) : new URL(url).origin);
  if (origin === undefined || (by === undefined && url === undefined))
    throw conflict(
      "git-unauthenticated",
      "The host lists what a token reaches. Give the installation a connection or a token first.",
    );
  return browseHost(deps, { provider, origin, by });
}

/** The repository that is asked about, or that is kept in step with. @throws 400 */
function nameOf({ begun }: BegunThing, asked: string | undefined): string {
  const url = begun.installation?.remote_url;
  if (asked !== undefined) return asked;
  if (url === undefined) throw invalidField("/repository", "is missing: nobody has chosen one yet.");
  return repositoryName(url);
}

const fullBranch = (name: string): string => `refs/heads/${name}`;
const presentBranch = (name: string) => ({ name, ref: fullBranch(name) });

const presentListed = ({ id, name, defaultBranch }: HostRepository) => ({
  id: Number(id),
  accountName: name.slice(0, name.lastIndexOf("/")),
  repositoryName: name.slice(name.lastIndexOf("/") + 1),
  fullName: name,
  defaultBranch: defaultBranch ?? null,
});

const chosen = chapter("Git", [
  op({
    method: "GET",
    url: `${one}/repositories`,
    operationId: "listGitRepositories",
    call: "git.listRepositories",
    summary: "Search the repositories of a Git installation",
    description:
      "As its host lists what the token reaches: the first fifty. Hosts of the kind `git` have no lists.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams, query: schema.SearchQuery },
    answers: { 200: schema.Repositories },
    ...shared,
    handler: async (call) => {
      const { items, more } = await (await hostOf(call)).repositories(call.query.search?.trim() ?? "", MOST);
      const present = ({ defaultBranch, ...repository }: HostRepository) => ({
        ...repository,
        ...(defaultBranch === undefined ? {} : { defaultBranch: fullBranch(defaultBranch) }),
      });
      return ok({ items: items.map(present), more });
    },
  }),
  op({
    method: "GET",
    url: `${one}/branches`,
    operationId: "listGitBranches",
    call: "git.listBranches",
    summary: "Search the branches of a repository",
    description: "As its host lists them: the first fifty.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams, query: schema.BranchQuery },
    answers: { 200: schema.Branches },
    ...shared,
    handler: async (call) => {
      const { repository, search = "" } = call.query;
      const host = await hostOf(call);
      const { items, more } = await host.branches(nameOf(call.thing, repository), search.trim(), MOST);
      return ok({ items: items.map(presentBranch), more });
    },
  }),
  op({
    method: "GET",
    url: `${one}/folders`,
    operationId: "listGitFolders",
    call: "git.listFolders",
    summary: "List the folders in a folder of a repository",
    description: "As its host lists them.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams, query: schema.FolderQuery },
    answers: { 200: schema.Folders },
    ...shared,
    handler: async (call) => {
      const { repository, branch = call.thing.begun.installation?.branch, directory = "" } = call.query;
      if (branch === undefined) throw invalidField("/branch", "is missing: nobody has chosen one yet.");
      const path = readDirectory(directory);
      const name = nameOf(call.thing, repository);
      const ref = branch.replace(/^refs\/heads\//, "");
      const names = await (await hostOf(call)).folders({ name, path, ref });
      return ok({ items: names.map((folder) => (path === "" ? folder : `${path}/${folder}`)) });
    },
  }),
]);

const onGitHub = chapter("Git", [
  op({
    method: "GET",
    url: `${one}/github/repos`,
    operationId: "listGitHubRepositories",
    call: "git.listGitHubRepositories",
    summary: "List the GitHub repositories of a Git installation",
    description: "The first thousand that its connection reaches.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: schema.ListedRepositories },
    ...shared,
    handler: async (call) => {
      const { items } = await (await hostOf(call, "github")).repositories("", ALL);
      return ok({ items: items.map(presentListed) });
    },
  }),
  op({
    method: "GET",
    url: `${one}/github/repos/:accountName/:repositoryName/branches`,
    operationId: "listGitHubBranches",
    call: "git.listGitHubBranches",
    summary: "List the branches of a GitHub repository",
    description: "The first thousand.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: schema.GitHubParams },
    answers: { 200: schema.ListedBranches },
    ...shared,
    handler: async (call) => {
      const { accountName, repositoryName: name } = call.params;
      const { items } = await (await hostOf(call, "github")).branches(`${accountName}/${name}`, "", ALL);
      return ok({ items: items.map(presentBranch) });
    },
  }),
  op({
    method: "GET",
    url: `${one}/github/repos/:accountName/:repositoryName/file`,
    operationId: "getGitHubFile",
    call: "git.getGitHubFile",
    summary: "Get a file of a GitHub repository",
    description: "Without what it says.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: schema.GitHubParams, query: schema.FileQuery },
    answers: { 200: schema.RepositoryFile },
    ...shared,
    handler: async (call) => {
      const { accountName, repositoryName: name } = call.params;
      return ok(await (await hostOf(call, "github")).file({ name: `${accountName}/${name}`, ...call.query }));
    },
  }),
]);

const onGitLab = chapter("Git", [
  op({
    method: "GET",
    url: `${one}/gitlab/projects`,
    operationId: "listGitLabProjects",
    call: "git.listGitLabProjects",
    summary: "List the GitLab projects of a Git installation",
    description: "The first thousand that its connection reaches.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: schema.ListedRepositories },
    ...shared,
    handler: async (call) => {
      const { items } = await (await hostOf(call, "gitlab")).repositories("", ALL);
      return ok({ items: items.map(presentListed) });
    },
  }),
  op({
    method: "GET",
    url: `${one}/gitlab/projects/:projectId/branches`,
    operationId: "listGitLabBranches",
    call: "git.listGitLabBranches",
    summary: "List the branches of a GitLab project",
    description: "The first thousand.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: schema.GitLabParams },
    answers: { 200: schema.ListedBranches },
    ...shared,
    handler: async (call) => {
      const { items } = await (await hostOf(call, "gitlab")).branches(call.params.projectId, "", ALL);
      return ok({ items: items.map(presentBranch) });
    },
  }),
  op({
    method: "GET",
    url: `${one}/gitlab/projects/:projectId/file`,
    operationId: "getGitLabFile",
    call: "git.getGitLabFile",
    summary: "Get a file of a GitLab project",
    description: "Without what it says.",
    scopes: [],
    access: holding(noun, loadBegun, "admin"),
    shapes: { params: schema.GitLabParams, query: schema.FileQuery },
    answers: { 200: schema.RepositoryFile },
    ...shared,
    handler: async (call) => {
      const name = call.params.projectId;
      return ok(await (await hostOf(call, "gitlab")).file({ name, ...call.query }));
    },
  }),
]);

/** What a host has to choose from: asked while somebody waits, and nothing of it is kept. */
export const browseOperations = [...chosen, ...onGitHub, ...onGitLab];

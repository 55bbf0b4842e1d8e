/** Operations that ask the host of a repository: the things that tests make of every kind have one without lists, which is 409. */
export const ASK_HOSTS: ReadonlySet<string> = new Set([
  "listGitRepositories",
  "listGitBranches",
  "listGitFolders",
  "listGitHubRepositories",
  "listGitHubBranches",
  "getGitHubFile",
  "listGitLabProjects",
  "listGitLabBranches",
  "getGitLabFile",
]);

/** What a host has to choose from, as it is answered. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Id } from "../../http/shapes.ts";
import { branch, directory } from "./schema.ts";

const more = Type.Boolean({
  description: "Whether there are more results. A longer search text narrows them down.",
});

const search = Type.Optional(
  Type.String({
    maxLength: 200,
    description: "A part of the name. On Bitbucket, begin with the workspace.",
  }),
);

/** `owner/name`, or more folders on GitLab; none of them leads out of where it is put. */
const repositoryName = Type.String({
  maxLength: 500,
  pattern: "^(?!\\.{1,2}(/|$))[^/\\p{Cc}]+(/(?!\\.{1,2}(/|$))[^/\\p{Cc}]+)+$",
  description: "Its full name, such as `acme/docs`. The default is the synced repository.",
});

/** A part of such a name. */
const part = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^(?!\\.{1,2}$)[^/\\p{Cc}]+$",
  description: "A name without slashes.",
});

const Repository = named(
  "GitRepository",
  Type.Object({
    id: Type.String(),
    name: Type.String({ description: "Its full name." }),
    url: Type.String({ description: "The address for cloning." }),
    defaultBranch: Type.Optional(Type.String({ description: "Its full name." })),
  }),
);
export const Repositories = Type.Object({ items: Type.Array(Repository), more });

const Branch = named(
  "GitSyncBranch",
  Type.Object({ name: Type.String(), ref: Type.String({ description: "Its full name." }) }),
);
export const Branches = Type.Object({ items: Type.Array(Branch), more });

export const Folders = Type.Object({
  items: Type.Array(Type.String({ description: "From the top of the repository." })),
});

/** As the public platform calls what is chosen on GitHub and GitLab. */
const Listed = named(
  "GitSyncRepository",
  Type.Object({
    id: Type.Number(),
    accountName: Type.String(),
    repositoryName: Type.String(),
    fullName: Type.String(),
    defaultBranch: Type.Union([Type.String(), Type.Null()]),
  }),
);
export const ListedRepositories = Type.Object({ items: Type.Array(Listed) });
export const ListedBranches = Type.Object({ items: Type.Array(Branch) });

export const RepositoryFile = named(
  "GitSyncRepositoryFile",
  Type.Object({
    name: Type.String(),
    path: Type.String(),
    sha: Type.String(),
    size: Type.Number({ description: "Bytes." }),
  }),
);

const path = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: "^(?!\\.{1,2}(/|$))[^/\\p{Cc}]+(/(?!\\.{1,2}(/|$))[^/\\p{Cc}]+)*$",
  description: "From the top of the repository.",
});
const ref = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[^\\p{Cc}]+$",
  description: "A branch or a commit.",
});

export const SearchQuery = closed({ search });
export const BranchQuery = closed({ repository: Type.Optional(repositoryName), search });
export const FolderQuery = closed({
  repository: Type.Optional(repositoryName),
  branch: Type.Optional(branch),
  directory: Type.Optional({ ...directory, description: "The directory to list. The default is the top." }),
});
export const FileQuery = closed({ path, ref });
export const GitHubParams = Type.Object({ gitInstallationId: Id, accountName: part, repositoryName: part });
export const GitLabParams = Type.Object({
  gitInstallationId: Id,
  projectId: Type.String({ pattern: "^\\d{1,15}$", description: "The id on GitLab." }),
});

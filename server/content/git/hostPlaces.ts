/** Where people see on its host what is kept in step: by the addresses that hosts have, without asking them. */
import type { Row } from "../../db/schema.ts";

type Installation = Pick<
  Row<"git_installations">,
  "provider" | "remote_url" | "branch" | "project_directory"
>;
type Provider = Installation["provider"];

/** What stands between a repository and what is looked at; `git`: nobody knows. */
const PLACES: Readonly<Record<Exclude<Provider, "git">, Readonly<Record<HostPage, string>>>> = {
  github: { tree: "tree", edit: "edit", commit: "commit", review: "pull" },
  gitlab: { tree: "-/tree", edit: "-/edit", commit: "-/commit", review: "-/merge_requests" },
  gitea: { tree: "src/branch", edit: "_edit", commit: "commit", review: "pulls" },
  bitbucket: { tree: "src", edit: "src", commit: "commits", review: "pull-requests" },
};
type HostPage = "tree" | "edit" | "commit" | "review";

/** How people call a host. */
const NAMES: Readonly<Record<Exclude<Provider, "git">, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  gitea: "Gitea",
  bitbucket: "Bitbucket",
};

function place(
  { provider, remote_url: url }: Installation,
  looked: HostPage,
  path: string,
): string | undefined {
  if (provider === "git") return undefined;
  return `${url.replace(/\.git$/, "")}/${PLACES[provider][looked]}/${path}`;
}

const encoded = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== "")
    .flatMap((part) => part.split("/"))
    .map(encodeURIComponent)
    .join("/");

const branchOf = ({ branch }: Installation): string => branch.replace("refs/heads/", "");

/** The folder of the branch; the repository, where its host has no such address. */
export function treeUrl(of: Installation): string {
  return place(of, "tree", encoded(branchOf(of), of.project_directory)) ?? of.remote_url;
}

export function commitUrl(of: Installation, commit: string): string | undefined {
  return place(of, "commit", encodeURIComponent(commit));
}

export function reviewUrl(of: Installation, number: number): string | undefined {
  return place(of, "review", String(number));
}

/** Where a file is edited, and what that host is called. */
export interface EditPlace {
  readonly href: string;
  readonly host: string;
}

/** Of a file of the branch; undefined for a host of which nothing is known. @param path from the top of the repository */
export function editPlace(of: Installation, path: string): EditPlace | undefined {
  const href = place(of, "edit", encoded(branchOf(of), path));
  if (href === undefined || of.provider === "git") return undefined;
  return { href: of.provider === "bitbucket" ? `${href}?mode=edit` : href, host: NAMES[of.provider] };
}

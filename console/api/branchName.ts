/** `refs/heads/main` as people call it. */
export const branchName = (branch: string): string => branch.replace(/^refs\/heads\//, "");

/** A branch as the server names it, of what somebody typed: its short name, or the whole one. */
export function fullBranch(typed: string): string {
  const name = typed.trim();
  return name.startsWith("refs/") ? name : `refs/heads/${name}`;
}

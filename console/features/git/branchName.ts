/** `refs/heads/main` as people call it. */
export const branchName = (branch: string): string => branch.replace(/^refs\/heads\//, "");

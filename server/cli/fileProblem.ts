const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "Give this user access to it, or name another one.",
  EPERM: "Give this user access to it, or name another one.",
  EROFS: "What is there is read-only: name another one.",
  ENOSPC: "The disk is full: make room, or name another one.",
  EDQUOT: "The quota is used up: make room, or name another one.",
  ENOENT: "There is nothing at that place: name another one.",
  EEXIST: "It is there already: name another one.",
  ENOTDIR: "A part of its path is no folder.",
  EISDIR: "It is a folder.",
  ENAMETOOLONG: "Its name is too long.",
};

/** What a file or folder that was named for a command is in the way with, as one line; undefined for anything else. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  const remedy = REMEDIES[code];
  if (remedy === undefined) return undefined;
  return `${path ?? "A file"} can't be used (${message}). ${remedy}`;
}

/** Why work with a host's repository could not go on; each asks something else of whoever hears it. */
export type GitErrorKind =
  /** The host wants other credentials. */
  | "unauthenticated"
  /** The host has no such repository, or hides it. */
  | "not-found"
  /** The host understood and said no: a protected branch, a hook. */
  | "refused"
  /** The branch is not what it was. */
  | "stale"
  /** A limit of ours was passed. */
  | "too-large"
  /** What the repository holds could harm others. */
  | "unsafe"
  /** The host was silent for too long, or the run took its time. */
  | "timeout"
  /** The host doesn't speak Git here, or what it sent is damaged. */
  | "protocol"
  /** The host could not be reached, or is broken. */
  | "unreachable"
  /** An object that has to be there is not. */
  | "missing"
  /** This machine's disk is nearly full. */
  | "no-room"
  /** This machine's own git could not do it. */
  | "failed";

/** Work with a host's repository that ended. The message is a sentence for people, without addresses or credentials. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly kind: GitErrorKind;
  /** Whether it says nothing of how the host is: another one failed, or we had no more time. */
  readonly isApart: boolean;
  /** @param cause for our own log only */
  constructor(kind: GitErrorKind, message: string, cause?: unknown, { isApart = false } = {}) {
    super(message, { cause });
    this.kind = kind;
    this.isApart = isApart;
  }
}

/** What a host says, without what would do something where it is shown or be refused where it is kept. */
export function plainWords(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

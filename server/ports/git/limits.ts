const MEBIBYTE = 1024 * 1024;

/** What one run may cost. Each can be lowered, mostly by tests. */
export interface GitLimits {
  /** Bytes of one answer of the host: a pack. */
  readonly packBytes: number;
  /** Bytes that one push sends. */
  readonly pushBytes: number;
  /** Bytes of the list of a repository's branches and tags. */
  readonly refsBytes: number;
  /** Entries of a tree, folders included. */
  readonly entries: number;
  /** Folders above a file, and bytes of a path. */
  readonly depth: number;
  readonly pathBytes: number;
  /** Bytes of all paths of a tree together. */
  readonly pathsBytes: number;
  /** Bytes of one file that is read. */
  readonly blobBytes: number;
  /** Commits that are looked through for whether one comes after another. */
  readonly commits: number;
  /** Bytes that have to be free on the disk, and that all repositories kept here may have together. */
  readonly freeBytes: number;
  readonly keptBytes: number;
  /** Packs in one of them: beyond, it is made anew. */
  readonly packs: number;
  /** How often a host fails in a row before it is left alone, and for how many milliseconds. */
  readonly failures: number;
  readonly rest: number;
  /** Milliseconds until a host's first byte, between two of its bytes, and for all of a run. */
  readonly firstByte: number;
  readonly silence: number;
  readonly run: number;
  /** For each process of git: bytes of memory and of a file that it writes, seconds of processor time. */
  readonly memory: number;
  readonly written: number;
  readonly processor: number;
}

export const GIT_LIMITS: GitLimits = {
  packBytes: 512 * MEBIBYTE,
  pushBytes: 500 * MEBIBYTE,
  refsBytes: 32 * MEBIBYTE,
  entries: 60_000,
  depth: 250,
  pathBytes: 4_096,
  pathsBytes: 32 * MEBIBYTE,
  blobBytes: 100 * MEBIBYTE,
  commits: 2_000,
  freeBytes: 1024 * MEBIBYTE,
  keptBytes: 2048 * MEBIBYTE,
  packs: 30,
  failures: 5,
  rest: 60_000,
  firstByte: 60_000,
  silence: 30_000,
  run: 600_000,
  memory: 1024 * MEBIBYTE,
  written: 2048 * MEBIBYTE,
  processor: 300,
};

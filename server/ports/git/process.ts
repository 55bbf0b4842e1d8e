/** How git is run: by itself, within bounds, with nothing of ours around it. */
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GitError } from "./error.ts";
import { launch, type LaunchedProgram, type ProgramEnd } from "../launcher.ts";
import type { GitLimits } from "./limits.ts";

/** Where git works: a bare repository of our own, which nobody else touches. */
export interface GitPlace {
  /** The repository; the working directory as well, so that no other configuration is found. */
  readonly folder: string;
  readonly limits: GitLimits;
  /** Ends whatever runs. */
  readonly signal: AbortSignal;
  /** The file of an index, where one is needed. */
  readonly index?: string;
  /** A header for the door, kept out of the arguments, which every user of the machine can read. */
  readonly header?: string | undefined;
}

/** What honest repositories of long ago have: said, not refused. All else that `fsck` finds is refused. */
const TOLERATED = [
  "zeroPaddedFilemode",
  "badTimezone",
  "badDate",
  "badDateOverflow",
  "missingEmail",
  "missingNameBeforeEmail",
  "missingSpaceBeforeEmail",
  "missingSpaceBeforeDate",
  "badEmail",
  "nullSha1",
  "largePathname",
];

const SETTINGS: readonly (readonly [string, string])[] = [
  // Nothing is run for a stranger, nothing is done behind our back.
  ["core.hooksPath", "/dev/null"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["credential.helper", ""],
  ["http.proxy", ""],
  ["http.followRedirects", "false"],
  // What comes stays a pack, and is checked.
  ["fetch.unpackLimit", "1"],
  ["fetch.fsckObjects", "true"],
  ...TOLERATED.map((name) => [`fetch.fsck.${name}`, "warn"] as const),
  // Little memory, whatever comes.
  ["core.bigFileThreshold", "1m"],
  ["core.packedGitWindowSize", "32m"],
  ["core.packedGitLimit", "256m"],
  ["core.deltaBaseCacheLimit", "16m"],
  ["core.compression", "1"],
  ["pack.threads", "1"],
  ["pack.windowMemory", "16m"],
  ["pack.depth", "0"],
];

/** The shell sets the bounds and becomes git: every system has it. Blocks of `-f` have 512 bytes. */
const BOUNDED = 'ulimit -v "$1"; ulimit -f "$2"; ulimit -t "$3"; shift 3; exec git "$@"';

/** Starts git. Values of strangers are never the first letters of an argument. @throws GitError when there is none */
export async function startGit(place: GitPlace, args: readonly string[]): Promise<LaunchedProgram> {
  const { memory, written, processor } = place.limits;
  const bounds = [memory / 1024, written / 512, processor].map((bound) => String(Math.ceil(bound)));
  const git = await launch({
    command: "/bin/sh",
    args: ["-c", BOUNDED, "git", ...bounds, ...args],
    folder: place.folder,
    environment: environment(place),
  }).catch((error: unknown) => {
    throw new GitError("failed", "git could not be started.", error);
  });
  const kill = (): void => git.kill();
  place.signal.addEventListener("abort", kill, { once: true });
  if (place.signal.aborted) kill();
  void git.ended.then(() => place.signal.removeEventListener("abort", kill));
  return git;
}

/**
 * Runs git to its end.
 * @returns what it printed, at most `most` bytes
 * @throws GitError when it ends with another code than those that are asked for
 */
export async function runGit(
  place: GitPlace,
  args: readonly string[],
  { input = "", most = 1024 * 1024, codes = [0] }: RunOptions = {},
): Promise<{ readonly code: number; readonly printed: Buffer }> {
  const git = await startGit(place, args);
  const fed = feed(git.stdin, input);
  // Heard at the end.
  fed.catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of git.stdout as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= most) chunks.push(chunk);
    else git.kill();
  }
  const end = await git.ended;
  const { code } = end;
  await fed;
  if (size > most) throw new GitError("too-large", "The repository has more than is taken.");
  if (code === null || !codes.includes(code)) throw gitFailure(place, args, end);
  return { code, printed: Buffer.concat(chunks) };
}

/** Gives git what it reads, as fast as it reads. @throws what reading the input throws; an end of git is told by git */
async function feed(stdin: Writable, input: Required<RunOptions>["input"]): Promise<void> {
  if (typeof input === "string" || input instanceof Uint8Array) return void stdin.end(input);
  let failure: { readonly error: unknown } | undefined;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* input;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  await pipeline(watched, stdin).catch(() => undefined);
  if (failure !== undefined) throw failure.error;
}

interface RunOptions {
  /** One that is read bit by bit is never in memory as a whole. */
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly most?: number;
  readonly codes?: readonly number[];
}

/** Why git ended, where nothing else tells. */
export function gitFailure(place: GitPlace, args: readonly string[], end: ProgramEnd): GitError {
  const { code, said } = end;
  if (place.signal.aborted) return abortReason(place.signal);
  if (end.isLost) return new GitError("failed", "git was ended, since what had started it was.", said);
  if (code === 127)
    return new GitError("failed", "This machine has no git. Install git 2.39 or newer.", said);
  if (code === null || /out of memory|mmap failed|File too large|file size limit/i.test(said)) {
    return new GitError("too-large", "The repository takes more memory, time or room than is given.", said);
  }
  const unsafe = /object ([0-9a-f]{40,64}): (\w+): ([^\n]*)/.exec(said);
  if (unsafe !== null) {
    const [, object = "", id = "", what = ""] = unsafe;
    return new GitError("unsafe", `The object ${object.slice(0, 12)} is refused (${id}): ${what}.`, said);
  }
  return new GitError("failed", `git ${args[0] ?? ""} ended with ${code}.`, said);
}

function abortReason({ reason }: AbortSignal): GitError {
  if (reason instanceof GitError) return reason;
  return new GitError("timeout", "The run took too long, or was broken off.", reason);
}

function environment({ folder, header, index }: GitPlace): NodeJS.ProcessEnv {
  const settings = header === undefined ? SETTINGS : [...SETTINGS, ["http.extraHeader", header] as const];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    TMPDIR: folder,
    GIT_DIR: folder,
    GIT_CEILING_DIRECTORIES: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: "http",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_CONFIG_COUNT: String(settings.length),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    ...Object.fromEntries(configured),
  };
}

/** The files that a batch brings: stored before its pages are read, so that those can link to them. */
import type { Deps } from "../../deps.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { tooLarge } from "../../http/errors.ts";
import { describeBytes } from "../../importers/limits.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { storeFile } from "./files.ts";
import { type FileSource, refuseFileSource, withFileSource } from "./fileSource.ts";
import type { ContentChange } from "./schema.ts";

/** Each with the change that brings it. */
export type StoredFiles = readonly (FilePlace & {
  readonly file: FileEntry;
  readonly ref?: string | undefined;
})[];

interface FilePlace {
  readonly change: number;
  /** Its place among the files of that change. */
  readonly at: number;
}

/** Where a file stands in the request, as a JSON pointer. */
export function placeOfFile({ change, at }: FilePlace): string {
  return `/changes/${change}/files/${at}`;
}

interface SentFile extends FilePlace {
  readonly input: FileSource & { readonly name: string; readonly ref?: string };
}

interface BatchLimits {
  /** Bytes of all files: each may come by an address of a hundred characters. */
  readonly bytes: number;
  /** Milliseconds for all of them: somebody waits for the answer. */
  readonly time: number;
}

const LIMITS: BatchLimits = { bytes: 500 * 1024 * 1024, time: 120_000 };
/** Files that are fetched and stored at a time. */
const AT_ONCE = 4;

/**
 * Stores the files of a batch. Done once, whatever happens to the head meanwhile. What is stored when one of them
 * can't be had belongs to nothing and is cleared away.
 * @throws 400 naming the field, before any address is asked; 409 when an address can't be fetched, or not in time; 413
 *   when they are too large together
 */
export async function storeFiles(
  deps: Deps,
  organization: string,
  changes: readonly ContentChange[],
  now: number,
  { bytes, time } = LIMITS,
): Promise<StoredFiles> {
  const sent = sentFiles(changes);
  for (const one of sent) refuseFileSource(one.input, placeOfFile(one));
  let room = bytes;
  return eachOf(sent, time, async ({ input, ...place }, signal) => {
    const incoming = { id: deps.newId(), name: input.name };
    const file = await withFileSource(deps, input, placeOfFile(place), signal, (content) =>
      storeFile(deps, organization, incoming, content, now),
    );
    room -= file.size;
    if (room < 0)
      throw tooLarge(
        `The files of one request have at most ${describeBytes(bytes)} together; send several requests.`,
      );
    return { ...place, file, ref: input.ref };
  });
}

function sentFiles(changes: readonly ContentChange[]): SentFile[] {
  return changes.flatMap((change, index) =>
    change.operation === "insert_files"
      ? change.files.map((input, at) => ({ input: input as SentFile["input"], change: index, at }))
      : [],
  );
}

/**
 * Does something with each, a few at a time, in their order.
 * @param time milliseconds for all
 * @throws what the first threw that failed, when nothing is under way any more; no other is begun then
 */
async function eachOf<T, R>(
  all: readonly T[],
  time: number,
  work: (one: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new OutboundError("FETCH_TIMEOUT")), time);
  const waiting = all.entries();
  let failed: { readonly error: unknown } | undefined;
  const take = async (): Promise<void> => {
    for (const [index, one] of waiting) {
      if (failed !== undefined) return;
      try {
        done[index] = await work(one, ending.signal);
      } catch (error) {
        failed ??= { error };
        ending.abort(new OutboundError("FETCH_FAILED"));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  clearTimeout(timer);
  if (failed !== undefined) throw failed.error;
  return done;
}

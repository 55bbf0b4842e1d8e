/** The files that a batch brings: stored before its pages are read, so that those can link to them. */
import type { Row } from "../../db/schema.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { tooLarge } from "../../http/errors.ts";
import type { Call } from "../../http/operation.ts";
import { describeBytes } from "../../importers/limits.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { storeFile } from "./files.ts";
import { type RequestFile, refuseFileSource, withFileSource } from "./fileSource.ts";
import type { ContentChange } from "./schema.ts";
import { namedUpload } from "./upload.ts";

/** Each with the change that brings it. */
export type StoredFiles = readonly (FilePlace & {
  readonly file: FileEntry;
  readonly ref?: string | undefined;
  /** The upload that it was, which ends with the change. */
  readonly sent?: Row<"file_uploads"> | undefined;
})[];

interface FilePlace {
  readonly change: number;
  /** Its place among the files of that change; undefined: the change is about one file that is there. */
  readonly at?: number;
}

/** Where a file stands in the request, as a JSON pointer. */
export function placeOfFile({ change, at }: FilePlace): string {
  return at === undefined ? `/changes/${change}` : `/changes/${change}/files/${at}`;
}

interface SentFile extends FilePlace {
  readonly input: RequestFile & { readonly name: string; readonly ref?: string };
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
  call: Pick<Call<unknown, Record<never, never>>, "deps" | "identity">,
  organization: string,
  changes: readonly ContentChange[],
  now: number,
  { bytes, time } = LIMITS,
): Promise<StoredFiles> {
  const { deps } = call;
  const files = sentFiles(changes);
  for (const one of files) refuseFileSource(one.input, placeOfFile(one));
  let room = bytes;
  return eachOf(files, time, async ({ input, ...place }, signal) => {
    const incoming = { id: deps.newId(), name: input.name };
    const path = placeOfFile(place);
    const { upload, ...source } = input;
    const sent =
      upload === undefined ? undefined : await namedUpload(call, organization, upload, `${path}/upload`);
    const file = await withFileSource(deps, { ...source, sent }, path, signal, (content) =>
      storeFile(deps, organization, incoming, content, now),
    );
    room -= file.size;
    if (room < 0)
      throw tooLarge(
        `The files of one request have at most ${describeBytes(bytes)} together; send several requests.`,
      );
    return { ...place, file, ref: input.ref, sent };
  });
}

function sentFiles(changes: readonly ContentChange[]): SentFile[] {
  return changes.flatMap((change, index): SentFile[] => {
    if (change.operation === "replace_file") return [{ input: change as SentFile["input"], change: index }];
    if (change.operation !== "insert_files") return [];
    return change.files.map((input, at) => ({ input: input as SentFile["input"], change: index, at }));
  });
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

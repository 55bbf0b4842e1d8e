/** The files of a space: what is read of them, and how they are sent. */
import { queryOptions } from "@tanstack/react-query";
import {
  getFileById,
  getFileInChangeRequestById,
  LecternError,
  listChangeRequestFileBacklinks,
  listSpaceFileBacklinks,
  NotFound,
  type RevisionFile,
  sendUpload,
  uploadFile,
  uploadFileToChangeRequest,
} from "../../sdk/src/index.ts";
import type { ShownPlace } from "./parts.ts";
import { words } from "../words.ts";
import { client } from "./client.ts";
import { type ContentPlace, type ContentWritten, writeContent } from "./content.ts";
import { sendingClient } from "./sending.ts";

/** Bytes; the server refuses more, after it was sent. */
const LARGEST_FILE = 100 * 1024 * 1024;

export const fileOf = ({ space, number }: ContentPlace, id: string) =>
  queryOptions({
    queryKey: ["space", space, "file", id, number ?? ""],
    queryFn: () =>
      number === undefined
        ? getFileById(client, space, id)
        : getFileInChangeRequestById(client, space, number, id),
  });

/** A file that a text shows, as the space or a change request has it; null where it is gone. */
export const shownFile = ({ space, number }: ContentPlace, id: string) =>
  queryOptions({
    queryKey: ["space", space, "file", id, "shown", number ?? ""],
    queryFn: async (): Promise<RevisionFile | null> => {
      try {
        return number === undefined
          ? await getFileById(client, space, id)
          : await getFileInChangeRequestById(client, space, number, id);
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        // What a change request has removed is in the text before it.
        return number === undefined ? null : getFileById(client, space, id).catch(nullWhereGone);
      }
    },
    throwOnError: false,
  });

function nullWhereGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** Where a file is used: as many places as one part of the list has, and how many there are. */
export const usersOfFile = ({ space, number }: ContentPlace, id: string) =>
  queryOptions({
    queryKey: ["space", space, "file", id, "users", number ?? ""],
    queryFn: async () => {
      const { items, count } = await (number === undefined
        ? listSpaceFileBacklinks(client, space, id, { limit: 100 })
        : listChangeRequestFileBacklinks(client, space, number, id, { limit: 100 }));
      return { places: items as readonly ShownPlace[], count };
    },
  });

interface Sending {
  /** Is told the part that was sent, from 0 to 1. */
  readonly told?: ((part: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a program before the server, such as a proxy, refuses a file with, as a sentence that says what to do: its own words
 * are none. @throws what is given, or an error with that sentence
 */
async function inWords(error: unknown): Promise<never> {
  const status = error instanceof LecternError && error.type === "unknown" ? error.status : 0;
  if (status !== 413 && status !== 415) throw error;
  const { filesWords } = await import("../words/files.ts");
  throw new Error(filesWords.refusedBefore[status], { cause: error });
}

/** Adds a file. @throws LecternError, and for one that is too large before it is sent */
export function addFile(
  { space, number }: ContentPlace,
  file: File,
  { told, signal }: Sending = {},
): Promise<RevisionFile> {
  refuseLarge(file);
  const through = tellingOf(file, told);
  const options = signal === undefined ? {} : { signal };
  const sent =
    number === undefined
      ? uploadFile(through, space, file, options)
      : uploadFileToChangeRequest(through, space, number, file, options);
  return sent.catch(inWords);
}

/** Gives a file other bytes, and the name. */
export async function replaceFile(
  place: ContentPlace,
  id: string,
  file: File,
  name: string,
  { told, signal }: Sending = {},
): Promise<ContentWritten> {
  refuseLarge(file);
  const options = signal === undefined ? {} : { signal };
  // Nothing has no parts.
  const source =
    file.size === 0
      ? { base64: "", contentType: file.type || "text/plain" }
      : {
          upload: (await sendUpload(tellingOf(file, told), place.space, file, options).catch(inWords)).upload,
        };
  return writeContent(place, [{ operation: "replace_file", file: id, name, ...source }]);
}

/** @throws Error with a sentence for what the server would not take */
export function refuseLarge({ size }: File): void {
  if (size > LARGEST_FILE) throw new Error(words.fileTooLarge);
}

function tellingOf({ size }: File, told: Sending["told"]) {
  return sendingClient((bytes) => told?.(size === 0 ? 1 : Math.min(1, bytes / size)));
}

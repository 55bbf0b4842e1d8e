/**
 * Room that is held in the data folder, so that a server can start there when the disk is full: opening a database
 * writes a little, though nothing is to be changed.
 */
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";

const FILE = "reserve";
/** What a start takes is a tenth of it. */
const RESERVE_BYTES = 2 ** 20;
const PIECE_BYTES = 2 ** 14;

export interface Reserve {
  /** Takes up its room again, or as much of it as there is. @throws ENOSPC when there is less */
  hold(): Promise<void>;
}

/** Gives the room of the reserve away where the disk is full. The folder is made when it is not there. */
export async function openReserve(folder: string): Promise<Reserve> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const probe = `${path}.check`;
  try {
    await fill(probe, PIECE_BYTES);
  } catch (error) {
    if (!isFull(error)) throw error;
    await rm(path, { force: true });
  } finally {
    await rm(probe, { force: true });
  }
  return { hold: () => fill(path, RESERVE_BYTES) };
}

/** Whether a file could not be written for want of room. */
export const isFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Lets the file be of so many bytes, which nothing can press together. What it has already stays. */
async function fill(path: string, bytes: number): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "a");
    for (let { size } = await file.stat(); size < bytes; size += PIECE_BYTES) {
      await file.appendFile(randomBytes(PIECE_BYTES));
    }
  } finally {
    await file?.close();
  }
}

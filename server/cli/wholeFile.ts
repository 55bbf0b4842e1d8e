import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Writes a file of which nobody ever sees a part under its name; what was there stays until all has come. */
export async function writeWhole(
  content: NodeJS.ReadableStream | AsyncIterable<string>,
  target: string,
): Promise<void> {
  const partial = `${target}.partial-${process.pid}`;
  try {
    await pipeline(content, createWriteStream(partial, { flags: "wx" }));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

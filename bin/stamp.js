// What dist/ was built from: names, sizes and times of the sources, cheap enough to compare at every start.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** The folders whose files the build is made of. */
const ROOMS = ["engine", "sdk", "console", "design", "server"];

/** The state of the sources. Read at once: waiting for each of a thousand files took longer than reading it. */
export function sourceStamp(root) {
  const hash = createHash("sha256");
  const files = ROOMS.filter((room) => existsSync(join(root, room)))
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [join(root, "package.json"), ...files.toSorted()]) {
    const { size, mtimeMs } = statSync(file);
    // Not where the clone lies: one that was moved or mounted elsewhere is built as it is.
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** The state that dist/ was built from; empty when there is no build. */
export function builtStamp(root) {
  return readFile(join(root, "dist/stamp"), "utf8").catch(() => "");
}

/** Whether dist/ is missing or was made from other sources. */
export async function isStale(root) {
  return (await builtStamp(root)) !== sourceStamp(root);
}

/** What a repository says of its files in `.gitattributes`, as git understands it. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { nameBytes, nameText } from "./names.ts";
import { type GitPlace, runGit } from "./process.ts";
import type { TreeEntry } from "./trees.ts";

/** Bytes of an answer: a path, the attribute and its value for each that is asked about. */
const MOST_SAID = 64 * 1024 * 1024;
const NUL = Buffer.from([0]);

/**
 * Those of some paths whose bytes Git LFS keeps.
 * @param attributes the files of that name in the tree that is asked about
 * @throws GitError
 */
export async function keptByLfs(
  place: GitPlace,
  attributes: readonly TreeEntry[],
  paths: readonly string[],
): Promise<Set<string>> {
  // An index of these files alone: git reads them from there, and no file of the repository is ever one of the disk.
  const index = join(place.folder, "attributes.index");
  const at = { ...place, index };
  try {
    const listed = attributes.map(({ path, id }) =>
      Buffer.concat([Buffer.from(`100644 ${id}\t`), nameBytes(path), NUL]),
    );
    await runGit(at, ["update-index", "-z", "--index-info"], { input: Buffer.concat(listed) });
    const asked = Buffer.concat(paths.flatMap((path) => [nameBytes(path), NUL]));
    const args = ["check-attr", "--cached", "-z", "--stdin", "filter"];
    const { printed } = await runGit(at, args, { input: asked, most: MOST_SAID });
    const kept = new Set<string>();
    for (let start = 0; start < printed.length;) {
      const [name, , value, next] = threeFrom(printed, start);
      if (value.toString("latin1") === "lfs") kept.add(nameText(name));
      start = next;
    }
    return kept;
  } finally {
    await rm(index, { force: true });
  }
}

/** Three texts that end with NUL each, and where the next begins. */
function threeFrom(bytes: Buffer, start: number): [Buffer, Buffer, Buffer, number] {
  const parts: Buffer[] = [];
  let at = start;
  for (let count = 0; count < 3; count++) {
    const end = bytes.indexOf(0, at);
    const last = end < 0 ? bytes.length : end;
    parts.push(bytes.subarray(at, last));
    at = last + 1;
  }
  const [one = NUL, two = NUL, three = NUL] = parts;
  return [one, two, three, at];
}

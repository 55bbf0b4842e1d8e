// What dist/ was built from: names, sizes and times of the sources, cheap enough to compare at every start.
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

export async function sourceStamp(root) {
  const hash = createHash("sha256");
  const entries = await readdir(join(root, "server"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [join(root, "package.json"), ...files.toSorted()]) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** Run as a process of its own by importCrash.test.ts: imports one version after the other until it is killed. */
import { openDatabase } from "../../db/open.ts";
import { memorySource } from "../../importers/files.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { newId } from "../../ports/ids.ts";
import { openContent } from "../store.ts";
import type { ImportDeps } from "./importDeps.ts";
import { importInto } from "./importInto.ts";

const [url, file = "", space = "", folder = "", first = ""] = process.argv.slice(2);
const PAGES = 80;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const db = await openDatabase({ url: url || undefined, file });
const blobs = await openDiskBlobs(folder);
const deps: ImportDeps = {
  // Each transaction is a point to be killed at.
  db: {
    ...db,
    read: db.read,
    transact: (work) => {
      say("step");
      return db.transact(work);
    },
  },
  blobs: blobs.of("org"),
  content: openContent(db).of("org"),
  clock: { now: () => Date.now() },
  newId,
};

/** All pages say which version they are of; every third comes and goes. */
function sourceOf(version: number) {
  const pages = Array.from({ length: PAGES }, (_, index) => ({
    name: `part-${index % 7}/page-${index % 3 === 0 ? `${index}-${version % 2}` : index}.md`,
    bytes: `# Page ${index}\n\nversion ${version} ${"text ".repeat(index)}\n\n![](../${index % 5}.svg)\n`,
  }));
  const files = Array.from({ length: 5 }, (_, index) => ({
    name: `${index}.svg`,
    bytes: `<svg><!-- version ${version} --></svg>`,
  }));
  return memorySource([...pages, ...files]);
}

for (let version = Number(first); version < 1_000_000; version++) {
  say(`begin ${version}`);
  await importInto(deps, { space, source: sourceOf(version), prune: true });
  say(`done ${version}`);
}

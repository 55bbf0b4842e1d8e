/**
 * What importing a folder costs: the first time, again unchanged, with one file changed; and how long it keeps the
 * event loop. PAGES sets the number of pages (10,000 of 2 to 9 kB); POSTGRES_URL names a server for the second half.
 */
import { openDatabase } from "../server/db/open.ts";
import { ORGANIZATION } from "../server/content/spaces.fixture.ts";
import { importDeps } from "../server/content/import/importDeps.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { importInto } from "../server/content/import/importInto.ts";
import type { ImportDeps } from "../server/content/import/importDeps.ts";
import { addSpace } from "../server/content/spaces.fixture.ts";
import { openContent } from "../server/content/store.ts";
import { migrate } from "../server/db/migrate.ts";
import { readFolder } from "../server/importers/folder.ts";
import { openDiskBlobs } from "../server/ports/blobs-disk.ts";
import { newId } from "../server/ports/ids.ts";
import { numbersFrom, word } from "./searchCorpus.ts";

const pages = Number(process.env["PAGES"] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
const source = join(folder, "docs");

function pathOf(index: number): string {
  const path =
    index % 50 === 0 ? `part-${index / 50}/README.md` : `part-${Math.floor(index / 50)}/page-${index}.md`;
  return join(source, path);
}

function writeSource(): void {
  const next = numbersFrom(1);
  const words = (count: number): string =>
    Array.from({ length: count }, () => word(Math.floor(next() * 3000))).join(" ");
  for (let index = 0; index < pages; index++) {
    const parts = [`---\ndescription: ${words(8)}\n---\n\n# Page ${index} ${words(3)}\n`];
    const length = 2000 + next() * 7000;
    for (let size = 0; size < length;) {
      const other = Math.floor(next() * pages);
      const link = `../${pathOf(other).slice(source.length + 1)}`;
      const part = `## ${words(3)}\n\n${words(40)} [${words(2)}](${link}) **${words(3)}**.\n\n* ${words(6)}\n* \`${words(2)}\`\n\n\`\`\`js\nconst ${word(3)} = 1;\n\`\`\`\n`;
      size += part.length;
      parts.push(part);
    }
    mkdirSync(dirname(pathOf(index)), { recursive: true });
    writeFileSync(pathOf(index), parts.join("\n"));
  }
}

async function measure(name: string, url: string | undefined): Promise<void> {
  const db = await openDatabase({ url, file: join(folder, "bench.db") });
  await migrate(db, { at: 0 });
  const blobs = await openDiskBlobs(join(folder, `files-${name}`));
  const deps: ImportDeps = importDeps(
    { db, blobs, content: openContent(db), clock: { now: Date.now }, newId },
    ORGANIZATION,
  );
  const space = await addSpace(db);
  const run = async (what: string): Promise<void> => {
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const begun = performance.now();
    const steps = new Map<string, number>();
    const { changed, importedResources, report } = await importInto(deps, {
      space,
      source: await readFolder(source),
      onProgress: (step) => void steps.set(step, performance.now() - begun),
    });
    const seconds = (performance.now() - begun) / 1000;
    loop.disable();
    const until = [...steps].map(([step, ms]) => `${step} until ${(ms / 1000).toFixed(1)}`).join(", ");
    console.log(
      `${name}: ${what.padEnd(16)} ${seconds.toFixed(1)} s (${until})  ${importedResources} taken, changed: ${changed}, ` +
        `${report.brokenLinks.length} broken; loop p99 ${(loop.percentile(99) / 1e6).toFixed(0)} max ${(loop.max / 1e6).toFixed(0)} ms; ` +
        `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
    );
  };
  await run("first time");
  await run("unchanged");
  writeFileSync(pathOf(7), `# Changed\n\nOther text, of ${name}.\n`);
  await run("one file changed");
  await db.close();
}

writeSource();
try {
  await measure("sqlite", undefined);
  const url = process.env["POSTGRES_URL"];
  if (url !== undefined) await measure("postgres", url);
} finally {
  rmSync(folder, { recursive: true });
}

/** What the program itself takes: time to start, memory, and room on the disk. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { medianOf } from "../compare.ts";
import type { Filled } from "../fill.ts";
import type { Places } from "../fixture.ts";
import { settingsOf, startOurs } from "../ours.ts";
import type { Result } from "../table.ts";

const STARTS = 3;
const IDLE_MS = 3000;

/** Starts an installation for the first time and again, and looks at it when it has nothing to do. */
export async function starts({ root, folder }: Places): Promise<Result[]> {
  const first: number[] = [];
  const next: number[] = [];
  const idle: number[] = [];
  for (let index = 0; index < STARTS; index++) {
    const env = settingsOf(join(folder, `start-${index}`), undefined);
    const fresh = await startOurs(root, env, { core: undefined });
    first.push(fresh.startedIn);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    idle.push(fresh.residentMemory());
    await fresh.stop();
    const again = await startOurs(root, env, { core: undefined });
    next.push(again.startedIn);
    await again.stop();
  }
  return [
    {
      name: "first start until it serves",
      ours: medianOf(first),
      unit: "ms",
      goal: { of: "ours", most: 2000 },
    },
    { name: "next start until it serves", ours: medianOf(next), unit: "ms" },
    { name: "resident memory, idle", ours: medianOf(idle), unit: "MB", goal: { of: "ours", most: 150 } },
  ];
}

/** What a production install has on the disk: its packages, by what is installed here, and the build. */
export function installSize({ root }: Places): Result[] {
  const listed = spawnSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: root,
    encoding: "utf8",
  });
  const folders = new Set(listed.stdout.split("\n").filter((line) => line.includes("node_modules")));
  const packages = [...folders].reduce((sum, folder) => sum + sizeOf(folder), 0);
  const built = sizeOf(join(root, "dist"));
  const fonts = sizeOf(join(root, "fonts"));
  return [
    {
      name: "production packages and the build",
      ours: (packages + built + fonts) / 2 ** 20,
      unit: "MB",
      goal: { of: "ours", most: 120 },
      note: `${folders.size} packages, ${(packages / 2 ** 20).toFixed(0)} MB; the build ${(built / 2 ** 20).toFixed(0)} MB, the fonts ${(fonts / 2 ** 20).toFixed(0)} MB`,
    },
  ];
}

/** Bytes on the disk, without the packages inside: those are listed themselves. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(path);
    else if (entry.isFile()) bytes += statSync(path).blocks * 512;
  }
  return bytes;
}

/** What filling the installation showed. */
export function imports({ imports, indexing }: Filled): Result[] {
  const total = imports.reduce((sum, { pages }) => sum + pages, 0);
  return [
    ...imports
      .filter(({ pages }) => pages >= 1000)
      .map(({ pages, seconds, loopP99, loopMax }): Result => ({
        name: `import of ${pages.toLocaleString("en")} pages`,
        ours: seconds,
        unit: "s",
        ...(pages === 10_000 ? { goal: { of: "ours", most: 60 } } : {}),
        note: `holds the event loop ${loopP99.toFixed(0)} ms at p99, ${loopMax.toFixed(0)} ms at most`,
      })),
    {
      name: "search index behind an import",
      ours: (indexing / total) * 1000,
      unit: "ms a page",
      note: `${total} pages`,
    },
  ];
}

/**
 * How well search answers: the mean of one through the place of the page that answers, by kind of question, on this
 * manual and on the documentation of two packages. The questions are in searchQuestions.ts. Scores were tuned by every
 * other one of them; `--misses` tells which of these went wrong, and nothing of those that are held out.
 *
 *     npx esbuild bench/searchRank.ts --bundle --platform=node --format=esm --packages=external \
 *       --outfile=node_modules/.cache/lectern/bench.mjs && node node_modules/.cache/lectern/bench.mjs
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { folderEntries } from "../server/content/search/folderEntries.fixture.ts";
import { indexPages } from "../server/content/search/indexPages.ts";
import { searchSpaces } from "../server/content/search/searchSpaces.ts";
import { migrate } from "../server/db/migrate.ts";
import { openDatabase } from "../server/db/open.ts";
import { FASTIFY, MANUAL, PINO } from "./searchQuestions.ts";

const SETS = [
  ["manual", "docs", MANUAL],
  ["fastify", "node_modules/fastify/docs", FASTIFY],
  ["pino", "node_modules/pino/docs", PINO],
] as const;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const db = await openDatabase({ url: undefined, file: join(folder, "rank.db") });
  await migrate(db, { at: 0 });
  await db.transact(async (tx) => {
    await sql`insert into organizations (id, title, hostname, type, plan, created_at) values ('o', 'o', 'o', 'b', 'e', 0)`.execute(
      tx,
    );
  });
  const places = new Map<string, number[]>();
  for (const [name, path, kinds] of SETS) {
    await db.transact(async (tx) => {
      await sql`insert into spaces (id, organization_id, position, title, emoji, edit_mode, acl, head, created_at, updated_at)
      values (${name}, 'o', ${name}, 's', '1f4d8', 'live', 'a', 'h', 0, 0)`.execute(tx);
    });
    const upserts = await folderEntries(path);
    await db.transact((tx) =>
      indexPages(tx, { organization_id: "o", id: name }, { upserts, removals: [], at: 1 }),
    );
    for (const [kind, questions] of Object.entries(kinds)) {
      for (const [index, [query, wanted]] of questions.entries()) {
        const { pages } = await searchSpaces(db.read, {
          organization: "o",
          spaces: [name],
          query,
          limit: 20,
        });
        const place = pages.findIndex(({ pageId }) => pageId.split("/").at(-1) === wanted) + 1;
        for (const key of [kind, index % 2 === 0 ? "tuned by" : "held out", "all"])
          places.set(key, [...(places.get(key) ?? []), place === 0 ? 0 : 1 / place]);
        if (process.argv.includes("--misses") && index % 2 === 0 && place !== 1)
          console.log(
            `${name}: "${query}" wants ${wanted}, which is ${place || "not found"}; first is ${pages[0]?.pageId ?? "nothing"}`,
          );
      }
    }
  }
  for (const [kind, all] of places)
    console.log(
      `${kind.padEnd(12)} ${(all.reduce((sum, one) => sum + one, 0) / all.length).toFixed(3)} of ${all.length}`,
    );
  await db.close();
  rmSync(folder, { recursive: true });
}

await main();

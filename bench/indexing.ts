/**
 * What following the content with the search index costs, on 10,000 pages of about 2 kB in one space: the first index,
 * then one edited page, and how long the jobs keep the event loop; then searches as the API answers them. PAGES sets
 * another number of pages; POSTGRES_URL names an empty PostgreSQL database, without it only SQLite is measured.
 *
 *     npx esbuild bench/indexing.ts --bundle --platform=node --format=esm --packages=external \
 *       --outfile=node_modules/.cache/lectern/bench.mjs && node node_modules/.cache/lectern/bench.mjs
 */
import { openDatabase } from "../server/db/open.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { indexedRoot } from "../server/content/search/searchState.ts";
import { publishHead } from "../server/content/head.ts";
import { headOf, addSpace } from "../server/content/spaces.fixture.ts";
import { openContent, type ContentStore } from "../server/content/store.ts";
import { stageContent } from "../server/content/write.ts";
import type { Database } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Deps } from "../server/deps.ts";
import { applyChanges, type Change } from "../engine/change.ts";
import type { SearchablePage } from "../engine/search/entry.ts";
import { indexHandlers } from "../server/jobs/handlers.ts";
import { openRunner } from "../server/jobs/runner.ts";
import { searchInSpace } from "../server/nouns/search/queries.ts";
import { newId } from "../server/ports/ids.ts";
import { commonWords, corpus, numbersFrom, word } from "./searchCorpus.ts";

const pages = Number(process.env["PAGES"] ?? 10_000);
const clock = { now: () => Date.now() };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  for (const [name, url] of [
    ["sqlite", undefined],
    ["postgres", process.env["POSTGRES_URL"]],
  ] as const) {
    if (name === "postgres" && url === undefined) continue;
    const db = await openDatabase({ url, file: join(folder, "bench.db") });
    await migrate(db, { at: 0 });
    await measure(name, db, openContent(db));
    await db.close();
  }
  rmSync(folder, { recursive: true });
}

function markdown({ sections }: SearchablePage): string {
  return sections.map(({ title, text }) => (title === "" ? text : `## ${title}\n\n${text}`)).join("\n\n");
}

async function publish(db: Database, content: ContentStore, space: string, changes: Change[]): Promise<void> {
  const head = await headOf(db.read, space);
  if (head === undefined) throw new Error("no head");
  const made = await applyChanges(content.of(head.organization_id).nodes, head.root, changes, {
    now: clock.now(),
  });
  if (!made.ok) throw new Error(made.refusal.message);
  const staged = await stageContent(db, head.organization_id, made, clock.now());
  const note = {
    organization: head.organization_id,
    id: newId(),
    space,
    type: "edits" as const,
    parents: [head.id],
    createdAt: clock.now(),
  };
  await db.transact((tx) => publishHead(tx, { expectedHead: head.id, note, content: staged }, newId));
}

async function untilIndexed(db: Database, space: string): Promise<void> {
  const head = await headOf(db.read, space);
  const key = { organization_id: head?.organization_id ?? "", id: space };
  while ((await indexedRoot(db.read, key)) !== head?.root) await wait(5);
}

async function measure(name: string, db: Database, content: ContentStore): Promise<void> {
  const space = await addSpace(db);
  const texts = corpus(pages);
  const inserts = texts.map((page): Change => ({
    operation: "insert_page",
    id: page.page,
    type: "document",
    fields: { title: page.title },
    body: { text: markdown(page), targets: {} },
  }));
  for (let at = 0; at < inserts.length; at += 500) {
    await publish(db, content, space, inserts.slice(at, at + 500));
  }
  const runner = openRunner(
    { db, clock, newId, log: pino({ level: "error" }) },
    indexHandlers({ db, clock, content }),
  );
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const begun = performance.now();
  await runner.start();
  await untilIndexed(db, space);
  loop.disable();
  const whole = performance.now() - begun;
  console.log(
    `${name}: first index of ${pages} pages ${(whole / 1000).toFixed(1)} s, ${(whole / pages).toFixed(2)} ms a page; ${delays(loop)}`,
  );
  const times: number[] = [];
  loop.reset();
  loop.enable();
  for (let edit = 0; edit < 40; edit++) {
    const page = `page${(edit * 97) % pages}`;
    await publish(db, content, space, [
      { operation: "update_page", page, body: { text: `## New\n\nedit ${edit} of it`, targets: {} } },
    ]);
    const committed = performance.now();
    await untilIndexed(db, space);
    times.push(performance.now() - committed);
  }
  loop.disable();
  console.log(`${name}: from a commit to the index, one page: ${figures(times)}; ${delays(loop)}`);
  await runner.stop();
  await search(name, { db, content } as Deps, space);
}

async function search(name: string, deps: Deps, space: string): Promise<void> {
  const next = numbersFrom(7);
  const rare = () => word(500 + Math.floor(next() * 5000));
  const middling = () => word(20 + Math.floor(next() * 200));
  const common = () => commonWords[Math.floor(next() * commonWords.length)] ?? "";
  const kinds = [rare, middling, common, () => `${middling()} ${common()}`, () => rare().slice(0, 3)];
  const times: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  for (let asked = 0; asked < 305; asked++) {
    if (asked === 5) loop.enable();
    const begun = performance.now();
    await searchInSpace(
      deps,
      { id: space, organization_id: "org" },
      (kinds[asked % kinds.length] ?? rare)(),
      {
        limit: 20,
        after: undefined,
      },
    );
    if (asked >= 5) times.push(performance.now() - begun);
    await wait(2);
  }
  loop.disable();
  console.log(`${name}: search, mixed queries: ${figures(times)}; ${delays(loop)}`);
}

function delays(loop: ReturnType<typeof monitorEventLoopDelay>): string {
  const ms = (ns: number) => (ns / 1e6).toFixed(1);
  return `loop p50 ${ms(loop.percentile(50))} p99 ${ms(loop.percentile(99))} max ${ms(loop.max)} ms`;
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `median ${at(0.5)} p95 ${at(0.95)} max ${at(1)} ms`;
}

await main();

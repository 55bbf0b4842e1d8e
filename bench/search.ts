/**
 * What a search costs on 10,000 pages of 2 kB, on both databases: the time of one answer and how long it keeps the
 * event loop. POSTGRES_URL names an empty PostgreSQL database, without it only SQLite is measured. PAGES sets another number of pages; DATABASES=sqlite or postgres only one of them.
 */
import { openDatabase } from "../server/db/open.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import { indexPages } from "../server/content/search/indexPages.ts";
import { searchSpaces } from "../server/content/search/searchSpaces.ts";
import type { Database } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { searchEntry } from "../engine/search/entry.ts";
import { commonWords, corpus, numbersFrom, word } from "./searchCorpus.ts";

const pages = Number(process.env["PAGES"] ?? 10_000);
const only = process.env["DATABASES"];
const slice = Number(process.env["SLICE"] ?? 5);

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const started = performance.now();
  const entries = corpus(pages).map(searchEntry);
  console.log(`tokenizing: ${((performance.now() - started) / pages).toFixed(3)} ms a page`);
  const answers: string[][] = [];
  for (const [name, url] of [
    ["sqlite", undefined],
    ["postgres", process.env["POSTGRES_URL"]],
  ] as const) {
    if ((only !== undefined && only !== name) || (name === "postgres" && url === undefined)) continue;
    const db = await openDatabase({ url, file: join(folder, "bench.db") });
    await migrate(db, { at: 0 });
    await fill(name, db, entries);
    answers.push(await measure(name, db));
    await db.close();
  }
  rmSync(folder, { recursive: true });
  const [a, b] = answers;
  if (a && b)
    console.log(
      `answers differ in ${a.filter((answer, index) => answer !== b[index]).length} of ${a.length}`,
    );
}

async function fill(name: string, db: Database, entries: ReturnType<typeof searchEntry>[]): Promise<void> {
  await db.transact(async (tx) => {
    await sql`insert into organizations (id, title, hostname, type, plan, created_at) values ('o', 'o', 'o', 'b', 'e', 0)`.execute(
      tx,
    );
    await sql`insert into spaces (id, organization_id, position, title, emoji, edit_mode, acl, head, created_at, updated_at)
      values ('s', 'o', 'a', 's', '1f4d8', 'live', 'a', 'h', 0, 0)`.execute(tx);
  });
  const started = performance.now();
  const times: number[] = [];
  for (let at = 0; at < entries.length; at += slice) {
    const begun = performance.now();
    await db.transact((tx) =>
      indexPages(
        tx,
        { organization_id: "o", id: "s" },
        { upserts: entries.slice(at, at + slice), removals: [], at: 1 },
      ),
    );
    times.push(performance.now() - begun);
  }
  console.log(
    `${name}: indexing ${((performance.now() - started) / entries.length).toFixed(2)} ms a page; a slice of ${slice}: ${figures(times)}`,
  );
  const one = entries.slice(0, 100).map((entry) => ({ ...entry, hash: "x" }));
  const single: number[] = [];
  for (const entry of one) {
    const begun = performance.now();
    await db.transact((tx) =>
      indexPages(tx, { organization_id: "o", id: "s" }, { upserts: [entry], removals: [], root: "r", at: 2 }),
    );
    single.push(performance.now() - begun);
  }
  console.log(`${name}: indexing one changed page: ${figures(single)}`);
}

async function measure(name: string, db: Database): Promise<string[]> {
  const answers: string[] = [];
  for (const [kind, queries] of Object.entries(kinds())) {
    const times: number[] = [];
    const loop = monitorEventLoopDelay({ resolution: 1 });
    let counted = 0;
    let busy = 0;
    for (const [index, query] of queries.entries()) {
      if (index === 5) loop.enable();
      const begun = performance.now();
      const cpu = process.cpuUsage();
      const answer = await searchSpaces(db.read, { organization: "o", spaces: ["s"], query, limit: 20 });
      if (index >= 5) times.push(performance.now() - begun);
      const { user, system } = process.cpuUsage(cpu);
      busy += (user + system) / 1000;
      counted += answer.count;
      answers.push(JSON.stringify(answer));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    loop.disable();
    const delay = `loop p99 ${(loop.percentile(99) / 1e6).toFixed(1)} max ${(loop.max / 1e6).toFixed(1)}`;
    console.log(
      `${name}: ${kind.padEnd(18)} ${figures(times)}  cpu ${(busy / queries.length).toFixed(1)}  ${delay}  pages ${Math.round(counted / queries.length)}`,
    );
  }
  return answers;
}

function kinds(): Record<string, string[]> {
  const next = numbersFrom(7);
  const many = (one: () => string) => Array.from({ length: 65 }, one);
  const rare = () => word(500 + Math.floor(next() * 5000));
  const middling = () => word(20 + Math.floor(next() * 200));
  const common = () => commonWords[Math.floor(next() * commonWords.length)] ?? "";
  return {
    rare: many(rare),
    middling: many(middling),
    common: many(common),
    "two middling": many(() => `${middling()} ${middling()}`),
    "two common": many(() => `${common()} ${common()}`),
    "four common": many(() => `${common()} ${common()} ${common()} ${common()}`),
    "one letter": many(() => common().slice(0, 1)),
    "two letters": many(() => middling().slice(0, 2)),
    "common + letter": many(() => `${common()} ${middling().slice(0, 1)}`),
    typo: many(() => typo(rare())),
    "two with typo": many(() => `${middling()} ${typo(rare())}`),
    "nothing found": many(() => `zzzz${rare()} zzzz${rare()}`),
    phrase: many(() => `"${common()} ${common()}"`),
    mixed: many(
      () =>
        [rare(), middling(), common(), `${middling()} ${common()}`, rare().slice(0, 3)][
          Math.floor(next() * 5)
        ] ?? "",
    ),
  };
}

function typo(text: string): string {
  return `${text.slice(0, 3)}x${text.slice(3)}`;
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `median ${at(0.5)} p95 ${at(0.95)} max ${at(1)} ms`;
}

await main();

/**
 * What permissions cost in an organization of 1,000 members, 50 teams, 200 collections five deep and 5,000 spaces, and
 * what duplicating a space of 10,000 pages costs; on SQLite, and on PostgreSQL when POSTGRES_URL names an empty
 * database there.
 * Run: npx esbuild bench/access.ts --bundle --platform=node --format=esm --packages=external --outfile=node_modules/.cache/access.mjs && node node_modules/.cache/access.mjs
 */
import { openDatabase } from "../server/db/open.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { recomputePolicies } from "../server/access/recompute.ts";
import { lockOrganization } from "../server/access/intern.ts";
import { buildApp } from "../server/app.ts";
import { NO_CONTENT, putRevision } from "../server/content/commit.ts";
import { stageContent } from "../server/content/write.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Deps } from "../server/deps.ts";
import { applyChanges, type Change } from "../engine/change.ts";
import { EMPTY_ROOT } from "../engine/revision.ts";
import { findSpace } from "../server/nouns/spaces/queries.ts";
import { assemble } from "../server/open.ts";
import { openDiskBlobs } from "../server/ports/blobs-disk.ts";
import { systemClock } from "../server/ports/clock.ts";
import { openDns } from "../server/ports/dns.ts";
import { openFetch } from "../server/ports/fetch.ts";
import { printedMail } from "../server/ports/mail.ts";
import { openSecrets } from "../server/ports/secrets.ts";
import { weighPermission } from "./permission.ts";
import { COMPANY, fillCompany, MEMBER_TOKEN, name, numbers, SPACES } from "./company.ts";

async function fillLargeSpace(deps: Deps): Promise<void> {
  const changes: Change[] = numbers(10_000).map((index) => ({
    operation: "insert_page",
    id: name("p", index),
    type: "document",
    fields: { title: `Page ${index}` },
    body: { text: `Text of ${index}`, targets: {} },
  }));
  const note = (id: string) => ({
    organization: COMPANY,
    id,
    space: name("s", 0),
    type: "edits" as const,
    parents: [],
    createdAt: 1,
  });
  await deps.db.transact((tx) => putRevision(tx, note("empty"), NO_CONTENT));
  const applied = await applyChanges(deps.content.of(COMPANY).nodes, EMPTY_ROOT, changes, { now: 1 });
  if (!applied.ok) throw new Error(applied.refusal.message);
  const rest = await stageContent(deps.db, COMPANY, applied, 1);
  await deps.db.transact((tx) => putRevision(tx, note(name("r", 0)), rest));
}

function median(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  return `${at(0.5)} ms (p95 ${at(0.95)})`;
}

async function timed(label: string, runs: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < Math.min(20, runs); index++) await work(index);
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const started = performance.now();
    await work(index);
    times.push(performance.now() - started);
  }
  console.log(`  ${label}: ${median(times)}`);
}

async function list(app: FastifyInstance, limit: number): Promise<string> {
  const url = `/v1/orgs/${COMPANY}/spaces?limit=${limit}`;
  const answer = await app.inject({
    method: "GET",
    url,
    headers: { authorization: `Bearer ${MEMBER_TOKEN}` },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.body;
}

/** How many statements the readers' connection runs during `work`. */
async function statements(deps: Deps, work: () => Promise<unknown>): Promise<number> {
  const { link } = deps.db.read;
  let count = 0;
  const counted = (key: "row" | "rows" | "execute") => {
    const run = link[key].bind(link) as (...values: unknown[]) => Promise<unknown>;
    Object.defineProperty(link, key, {
      configurable: true,
      value: (...values: unknown[]) => {
        count++;
        return run(...values);
      },
    });
  };
  for (const key of ["row", "rows", "execute"] as const) counted(key);
  await work();
  for (const key of ["row", "rows", "execute"] as const) Reflect.deleteProperty(link, key);
  return count;
}

async function measure(deps: Deps): Promise<void> {
  const app = buildApp(deps, { rateLimit: 0, trustedProxies: [] } as never);
  const { count } = JSON.parse(await list(app, 1)) as { count: number };
  const { length } = await deps.db.read.selectFrom("policies").select("id").execute();
  console.log(`  ${count} of ${SPACES} spaces visible to the caller, ${length} policies`);
  console.log(`  statements of a list: ${await statements(deps, () => list(app, 50))}`);
  for (const limit of [1, 50, 1000]) await timed(`list of ${limit}`, 100, () => list(app, limit));
  const touch = () => deps.db.transact((tx) => tx.selectFrom("meta").selectAll().execute());
  await timed("list of 50 after a write", 50, async () => {
    await touch();
    await list(app, 50);
  });
  const row = await findSpace(deps.db.read, name("s", 3));
  const member = await deps.members.ofUser(COMPANY, name("u", 0));
  if (row === undefined || member === undefined) throw new Error("the organization is not filled");
  const get = () =>
    app.inject({
      method: "GET",
      url: `/v1/spaces/${row.id}`,
      headers: { authorization: `Bearer ${MEMBER_TOKEN}` },
    });
  await timed("one space", 2000, get);
  const { resolved, given, ratio } = await weighPermission(deps);
  console.log(
    `  one space by id, processor time: ${resolved.toFixed(3)} ms with its permission, ${given.toFixed(3)} without: ${ratio.toFixed(2)}`,
  );
  await timed("a grant on a tree of 5 collections and their spaces", 20, (index) =>
    deps.db.transact(async (tx) => {
      await lockOrganization(tx, COMPANY);
      const level = index % 2 === 0 ? ("edit" as const) : ("inherit" as const);
      const top = name("c", 0);
      await tx.updateTable("collections").set({ default_level: level }).where("id", "=", top).execute();
      await recomputePolicies(tx, COMPANY, [{ kind: "collection", id: top }], 2);
    }),
  );
  await fillLargeSpace(deps);
  await deps.db.transact(async (tx) => {
    const everything = { role: "admin" as const };
    await tx.updateTable("members").set(everything).where("user_id", "=", name("u", 0)).execute();
  });
  await timed("duplicating 10,000 pages", 20, async () => {
    const url = `/v1/spaces/${name("s", 0)}/duplicate`;
    const answer = await app.inject({
      method: "POST",
      url,
      headers: { authorization: `Bearer ${MEMBER_TOKEN}` },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  });
  await app.close();
}

async function main(): Promise<void> {
  for (const url of [undefined, process.env["POSTGRES_URL"]].slice(0, process.env["POSTGRES_URL"] ? 2 : 1)) {
    const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
    const db = await openDatabase({ url, file: join(folder, "lectern.db") });
    console.log(db.dialect);
    await migrate(db, { at: 0 });
    const deps = assemble({
      db,
      blobs: await openDiskBlobs(join(folder, "files")),
      mail: printedMail(() => undefined),
      clock: systemClock(0),
      log: pino({ level: "silent" }),
      fetch: openFetch({ allowPrivateNetwork: true }),
      dns: openDns(),
      secrets: openSecrets("a secret of the bench: nothing depends on it"),
      addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
    } as never);
    const started = performance.now();
    await fillCompany(db);
    // What the databases would come to know by themselves within a minute.
    await db.transact((tx) => sql`analyze`.execute(tx as never));
    console.log(`  filled and resolved in ${Math.round(performance.now() - started)} ms`);
    await measure(deps);
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

await main();

/**
 * What permissions cost in an organization of 1,000 members, 50 teams, 200 collections five deep and 5,000 spaces, and
 * what duplicating a space of 10,000 pages costs; on SQLite, and on PostgreSQL when POSTGRES_URL names an empty
 * database there.
 * Run: npx esbuild bench/access.ts --bundle --platform=node --format=esm --packages=external --outfile=node_modules/.cache/access.mjs && node node_modules/.cache/access.mjs
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { recomputePolicies } from "../server/access/recompute.ts";
import { lockOrganization } from "../server/access/intern.ts";
import { roleUnder } from "../server/access/scope.ts";
import { spaceRights } from "../server/access/table.ts";
import { buildApp } from "../server/app.ts";
import { NO_CONTENT, putRevision } from "../server/content/commit.ts";
import { stageContent } from "../server/content/write.ts";
import { openDatabase, type Write } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Deps } from "../server/deps.ts";
import { applyChanges, type Change } from "../server/engine/change.ts";
import { EMPTY_ROOT } from "../server/engine/revision.ts";
import { findSpace } from "../server/nouns/spaces/queries.ts";
import { assemble } from "../server/open.ts";
import { openDiskBlobs } from "../server/ports/blobs-disk.ts";
import { systemClock } from "../server/ports/clock.ts";
import { openDns } from "../server/ports/dns.ts";
import { openFetch } from "../server/ports/fetch.ts";
import { printedMail } from "../server/ports/mail.ts";
import { openSecrets } from "../server/ports/secrets.ts";
import { hashToken, newToken } from "../server/ports/tokens.ts";

const MEMBERS = 1000;
const TEAMS = 50;
const COLLECTIONS = 200;
const SPACES = Number(process.env["SPACES"] ?? 5000);
const ORG = "org";
const token = newToken();

async function insert(tx: Write, table: string, rows: readonly object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insertInto(table as never)
      .values(rows.slice(at, at + 500) as never)
      .execute();
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const name = (kind: string, index: number): string => `${kind}${String(index).padStart(5, "0")}`;

async function fill(tx: Write): Promise<void> {
  const org = { id: ORG, title: "Acme", hostname: "acme", type: "business", plan: "none", created_at: 1 };
  await insert(tx, "organizations", [org]);
  const person = (index: number) => ({ id: name("u", index), display_name: "P", created_at: 1 });
  const addresses = (index: number) => ({ email: name("u", index), email_folded: name("u", index) });
  await insert(
    tx,
    "users",
    numbers(MEMBERS).map((index) => ({ ...person(index), ...addresses(index) })),
  );
  const role = (index: number) => (index === 1 ? "admin" : index % 10 === 0 ? "edit" : "read");
  await insert(
    tx,
    "members",
    numbers(MEMBERS).map((index) => ({
      organization_id: ORG,
      user_id: name("u", index),
      role: role(index),
      joined_at: 1,
    })),
  );
  const caller = { id: "t", user_id: name("u", 0), label: "bench", hash: hashToken(token) };
  await insert(tx, "tokens", [{ ...caller, created_at: 1 }]);
  await insert(
    tx,
    "teams",
    numbers(TEAMS).map((index) => ({
      id: name("t", index),
      organization_id: ORG,
      title: "T",
      title_folded: "t",
      created_at: 1,
    })),
  );
  await insert(
    tx,
    "team_members",
    numbers(MEMBERS).map((index) => ({
      team_id: name("t", index % TEAMS),
      organization_id: ORG,
      user_id: name("u", index),
      role: "member",
      added_at: 1,
    })),
  );
  // Forty trees of five, one in another; every tenth collection is closed.
  await insert(
    tx,
    "collections",
    numbers(COLLECTIONS).map((index) => ({
      id: name("c", index),
      organization_id: ORG,
      parent_id: index % 5 === 0 ? null : name("c", index - 1),
      position: name("c", index),
      title: "C",
      default_level: index % 10 === 7 ? null : "inherit",
      created_by: name("u", 1),
      created_at: 1,
      acl: "",
    })),
  );
  await insert(
    tx,
    "spaces",
    numbers(SPACES).map((index) => ({
      id: name("s", index),
      organization_id: ORG,
      parent_id: name("c", index % COLLECTIONS),
      position: name("s", index),
      title: "S",
      edit_mode: "live",
      default_level: "inherit",
      created_by: name("u", 1),
      created_at: 1,
      updated_at: 1,
      acl: "",
      head: name("r", index),
    })),
  );
  const grant = (content: string, kind: string, grantee: string, to: string) => ({
    content_id: content,
    content_kind: kind,
    organization_id: ORG,
    grantee_kind: grantee.startsWith("t") ? "team" : "user",
    grantee_id: grantee,
    role: to,
    created_at: 1,
  });
  await insert(tx, "grants", [
    ...numbers(COLLECTIONS).map((index) =>
      grant(name("c", index), "collection", name("t", index % TEAMS), "review"),
    ),
    ...numbers(SPACES / 10).map((index) =>
      grant(name("s", index * 10), "space", name("u", (index * 7) % MEMBERS), "comment"),
    ),
  ]);
}

async function fillLargeSpace(deps: Deps): Promise<void> {
  const changes: Change[] = numbers(10_000).map((index) => ({
    operation: "insert_page",
    id: name("p", index),
    type: "document",
    fields: { title: `Page ${index}` },
    body: { text: `Text of ${index}`, targets: {} },
  }));
  const note = (id: string) => ({
    id,
    space: name("s", 0),
    type: "edits" as const,
    parents: [],
    createdAt: 1,
  });
  await deps.db.transact((tx) => putRevision(tx, note("empty"), NO_CONTENT));
  const applied = await applyChanges(deps.content.nodes, EMPTY_ROOT, changes, { now: 1 });
  if (!applied.ok) throw new Error(applied.refusal.message);
  const rest = await stageContent(deps.db, applied, 1);
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
  const url = `/v1/orgs/${ORG}/spaces?limit=${limit}`;
  const answer = await app.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
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
  const member = await deps.members.ofUser(ORG, name("u", 0));
  if (row === undefined || member === undefined) throw new Error("the organization is not filled");
  const get = () =>
    app.inject({ method: "GET", url: `/v1/spaces/${row.id}`, headers: { authorization: `Bearer ${token}` } });
  await timed("one space", 2000, get);
  await timed("its permission alone", 2000, async () => {
    const found = await deps.members.ofUser(ORG, name("u", 0));
    return found && spaceRights(await roleUnder(deps.members, row.acl, found));
  });
  await timed("a grant on a tree of 5 collections and their spaces", 20, (index) =>
    deps.db.transact(async (tx) => {
      await lockOrganization(tx, ORG);
      const level = index % 2 === 0 ? "edit" : "inherit";
      const top = name("c", 0);
      await tx.updateTable("collections").set({ default_level: level }).where("id", "=", top).execute();
      await recomputePolicies(tx, ORG, [{ kind: "collection", id: top }], 2);
    }),
  );
  await fillLargeSpace(deps);
  await deps.db.transact(async (tx) => {
    const everything = { role: "admin" };
    await tx.updateTable("members").set(everything).where("user_id", "=", name("u", 0)).execute();
  });
  await timed("duplicating 10,000 pages", 20, async () => {
    const url = `/v1/spaces/${name("s", 0)}/duplicate`;
    const answer = await app.inject({ method: "POST", url, headers: { authorization: `Bearer ${token}` } });
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
    await db.transact(fill);
    await db.transact(async (tx) => {
      const tops = numbers(COLLECTIONS / 5).map((index) => name("c", index * 5));
      await recomputePolicies(
        tx,
        ORG,
        tops.map((id) => ({ kind: "collection" as const, id })),
        1,
      );
    });
    // What the databases would come to know by themselves within a minute.
    await db.transact((tx) => sql`analyze`.execute(tx as never));
    console.log(`  filled and resolved in ${Math.round(performance.now() - started)} ms`);
    await measure(deps);
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

await main();

/**
 * What one sync costs when one page was edited, in a space of 100 pages and in one of 10,000: read from the branch, and
 * pushed to it; beside git itself, which fetches the same commit, or makes and pushes one like it. PAGES sets other
 * sizes, separated by commas; POSTGRES_URL names an empty PostgreSQL database. The first sync also says how long the event
 * loop was held, at the 99th percentile, and what memory it took above what there was, git's own included; the host's
 * part of the loop is in it. Last come QUIET branches (1,000) that have not moved: what a look at all of them costs, of
 * which there is one a minute; their host is a process of its own.
 *
 *     npx esbuild gitSync=bench/gitSync.ts workers/launcher=server/workers/launcher.worker.ts --bundle --platform=node \
 *       --format=esm --packages=external --outdir=node_modules/.cache/lectern && \
 *       node node_modules/.cache/lectern/gitSync.js
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { promisify } from "node:util";
import { pino } from "pino";
import { applyChanges } from "../engine/change.ts";
import { targetsOf } from "../engine/markdown/textLinks.ts";
import { GIT_SYNC } from "../server/content/git/queue.ts";
import { publishHead } from "../server/content/head.ts";
import { addSpace, headOf, ORGANIZATION } from "../server/content/spaces.fixture.ts";
import { migrate } from "../server/db/migrate.ts";
import { openDatabase } from "../server/db/open.ts";
import type { Deps } from "../server/deps.ts";
import { openRunner } from "../server/jobs/runner.ts";
import { askForSync, createInstallation } from "../server/nouns/git/commands.ts";
import { gitPollJob } from "../server/nouns/git/sync/pollJob.ts";
import { gitSyncJob } from "../server/nouns/git/syncJob.ts";
import { assemble } from "../server/open.ts";
import { openDiskBlobs } from "../server/ports/blobs-disk.ts";
import { openDns } from "../server/ports/dns.ts";
import { openFetch } from "../server/ports/fetch.ts";
import { Scripts } from "../server/ports/scripts/scripts.ts";
import { Git } from "../server/ports/git/git.ts";
import { newId } from "../server/ports/ids.ts";
import { printedMail } from "../server/ports/mail.ts";
import { openSecrets } from "../server/ports/secrets.ts";
import { type GitHost, startGitHost } from "../server/test/gitHost.ts";
import { numbersFrom, word } from "./searchCorpus.ts";

const SIZES = (process.env["PAGES"] ?? "100,10000").split(",").map(Number);
const TIMES = 7;
const OWNER = "owner";
const git = promisify(execFile);

const pathOf = (index: number): string => `part-${Math.floor(index / 50)}/page-${index}.md`;

function commitOf(files: Iterable<readonly [string, string]>, from: string | undefined): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const parts = [`commit refs/heads/main\ncommitter Ann <ann@example.com> 1700000000 +0000\n${data("Edit")}`];
  if (from !== undefined) parts.push(`from ${from}\n`);
  for (const [path, text] of files) parts.push(`M 100644 inline ${path}\n${data(text)}`);
  return `${parts.join("")}done\n`;
}

/** Milliseconds of the clock, and of the processor for this program, which is the host as well; what git takes is not in it. */
async function timed(work: () => Promise<unknown>): Promise<{ wall: number; processor: number }> {
  const [wall, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - wall, processor: (user + system) / 1000 };
}

/** Megabytes that this program has, and those git processes that work below a folder. */
function memoryBelow(folder: string): number {
  const kept = readdirSync("/proc").map((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return 0;
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  return kept.reduce((sum, one) => sum + one, process.memoryUsage().rss / 1024 / 1024);
}

/** What some work takes of memory above what there is, in megabytes, and of the loop, in milliseconds. */
async function watched(
  folder: string,
  work: () => Promise<unknown>,
): Promise<{ memory: number; loop: number }> {
  const before = memoryBelow(folder);
  let most = before;
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const look = setInterval(() => (most = Math.max(most, memoryBelow(folder))), 50);
  loop.enable();
  await work();
  loop.disable();
  clearInterval(look);
  return { memory: most - before, loop: loop.percentile(99) / 1e6 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

class Bench {
  readonly #host: GitHost;
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #name: string;
  readonly #size: number;

  constructor(host: GitHost, deps: Deps, folder: string, size: number) {
    [this.#host, this.#deps, this.#folder, this.#size] = [host, deps, folder, size];
    this.#name = `docs-${size}`;
    host.create(this.#name);
  }

  commit(files: Iterable<readonly [string, string]>): void {
    const tip = this.#host.git(this.#name, ["for-each-ref", "--format=%(objectname)", "refs/heads/main"]);
    this.#host.git(
      this.#name,
      ["fast-import", "--quiet", "--done", "--force"],
      commitOf(files, tip || undefined),
    );
  }

  /** Git alone, in a repository of its own. */
  async plain(...args: readonly string[]): Promise<string> {
    const at = join(this.#folder, `plain-${this.#size}`);
    const { stdout } = await git("git", ["-C", at, "-c", "user.name=A", "-c", "user.email=a@b.c", ...args]);
    return stdout.trim();
  }

  async run(): Promise<void> {
    const next = numbersFrom(1);
    const words = (): string => Array.from({ length: 300 }, () => word(Math.floor(next() * 3000))).join(" ");
    const link = (index: number): string => `[next](../${pathOf((index + 1) % this.#size)})`;
    const texts = Array.from({ length: this.#size }, (_, index): [string, string] => [
      pathOf(index),
      `# Page ${index}\n\n${words()}\n\nSee ${link(index)}.\n`,
    ]);
    this.commit(texts);
    const { db } = this.#deps;
    const space = await addSpace(db);
    const change = (tx: never) => ({ tx, now: Date.now(), newId });
    const installation = await db.transact((tx) =>
      createInstallation(change(tx as never), {
        organization_id: ORGANIZATION,
        id: newId(),
        of: { space_id: space },
        connection_id: null,
        provider: "git",
        remote_url: this.#host.url(this.#name),
        branch: "refs/heads/main",
        project_directory: "",
        template: null,
        outgoing: "push",
        direction: "git",
        isConfirmed: true,
        owner: OWNER,
        sees: () => Promise.resolve(true),
      }),
    );
    const runner = openRunner(this.#deps, { [GIT_SYNC]: gitSyncJob(this.#deps) });
    let first = { wall: 0, processor: 0 };
    const took = await watched(join(this.#folder, "git"), async () => {
      first = await timed(() => runner.drain());
    });
    const sync = async (): Promise<void> => {
      await db.transact((tx) => askForSync(change(tx as never), installation, OWNER));
      await runner.drain();
    };
    await sync();
    const plain = join(this.#folder, `plain-${this.#size}`);
    await git("git", ["clone", "-q", "--bare", "--depth=1", this.#host.url(this.#name), plain]);
    const taken: Record<string, { wall: number; processor: number }[]> = {
      in: [],
      out: [],
      fetch: [],
      push: [],
    };
    for (let time = 0; time < TIMES; time += 1) {
      const [path = "", text = ""] = texts[time * 7] ?? [];
      this.commit([[path, `${text}\nEdited there, ${time}.\n`]]);
      taken["fetch"]?.push(
        await timed(() => this.plain("fetch", "-q", "--depth=50", "origin", "+main:seen")),
      );
      taken["in"]?.push(await timed(sync));
      await this.#edit(space, time);
      taken["out"]?.push(await timed(sync));
      await this.plain("fetch", "-q", "--depth=50", "origin", "+main:seen");
      taken["push"]?.push(
        await timed(async () => {
          const tree = await this.plain("rev-parse", "seen^{tree}");
          const made = await this.plain("commit-tree", tree, "-p", "seen", "-m", "same");
          await this.plain("push", "-q", "origin", `${made}:refs/heads/plain-${time}`);
        }),
      );
    }
    const row = Object.entries(taken).map(([what, of]) => {
      const [wall, processor] = [median(of.map((one) => one.wall)), median(of.map((one) => one.processor))];
      return `${what} ${wall.toFixed(0)} ms (processor ${processor.toFixed(0)})`;
    });
    const held = `${took.memory.toFixed(0)} MB, loop held ${took.loop.toFixed(0)} ms`;
    console.log(`${this.#size} pages: first ${first.wall.toFixed(0)} ms (${held}); ${row.join("; ")}`);
  }

  async #edit(space: string, time: number): Promise<void> {
    const { db, content } = this.#deps;
    const head = await headOf(db.read, space);
    if (head === undefined) throw new Error("no head");
    const here = content.of(ORGANIZATION);
    const tree = (await here.tree(head.root)).flatMap(({ pages }) => pages);
    const page = tree[time * 5 + 1]?.page;
    const text = `${await here.body(page?.body)}\nEdited here, ${time}.\n`;
    const edit = {
      operation: "update_page",
      page: page?.id ?? "",
      body: { text, targets: targetsOf(text) },
    } as const;
    const made = await applyChanges(here.nodes, head.root, [edit], { now: Date.now() });
    if (!made.ok) throw new Error(made.refusal.message);
    const id = newId();
    const note = {
      organization: ORGANIZATION,
      id,
      space,
      type: "edits" as const,
      parents: [head.id],
      createdAt: Date.now(),
    };
    await db.transact((tx) => publishHead(tx, { expectedHead: head.id, note, content: made }, newId));
  }
}

/** Branches that have not moved, each in a repository of its own, as far as a look tells. */
async function quiet(deps: Deps, folder: string, many: number): Promise<void> {
  const { db } = deps;
  const own = spawn(process.execPath, [process.argv[1] ?? "", "host", folder]);
  const [said] = (await once(own.stdout, "data")) as [Buffer];
  const tip = await git("git", ["-C", join(folder, `docs-${SIZES[0] ?? 0}`), "rev-parse", "main"]);
  for (let index = 0; index < many; index += 1) {
    symlinkSync(join(folder, `docs-${SIZES[0] ?? 0}`), join(folder, `quiet-${index}`));
    const row = {
      organization_id: ORGANIZATION,
      id: newId(),
      space_id: await addSpace(db),
      provider: "git",
      remote_url: `${said.toString().trim()}quiet-${index}`,
      branch: "refs/heads/main",
      project_directory: "",
      outgoing: "push",
      owner_id: OWNER,
      state: "synced",
      base_commit: tip.stdout.trim(),
      poll_at: 1,
      created_at: 1,
      updated_at: 1,
    };
    await db.transact((tx) =>
      tx
        .insertInto("git_installations")
        .values(row as never)
        .execute(),
    );
  }
  const run = {
    job: undefined as never,
    signal: new AbortController().signal,
    write: <T>(work: (tx: never) => Promise<T>): Promise<T> => db.transact(work as never),
    away: <T>(work: () => Promise<T>): Promise<T> => work(),
  };
  const { wall, processor } = await timed(() => gitPollJob(deps)(run as never));
  const share = ((processor / 60_000) * 100).toFixed(1);
  console.log(
    `${many} quiet branches: ${wall.toFixed(0)} ms, processor ${processor.toFixed(0)} ms: ${share} % of a core when looked at each minute`,
  );
  own.kill();
}

/** The host alone, for whoever wants to know what the other side takes. */
async function hostAlone(folder: string): Promise<void> {
  const host = await startGitHost(folder);
  console.log(host.url(""));
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const db = await openDatabase({ url: process.env["POSTGRES_URL"], file: join(folder, "bench.db") });
  await migrate(db, { at: 0 });
  const fetch = openFetch({ allowPrivateNetwork: true });
  const deps = assemble({
    db,
    fetch,
    git: new Git({ fetch, folder: join(folder, "git") }),
    blobs: await openDiskBlobs(join(folder, "files")),
    mail: printedMail(() => undefined),
    dns: openDns({ servers: ["127.0.0.1:9"], patience: 500 }),
    scripts: new Scripts({ workerd: undefined, fetch, most: 0 }),
    secrets: openSecrets("a secret of a bench that keeps nothing: Zq8-vX2-Lm5-Rt1"),
    clock: { now: () => Date.now() },
    log: pino({ level: "error" }),
    addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
  });
  const host = await startGitHost(folder);
  await addSpace(db);
  const user = {
    id: OWNER,
    email: "a@b.c",
    email_folded: "a@b.c",
    display_name: "A",
    name_folded: "a",
    created_at: 1,
  };
  await db.transact(async (tx) => {
    await tx
      .insertInto("users")
      .values(user as never)
      .execute();
    const member = { organization_id: ORGANIZATION, user_id: OWNER, role: "admin", joined_at: 1 };
    await tx
      .insertInto("members")
      .values(member as never)
      .execute();
  });
  for (const size of SIZES) await new Bench(host, deps, folder, size).run();
  await host.close();
  await quiet(deps, folder, Number(process.env["QUIET"] ?? 1000));
  await fetch.close();
  await db.close();
  rmSync(folder, { recursive: true });
}

await (process.argv[2] === "host" ? hostAlone(process.argv[3] ?? "") : main());

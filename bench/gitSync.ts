/**
 * What one sync costs when one page was edited, in a space of 100 pages and in one of 10,000: read from the branch, and
 * pushed to it; beside git itself, which fetches the same commit, or makes and pushes one like it. PAGES sets other
 * sizes, separated by commas; POSTGRES_URL names an empty PostgreSQL database.
 *
 *     npx esbuild gitSync=bench/gitSync.ts workers/launcher=server/workers/launcher.worker.ts --bundle --platform=node \
 *       --format=esm --packages=external --outdir=node_modules/.cache/lectern && \
 *       node node_modules/.cache/lectern/gitSync.js
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { gitSyncJob } from "../server/nouns/git/sync/syncJob.ts";
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
        space_id: space,
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
    const first = await timed(() => runner.drain());
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
    console.log(`${this.#size} pages: first ${first.wall.toFixed(0)} ms; ${row.join("; ")}`);
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
  await fetch.close();
  await db.close();
  rmSync(folder, { recursive: true });
}

await main();

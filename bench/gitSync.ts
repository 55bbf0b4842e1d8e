/**
 * A program of the bench: what one sync costs when one page was edited, read from the branch and pushed to it, beside git
 * itself, which fetches the same commit, or makes and pushes one like it; what the first sync costs beside a clone and an
 * import of what that has, how long it holds the event loop, at the 99th percentile, and what memory it takes above what
 * there was, git's own included. The host's part of the loop is in it. And what it costs to look at a branch that has not
 * moved, one and many, whose host is a process of its own.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { importDeps } from "../server/content/import/importDeps.ts";
import { importInto } from "../server/content/import/importInto.ts";
import { readFolder } from "../server/importers/folder.ts";
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
import { commitOf, pathOf } from "./gitCommits.ts";
import { numbersFrom, word } from "./searchCorpus.ts";
import { median, timed, watched } from "./watched.ts";

const TIMES = 7;
const LOOKS = 15;
/** Rounds of looks before the one that is measured. */
const WARM = 3;
const AT_ONCE = 16;
const OWNER = "owner";
const git = promisify(execFile);

/** What is to be measured. */
export interface GitOrder {
  /** Of an empty PostgreSQL database; SQLite without it. */
  readonly url: string | undefined;
  readonly sizes: readonly number[];
  /** Branches that have not moved. */
  readonly quiet: number;
}

/** Milliseconds, beside those of git alone. */
interface Beside {
  readonly ours: number;
  readonly git: number;
}

interface SpaceFigures {
  readonly pages: number;
  readonly first: Beside & { readonly memory: number; readonly loop: number };
  readonly arrives: Beside;
  readonly leaves: Beside;
}

export interface GitFigures {
  readonly spaces: readonly SpaceFigures[];
  readonly look: Beside;
  /** Percent of a core, when all quiet branches are looked at each minute: ours, and the bare requests for them. */
  readonly quiet: { readonly ours: number; readonly bare: number };
}

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

  async run(): Promise<SpaceFigures> {
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
    const clone = await this.#cloneAndImport();
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
    const of = (what: string): number => median((taken[what] ?? []).map(({ wall }) => wall));
    return {
      pages: this.#size,
      first: { ours: first.wall, git: clone, ...took },
      arrives: { ours: of("in"), git: of("fetch") },
      leaves: { ours: of("out"), git: of("push") },
    };
  }

  /** What people would do without a sync: milliseconds. */
  async #cloneAndImport(): Promise<number> {
    const [url, plain] = [this.#host.url(this.#name), join(this.#folder, `plain-${this.#size}`)];
    const space = await addSpace(this.#deps.db);
    const files = `${plain}-files`;
    const { wall } = await timed(async () => {
      await git("git", ["clone", "-q", "--depth=1", url, files]);
      await importInto(importDeps(this.#deps, ORGANIZATION), { space, source: await readFolder(files) });
    });
    await git("git", ["clone", "-q", "--bare", "--depth=1", url, plain]);
    return wall;
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
async function quiet(
  deps: Deps,
  folder: string,
  { of, many }: { readonly of: string; readonly many: number },
): Promise<Pick<GitFigures, "look" | "quiet">> {
  const { db } = deps;
  const own = spawn(process.execPath, [process.argv[1] ?? "", "host", folder]);
  const [said] = (await once(own.stdout, "data")) as [Buffer];
  const address = said.toString().trim();
  const tip = await git("git", ["-C", join(folder, of), "rev-parse", "main"]);
  const ids: string[] = [];
  for (let index = 0; index < many; index += 1) {
    symlinkSync(join(folder, of), join(folder, `quiet-${index}`));
    const id = newId();
    ids.push(id);
    const row = {
      organization_id: ORGANIZATION,
      id,
      space_id: await addSpace(db),
      provider: "git",
      remote_url: `${address}quiet-${index}`,
      branch: "refs/heads/main",
      project_directory: "",
      outgoing: "push",
      owner_id: OWNER,
      state: "synced",
      base_commit: tip.stdout.trim(),
      object_format: "sha1",
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
  const poll = () => gitPollJob(deps)(run as never);
  const pollAll = async () => {
    await db.transact((tx) => tx.updateTable("git_installations").set({ poll_at: 1 }).execute());
    return (await timed(poll)).processor / 60_000;
  };
  // A server that looks each minute has looked before: of the second time a third is its code being compiled still.
  for (let minute = 0; minute < WARM; minute += 1) await pollAll();
  const share = await pollAll();
  const bare = await bareRequests(address, ids.length);
  const looks: Record<"ours" | "git", number[]> = { ours: [], git: [] };
  for (let index = 0; index < LOOKS; index += 1) {
    const id = ids[index % ids.length] ?? "";
    await db.transact((tx) =>
      tx.updateTable("git_installations").set({ poll_at: 1 }).where("id", "=", id).execute(),
    );
    looks.ours.push((await timed(poll)).wall);
    const asked = ["ls-remote", `${address}quiet-${index % ids.length}`, "refs/heads/main"];
    looks.git.push((await timed(() => git("git", asked))).wall);
  }
  own.kill();
  const look = { ours: median(looks.ours), git: median(looks.git) };
  return { look, quiet: { ours: share * 100, bare: bare * 100 } };
}

/** The same questions asked by Node's own client alone, over kept connections: the share of a core when they are asked each minute. */
async function bareRequests(address: string, many: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const asked = ["0014command=ls-refs\n", "0016object-format=sha1", "0001", "0000"].join("");
  const headers = { "git-protocol": "version=2", "content-type": "application/x-git-upload-pack-request" };
  const one = async (index: number): Promise<void> => {
    const sent = request(`${address}quiet-${index}/git-upload-pack`, { method: "POST", agent, headers });
    sent.end(asked);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`The host answered ${answer.statusCode}.`);
    await buffer(answer);
  };
  const all = async (): Promise<void> => {
    const left = Array.from({ length: many }, (_, index) => index);
    const each = async (): Promise<void> => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) await one(index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, each));
  };
  for (let minute = 0; minute < WARM; minute += 1) await all();
  const { processor } = await timed(all);
  agent.destroy();
  return processor / 60_000;
}

/** The host alone, for whoever wants to know what the other side takes. */
async function hostAlone(folder: string): Promise<void> {
  const host = await startGitHost(folder);
  console.log(host.url(""));
}

async function measured({ url, sizes, quiet: many }: GitOrder): Promise<GitFigures> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-git-"));
  const db = await openDatabase({ url, file: join(folder, "bench.db") });
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
  try {
    await addSpace(db);
    await addOwner(deps);
    const spaces: SpaceFigures[] = [];
    for (const size of sizes) spaces.push(await new Bench(host, deps, folder, size).run());
    const of = `docs-${sizes[0] ?? 0}`;
    return { spaces, ...(await quiet(deps, folder, { of, many })) };
  } finally {
    await host.close();
    await fetch.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addOwner({ db }: Deps): Promise<void> {
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
}

if (process.argv[2] === "host") await hostAlone(process.argv[3] ?? "");
else
  process.on("message", (order: GitOrder) => {
    measured(order).then(
      (figures) => process.send?.(figures),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });

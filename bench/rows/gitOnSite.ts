/** A page that was edited on a branch, from its host's message to the page of the site: the whole program, as it runs. */
import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Places } from "../fixture.ts";
import { commitOf, pathOf } from "../gitCommits.ts";
import { settingsOf, startOurs } from "../ours.ts";
import { end, openCommand } from "../processes.ts";
import { get, send } from "../request.ts";
import type { Result } from "../table.ts";
import { median, timed } from "../watched.ts";
import { call, makeSite } from "./sites.ts";

interface SiteOrder {
  /** Of an empty PostgreSQL database; SQLite without it. */
  readonly url: string | undefined;
  readonly pages: number;
  /** Put before the name. */
  readonly prefix: string;
}

const TIMES = 7;
/** Milliseconds after which what doesn't come isn't waited for. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 3;
const WORDS = "Words of a page that says something of the thing and where it is to be had. ".repeat(25);

const git = promisify(execFile);

/** An installation and a host of its own, unpinned. */
export async function gitOnSite(places: Places, { url, pages, prefix }: SiteOrder): Promise<Result> {
  const folder = join(places.folder, url === undefined ? "git-on-site" : "git-on-site-postgres");
  mkdirSync(folder, { recursive: true });
  const host = await startHost(places, folder);
  const settings = { ...settingsOf(join(folder, "data"), url), LECTERN_ALLOW_PRIVATE_NETWORK: "1" };
  const ours = await startOurs(places.root, settings, { core: undefined });
  try {
    const repository = new Repository(folder, `${host.address}docs`);
    await repository.make(pages);
    const { items } = await call({ ours }, "GET", "/orgs");
    const filled = { organization: items[0].id as string };
    const site = await makeSite({ ours, filled }, "Docs");
    const configuration = { url: repository.url, branch: "refs/heads/main" };
    const { id } = await call({ ours }, "POST", "/git/installations", {
      provider: "github",
      target: { type: "space", spaceId: site.space },
      providerConfiguration: configuration,
      direction: "git",
      confirm: true,
    });
    const isSynced = async () =>
      (await call({ ours }, "GET", `/git/installations/${id}/status`)).state === "synced";
    await until("the first sync", isSynced);
    const { secret } = await call({ ours }, "POST", `/git/installations/${id}/webhook`);
    const taken: Record<"fetch" | "site", number[]> = { fetch: [], site: [] };
    for (let time = 0; time < TIMES; time += 1) {
      const [path, mark] = [pathOf(time * 7), `Edited there, ${time}.`];
      const commit = repository.commit([[path, `# Page ${time * 7}\n\n${WORDS}\n\n${mark}\n`]]);
      taken.fetch.push((await timed(() => repository.fetch())).wall);
      const shown = site.base + path.replace(/\.md$/, "");
      const isThere = async () => (await get(ours.sitesPort, shown)).body.includes(mark);
      const { wall } = await timed(async () => {
        await tell(ours.port, { id, secret, commit });
        await until(`${shown} with "${mark}"`, isThere);
      });
      taken.site.push(wall);
    }
    const [arrives, fetched] = [median(taken.site), median(taken.fetch)];
    return {
      name: `${prefix}Git Sync: a page of ${pages.toLocaleString("en")} stands on its site, from the host's message on`,
      ours: arrives,
      peer: fetched,
      unit: "ms",
      ratio: arrives / fetched,
      goal: { of: "ours", most: 1000 },
    };
  } finally {
    await ours.stop();
    await end(host.process);
  }
}

async function startHost({ programs }: Places, folder: string) {
  let said: (line: string) => void;
  const address = new Promise<string>((resolve) => (said = resolve));
  const process = openCommand([join(programs, "gitSync.js"), "host", folder], {
    core: undefined,
    env: { PATH: globalThis.process.env["PATH"] ?? "" },
    onLine: (line) => said(line.trim()),
  });
  return { process, address: await address };
}

/** Tells an installation of a push, as GitHub does. */
async function tell(
  port: number,
  { id, secret, commit }: { readonly id: string; readonly secret: string; readonly commit: string },
): Promise<void> {
  const push = { ref: "refs/heads/main", after: commit, repository: { full_name: "acme/docs" } };
  const body = JSON.stringify(push);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "push",
    "x-github-delivery": commit,
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const { status } = await send(port, "POST", `/v1/git/webhooks/${id}`, headers, body);
  if (status !== 202) throw new Error(`The webhook answers ${status}.`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`It took too long: ${what}.`);
    await wait(LOOK_MS);
  }
}

class Repository {
  readonly url: string;
  readonly #bare: string;
  readonly #plain: string;

  constructor(folder: string, url: string) {
    [this.url, this.#bare, this.#plain] = [url, join(folder, "docs"), join(folder, "plain")];
  }

  /** With a first commit of so many pages. */
  async make(pages: number): Promise<void> {
    for (const at of [this.#bare, this.#plain]) await git("git", ["init", "-q", "--bare", "-b", "main", at]);
    const paths = Array.from({ length: pages }, (_, index) => index);
    this.commit(paths.map((index) => [pathOf(index), `# Page ${index}\n\n${WORDS}\n\nPage ${index}.\n`]));
    await this.fetch();
  }

  /** @returns its id */
  commit(files: Iterable<readonly [string, string]>): string {
    const at = { cwd: this.#bare, encoding: "utf8" } as const;
    const tip = spawnSync("git", ["rev-parse", "-q", "--verify", "main"], at).stdout.trim();
    const input = commitOf(files, tip === "" ? undefined : tip);
    spawnSync("git", ["fast-import", "--quiet", "--done", "--force"], { ...at, input });
    return spawnSync("git", ["rev-parse", "main"], at).stdout.trim();
  }

  /** Git alone. */
  fetch(): Promise<unknown> {
    return git("git", ["-C", this.#plain, "fetch", "-q", "--depth=50", this.url, "+main:seen"]);
  }
}

/** A space and a repository of a real host, for the tests of keeping both in step. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "vitest";
import { choiceWord } from "../../../console/features/git/choice.ts";
import { gitWords } from "../../../console/words/git.ts";
import type { StoredAttention } from "./present.ts";
import { openExport } from "../../content/openExport.ts";
import { type GitHost, startGitHost } from "../../test/gitHost.ts";
import type { Answer, Person, World } from "../../test/harness.ts";

type Files = Readonly<Record<string, string>>;

/** A repository on the host, as whoever works in it sees it. */
export class Repository {
  readonly host: GitHost;
  readonly name: string;

  constructor(host: GitHost, name: string) {
    this.host = host;
    this.name = name;
    host.create(name);
  }

  /** Makes a commit on top of a branch; null deletes a file. @param modes by path, where it is no plain file */
  commit(
    files: Readonly<Record<string, string | Buffer | null>>,
    message = "Edit",
    branch = "main",
    modes: Readonly<Record<string, string>> = {},
  ): string {
    // Bytes are characters here: not all of them are UTF-8.
    const data = (text: string | Buffer): string => {
      const bytes = Buffer.from(text);
      return `data ${bytes.byteLength}\n${bytes.toString("latin1")}\n`;
    };
    const named = (text: string): string => Buffer.from(text).toString("latin1");
    const changes = Object.entries(files).map(([path, text]) => {
      if (text === null) return `D ${named(path)}\n`;
      const mode = modes[path] ?? "100644";
      // A submodule is the id of a commit.
      if (mode === "160000") return `M ${mode} ${named(text.toString())} ${named(path)}\n`;
      return `M ${mode} inline ${named(path)}\n${data(text)}`;
    });
    const tip = this.tip(branch);
    const from = tip === undefined ? "" : `from ${tip}\n`;
    const who = "committer Ann <ann@example.com> 1700000000 +0000\n";
    const text = `commit refs/heads/${named(branch)}\n${who}${data(message)}${from}${changes.join("")}done\n`;
    this.host.git(this.name, ["fast-import", "--quiet", "--done", "--force"], Buffer.from(text, "latin1"));
    return this.tip(branch) ?? "";
  }

  tip(branch = "main"): string | undefined {
    // Where it isn't packed, it is a file, which is read sooner than git is started.
    const file = join(this.host.create(this.name), "refs/heads", branch);
    if (existsSync(file)) return readFileSync(file, "utf8").trim();
    const found = this.host.git(this.name, [
      "for-each-ref",
      "--format=%(objectname)",
      `refs/heads/${branch}`,
    ]);
    return found === "" ? undefined : found;
  }

  /** All files of a branch. */
  files(branch = "main"): Record<string, string> {
    const paths = this.host.git(this.name, ["ls-tree", "-r", "--name-only", branch]).split("\n");
    const asked = paths.map((path) => `${branch}:${path}\n`).join("");
    let printed = Buffer.from(this.host.printed(this.name, ["cat-file", "--batch=%(objectsize)"], asked));
    return Object.fromEntries(
      paths.map((path) => {
        const line = printed.indexOf(10);
        const size = Number(printed.toString("latin1", 0, line));
        const text = printed.toString("utf8", line + 1, line + 1 + size);
        printed = printed.subarray(line + 1 + size + 1);
        return [path, text];
      }),
    );
  }

  show(path: string, branch = "main"): string {
    return this.host.printed(this.name, ["cat-file", "blob", `${branch}:${path}`]);
  }

  /** Moves a branch, as a push by force does. */
  move(commit: string | null, branch = "main"): void {
    const ref = `refs/heads/${branch}`;
    this.host.git(this.name, commit === null ? ["update-ref", "-d", ref] : ["update-ref", ref, commit]);
  }

  /** Merges a branch into the main one, which says what it says then. */
  merge(branch: string, how: "--no-ff" | "--squash"): void {
    const parents = how === "--squash" ? ["main"] : ["main", branch];
    const named = parents.flatMap((parent) => ["-p", parent]);
    this.move(
      this.host.git(this.name, ["commit-tree", `${branch}^{tree}`, ...named, "-m", "Merged on the host"]),
    );
  }

  /** What a check of all objects says. */
  check(...more: readonly string[]): string {
    return this.host.git(this.name, ["fsck", "--full", "--strict", ...more]);
  }

  /** Lines that a commit adds and removes, by file. */
  numbers(before: string, after: string): string[] {
    const text = this.host.git(this.name, ["diff", "--numstat", before, after]);
    return text === "" ? [] : text.split("\n");
  }
}

/** What is kept in step with a repository, and whoever does. */
export abstract class Synced {
  readonly world: World;
  readonly by: Person;
  readonly id: string;
  readonly repository: Repository;
  installation = "";

  constructor(world: World, by: Person, id: string, repository: Repository) {
    this.world = world;
    this.by = by;
    this.id = id;
    this.repository = repository;
  }

  /** As an installation names it. */
  protected abstract readonly target: { readonly type: "space" | "site" };

  get isSite(): boolean {
    return this.target.type === "site";
  }

  async connect(more: object = {}, at: object = {}): Promise<Answer> {
    const { host, name } = this.repository;
    const providerConfiguration = { url: host.url(name), branch: "refs/heads/main", ...at };
    const answer = await this.world.post(
      "/git/installations",
      { provider: "git", target: this.target, providerConfiguration, ...more },
      this.by,
    );
    this.installation = answer.body.id ?? "";
    return answer;
  }

  get address(): string {
    return `/git/installations/${this.installation}`;
  }

  /** How far both sides are apart; of a standstill its words say what to press. */
  async status() {
    const { body } = await this.world.get(`${this.address}/status`, this.by);
    if (body.attention !== undefined) sayWhatToPress(body, this.isSite);
    return body;
  }

  /** Asks for a sync, and waits for its end. */
  async sync() {
    await this.world.post(`${this.address}/sync`, {}, this.by);
    await this.world.runJobs();
    return this.status();
  }

  async resolve(choice: string, question?: string) {
    const answer = await this.world.post(`${this.address}/resolve`, { choice, question }, this.by);
    if (answer.status >= 300) throw new Error(answer.text);
    await this.world.runJobs();
    return this.status();
  }
}

/** Who is asked reads in the message what the buttons are called, and how a program says it; else that a sync goes on by. */
function sayWhatToPress(
  { state, attention }: { readonly state: string; readonly attention: StoredAttention },
  isSite: boolean,
): void {
  const { kind, message, choices } = attention;
  for (const choice of choices) {
    expect(message.toLowerCase()).toContain(choiceWord(choice, { kind }, isSite).toLowerCase());
    expect(message).toContain(`("${choice}")`);
  }
  if (choices.length > 0) return;
  const press =
    state === "paused"
      ? `"${gitWords.resume}" (lectern git resume)`
      : `"${gitWords.sync}" (lectern git sync)`;
  expect(message).toContain(kind === "unauthenticated" ? "the sync goes on" : press);
}

/** A space that is kept in step, and those who write in it. */
export class SyncedSpace extends Synced {
  protected override get target() {
    return { type: "space" as const, spaceId: this.id };
  }

  async change(...changes: object[]) {
    const answer = await this.world.post(`/spaces/${this.id}/content`, { changes }, this.by);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body.changes;
  }

  async pages(): Promise<{ id: string; title: string; path: string }[]> {
    const { body } = await this.world.get(`/spaces/${this.id}/content/pages`, this.by);
    const all = (pages: { pages?: unknown }[]): never[] =>
      pages.flatMap((page) => [page, ...all((page.pages ?? []) as never)]) as never[];
    return all(body.pages);
  }

  async page(title: string): Promise<{ id: string; title: string; path: string; markdown: string }> {
    const found = (await this.pages()).find((page) => page.title === title);
    if (found === undefined) throw new Error(`there is no page ${title}`);
    return (await this.world.get(`/spaces/${this.id}/content/page/${found.id}`, this.by)).body;
  }

  /** Writes the text of a page. */
  async write(title: string, markdown: string) {
    const { id } = await this.page(title);
    await this.change({ operation: "update_page", page: id, document: { markdown } });
  }

  async texts(): Promise<Files> {
    const texts: Record<string, string> = {};
    for (const { id, title } of await this.pages())
      texts[title] = (await this.world.get(`/spaces/${this.id}/content/page/${id}`, this.by)).body.markdown;
    return texts;
  }

  /** The files of an export. */
  async exported(): Promise<Files> {
    const { db, content, blobs } = this.world.deps;
    const { organization } = this.world;
    const deps = { read: db.read, content: content.of(organization), blobs: blobs.of(organization) };
    const { entries, openFile } = await openExport(deps, this.id, await this.revision());
    const files: Record<string, string> = {};
    for (const entry of entries)
      files[entry.path] = "text" in entry ? await entry.text() : await text(await openFile(entry.fileId));
    return files;
  }

  async revision(): Promise<string> {
    return (await this.world.get(`/spaces/${this.id}`, this.by)).body.revision;
  }
}

export function openHost(folder: string): Promise<GitHost> {
  return startGitHost(join(folder, "host"));
}

/** A host for the tests of a file, on a folder of its own. */
export function useGitHost(): () => GitHost {
  let folder = "";
  let host: GitHost | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lectern-git-host-"));
    host = await openHost(folder);
  });
  afterAll(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });
  return () => {
    if (host === undefined) throw new Error("the host has not been started");
    return host;
  };
}

let count = 0;

export async function newSpace(world: World, by: Person, host: GitHost): Promise<SyncedSpace> {
  const { body } = await world.post(`/orgs/${world.organization}/spaces`, { title: "Docs" }, by);
  return new SyncedSpace(world, by, body.id, new Repository(host, `docs-${(count += 1)}`));
}

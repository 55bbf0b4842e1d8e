/** Whatever both sides do, and whenever they are synced: in the end both say the same, and no word is lost. */
import { beforeAll, expect, inject, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** One other on each database, unless all of them are asked for. */
const SEEDS = isFull
  ? Array.from({ length: 40 }, (_, index) => index + 1)
  : [inject("databases").dialect === "sqlite" ? 1 : 2];
const STEPS = isFull ? 60 : 24;

const world = useWorld();
const host = useGitHost();
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

/** Numbers from 0 to below 1, the same for a seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const fileOf = (name: string): string =>
  `# ${name}\n\nstart of ${name}\n\nmid of ${name}\n\nend of ${name}\n`;

/** Two that don't know of each other. */
class Writers {
  readonly space: SyncedSpace;
  readonly next: () => number;
  /** Words by the page that they were written on, without those whose writers have deleted the page themselves. */
  readonly words = new Map<string, { readonly word: string; readonly by: "us" | "them" }[]>();
  readonly deleted = new Set<string>();
  readonly told: string[] = [];
  #count = 0;

  constructor(space: SyncedSpace, next: () => number) {
    this.space = space;
    this.next = next;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.next() * from.length)];
  }

  #word(page: string, by: "us" | "them"): string {
    const word = `word${(this.#count += 1)}`;
    this.words.set(page, [...(this.words.get(page) ?? []), { word, by }]);
    return word;
  }

  #forget(page: string, by: "us" | "them"): void {
    this.deleted.add(page);
    this.words.set(
      page,
      (this.words.get(page) ?? []).filter((one) => one.by !== by),
    );
  }

  /** Pages in the repository, by name. */
  #files(): Map<string, string> {
    const summary = this.space.repository.show("SUMMARY.md");
    return new Map(
      [...summary.matchAll(/\[(\w+)\]\(([^)]+)\)/g)].map(([, name = "", path = ""]) => [name, path]),
    );
  }

  async ours(): Promise<void> {
    const pages = await this.space.pages();
    const page = this.#pick(pages);
    const kind = this.next();
    if (page === undefined || kind < 0.15) {
      const name = `Ours${(this.#count += 1)}`;
      this.told.push(`ours: new ${name}`);
      const document = { markdown: `start of ${name}\n\nmid of ${name}\n\nend of ${name}\n` };
      await this.space.change({ operation: "insert_page", type: "document", title: name, document });
      return;
    }
    if (kind < 0.25 && pages.length > 2) {
      this.told.push(`ours: delete ${page.title}`);
      this.#forget(page.title, "us");
      await this.space.change({ operation: "delete_page", page: page.id });
      return;
    }
    const { markdown } = await this.space.page(page.title);
    const isMiddle = kind < 0.45;
    this.told.push(`ours: ${isMiddle ? "middle" : "start"} of ${page.title}`);
    const text = isMiddle
      ? markdown.replace(/^mid .*$/m, `mid by us ${(this.#count += 1)}`)
      : `${this.#word(page.title, "us")}\n\n${markdown}`;
    await this.space.write(page.title, text);
  }

  theirs(): void {
    const { repository } = this.space;
    const files = this.#files();
    const summary = repository.show("SUMMARY.md");
    const kind = this.next();
    const [name, path] = this.#pick([...files]) ?? [];
    if (name === undefined || path === undefined || kind < 0.15) {
      const made = `Theirs${(this.#count += 1)}`;
      this.told.push(`theirs: new ${made}`);
      const file = `${made.toLowerCase()}.md`;
      repository.commit({ [file]: fileOf(made), "SUMMARY.md": `${summary}* [${made}](${file})\n` });
      return;
    }
    const line = new RegExp(`^ *\\* \\[${name}\\].*\\n`, "m");
    if (kind < 0.25 && files.size > 2) {
      this.told.push(`theirs: delete ${name}`);
      this.#forget(name, "them");
      repository.commit({ [path]: null, "SUMMARY.md": summary.replace(line, "") });
      return;
    }
    const text = repository.show(path);
    if (kind < 0.4) {
      const moved = `moved-${(this.#count += 1)}/${path.split("/").at(-1)}`;
      this.told.push(`theirs: move ${name}`);
      repository.commit({
        [path]: null,
        [moved]: text,
        "SUMMARY.md": summary.replace(`](${path})`, `](${moved})`),
      });
      return;
    }
    const isMiddle = kind < 0.55;
    this.told.push(`theirs: ${isMiddle ? "middle" : "end"} of ${name}`);
    repository.commit({
      [path]: isMiddle
        ? text.replace(/^mid .*$/m, `mid by them ${(this.#count += 1)}`)
        : `${text.trimEnd()}\n\n${this.#word(name, "them")}\n`,
    });
  }

  async sync(): Promise<void> {
    const status = await this.space.sync();
    this.told.push(`sync: ${status.state}, ${status.held.length} held`);
    expect([status.state, status.attention, this.told]).toEqual(["synced", undefined, this.told]);
    if (status.held.length === 0 || this.next() < 0.5) return;
    const choice = this.next() < 0.5 ? "git" : "lectern";
    this.told.push(`decide: ${choice}`);
    await this.space.resolve(choice);
  }
}

test.each(SEEDS)(
  `both sides come to the same, whatever they do (seed %i, ${STEPS} steps)`,
  { timeout: 180_000 + STEPS * 4000 },
  async (seed) => {
    const space = await newSpace(world(), ada, host());
    const { repository } = space;
    const names = ["One", "Two", "Three", "Four"];
    const list = names.map((name) => `* [${name}](${name.toLowerCase()}.md)\n`).join("");
    repository.commit({
      "SUMMARY.md": `# Table of contents\n\n${list}`,
      ...Object.fromEntries(names.map((name) => [`${name.toLowerCase()}.md`, fileOf(name)])),
    });
    await space.connect({ direction: "git", confirm: true });
    await world().runJobs();
    const next = chance(seed);
    const writers = new Writers(space, next);
    for (let step = 0; step < STEPS; step++) {
      const kind = next();
      if (kind < 0.4) await writers.ours();
      else if (kind < 0.75) writers.theirs();
      else await writers.sync();
    }
    await writers.sync();
    for (let left = 5; left > 0 && (await space.status()).held.length > 0; left--) await space.resolve("git");
    await space.sync();
    const [tip, revision] = [repository.tip(), await space.revision()];
    expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0, isBehind: false });
    expect([repository.tip(), await space.revision()]).toEqual([tip, revision]);
    expect(repository.check()).toBe("");
    const texts = await space.texts();
    for (const [name, words] of writers.words) {
      const text = texts[name];
      // A page is gone only where somebody has deleted it.
      if (text === undefined)
        expect([writers.deleted.has(name), name, writers.told]).toEqual([true, name, writers.told]);
      else
        expect([words.filter(({ word }) => !text.includes(word)), writers.told]).toEqual([[], writers.told]);
    }
    // What the branch says is what the space says: somebody who comes to it anew gets the same.
    const other = await newSpace(world(), ada, host());
    other.repository.host.git(other.repository.name, [
      "fetch",
      "-q",
      host().create(repository.name),
      "main:main",
    ]);
    await other.connect({ direction: "git", confirm: true });
    await world().runJobs();
    expect([await other.texts(), writers.told]).toEqual([texts, writers.told]);
    expect((await other.pages()).map(({ path }) => path)).toEqual(
      (await space.pages()).map(({ path }) => path),
    );
  },
);

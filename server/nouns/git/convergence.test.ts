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

const bodyOf = (name: string): string => `start of ${name}\n\nmid of ${name}\n\nend of ${name}\n`;
const fileOf = (name: string): string => `# ${name}\n\n${bodyOf(name)}`;

/** Who a page is, whatever it is called and wherever it lies: nobody edits that line. */
const nameIn = (text: string): string => /^end of (\w+)$/m.exec(text)?.[1] ?? "";

/** Two that don't know of each other. */
class Writers {
  readonly space: SyncedSpace;
  readonly next: () => number;
  /** Words by the page that they were written on, without those whose writers have taken them back themselves. */
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
    const word = `word${(this.#count += 1)}x`;
    this.words.set(page, [...(this.words.get(page) ?? []), { word, by }]);
    return word;
  }

  #forget(page: string, isForgotten: (one: { word: string; by: "us" | "them" }) => boolean): void {
    this.words.set(
      page,
      (this.words.get(page) ?? []).filter((one) => !isForgotten(one)),
    );
  }

  /** Pages of the space by their names. */
  async pages(): Promise<Map<string, { id: string; title: string; path: string; markdown: string }>> {
    const { world, id: space, by } = this.space;
    const found = await Promise.all(
      (await this.space.pages()).map(
        async ({ id }) => (await world.get(`/spaces/${space}/content/page/${id}`, by)).body,
      ),
    );
    return new Map(found.map((page) => [nameIn(page.markdown), page]));
  }

  /** Pages in the repository, by name. */
  #files(): Map<string, { readonly path: string; readonly text: string }> {
    const files = Object.entries(this.space.repository.files());
    const pages = files.filter(([, text]) => nameIn(text) !== "");
    return new Map(pages.map(([path, text]) => [nameIn(text), { path, text }]));
  }

  async ours(): Promise<void> {
    const pages = await this.pages();
    const [name, page] = this.#pick([...pages]) ?? [];
    const kind = this.next();
    if (name === undefined || page === undefined || kind < 0.12) {
      const made = `Ours${(this.#count += 1)}`;
      this.told.push(`ours: new ${made}`);
      const document = { markdown: bodyOf(made) };
      await this.space.change({ operation: "insert_page", type: "document", title: made, document });
      return;
    }
    const set = (fields: object) => this.space.change({ operation: "update_page", page: page.id, ...fields });
    if (kind < 0.2 && pages.size > 2) {
      this.told.push(`ours: delete ${name}`);
      // What is below it goes with it.
      for (const [other, { path }] of pages)
        if (path === page.path || path.startsWith(`${page.path}/`)) {
          this.deleted.add(other);
          this.#forget(other, ({ by }) => by === "us");
        }
      await this.space.change({ operation: "delete_page", page: page.id });
      return;
    }
    if (kind < 0.3) {
      this.told.push(`ours: retitle ${name}`);
      await set({ title: `${name} ${(this.#count += 1)}` });
      return;
    }
    if (kind < 0.4) {
      this.told.push(`ours: rename ${name}`);
      await set({ slug: `renamed-${(this.#count += 1)}` });
      return;
    }
    if (kind < 0.5) {
      const others = [...pages.values()].filter(({ path }) => !`${path}/`.startsWith(`${page.path}/`));
      const into = this.next() < 0.5 ? undefined : this.#pick(others);
      this.told.push(`ours: move ${name} below ${into === undefined ? "the top" : into.title}`);
      await set({ into: into?.id ?? null, at: 0 });
      return;
    }
    const isMiddle = kind < 0.65;
    this.told.push(`ours: ${isMiddle ? "middle" : "start"} of ${name}`);
    const text = isMiddle
      ? page.markdown.replace(/^mid .*$/m, `mid by us ${(this.#count += 1)}`)
      : `${this.#word(name, "us")}\n\n${page.markdown}`;
    await set({ document: { markdown: text } });
  }

  theirs(): void {
    const { repository } = this.space;
    const files = this.#files();
    const summary = repository.show("SUMMARY.md");
    const kind = this.next();
    const [name, file] = this.#pick([...files]) ?? [];
    if (name === undefined || file === undefined || kind < 0.12) {
      const made = `Theirs${(this.#count += 1)}`;
      this.told.push(`theirs: new ${made}`);
      const path = `${made.toLowerCase()}.md`;
      repository.commit({ [path]: fileOf(made), "SUMMARY.md": `${summary}* [${made}](${path})\n` });
      return;
    }
    const { path, text } = file;
    const line = summary.split("\n").find((one) => one.includes(`](${path}`));
    if (kind < 0.2 && files.size > 2) {
      this.told.push(`theirs: delete ${name}`);
      this.deleted.add(name);
      this.#forget(name, ({ by }) => by === "them");
      const left = summary.split("\n").filter((one) => one !== line);
      repository.commit({ [path]: null, "SUMMARY.md": left.join("\n") });
      return;
    }
    if (kind < 0.3) {
      const moved = `moved-${(this.#count += 1)}/${path.split("/").at(-1)}`;
      this.told.push(`theirs: move ${name}`);
      repository.commit({
        [path]: null,
        [moved]: text,
        "SUMMARY.md": summary.replace(`](${path}`, `](${moved}`),
      });
      return;
    }
    if (kind < 0.4 && line !== undefined) {
      this.told.push(`theirs: line of ${name}`);
      const rest = summary.split("\n").filter((one) => one !== line);
      const own = line.trim();
      repository.commit({ "SUMMARY.md": `${rest.join("\n").trimEnd()}\n${own}\n` });
      return;
    }
    if (kind < 0.5) return this.#rewrite();
    const isMiddle = kind < 0.65;
    this.told.push(`theirs: ${isMiddle ? "middle" : "end"} of ${name}`);
    repository.commit({
      [path]: isMiddle
        ? text.replace(/^mid .*$/m, `mid by them ${(this.#count += 1)}`)
        : `${text.trimEnd()}\n\n${this.#word(name, "them")}\n`,
    });
  }

  /** Moves the branch back by a push of force, and goes on from there. */
  #rewrite(): void {
    const { repository } = this.space;
    const back = 1 + Math.floor(this.next() * 3);
    const all = repository.host.git(repository.name, ["rev-list", "--first-parent", "main"]).split("\n");
    const to = all[Math.min(back, all.length - 1)] ?? "";
    this.told.push(`theirs: back by ${Math.min(back, all.length - 1)}`);
    repository.move(to);
    repository.commit({ "other.txt": `Rewritten ${(this.#count += 1)}.\n` }, "Rewritten");
    this.#takenBack(({ by }) => by === "them");
  }

  /** What the branch doesn't say any more was taken back by whoever rewrote it. */
  #takenBack(isOf: (one: { by: "us" | "them" }) => boolean): void {
    const files = this.#files();
    for (const name of this.words.keys()) {
      const text = files.get(name)?.text;
      if (text === undefined) this.deleted.add(name);
      this.#forget(name, (one) => isOf(one) && text?.includes(one.word) !== true);
    }
  }

  /** Lectern's content is put on top of a branch: what the branch alone said is in its history. */
  async #putOnTop(): Promise<void> {
    const { repository } = this.space;
    const pages = await this.pages();
    for (const [name, words] of this.words) {
      const text = pages.get(name)?.markdown;
      if (text === undefined) this.deleted.add(name);
      for (const { word, by } of words)
        if (by === "them" && text?.includes(word) !== true)
          expect([
            word,
            repository.host.git(repository.name, ["log", "--format=%H", "-S", word, "main"]),
          ]).toEqual([word, expect.stringMatching(/^[0-9a-f]{40}/)]);
      this.#forget(name, ({ word, by }) => by === "them" && text?.includes(word) !== true);
    }
  }

  async sync(): Promise<void> {
    let status = await this.space.sync();
    this.told.push(`sync: ${status.state} ${status.attention?.kind ?? ""}, ${status.held.length} held`);
    if (status.attention?.kind === "rewritten") {
      const choice = this.next() < 0.5 ? "git" : "lectern";
      this.told.push(`rewritten: ${choice}`);
      if (choice === "git") this.#takenBack(() => true);
      else await this.#putOnTop();
      status = await this.space.resolve(choice);
      this.told.push(`sync: ${status.state} ${status.attention?.kind ?? ""}, ${status.held.length} held`);
    }
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
    // What was taken back by force is nobody's any more.
    expect(repository.check("--no-dangling")).toBe("");
    const pages = await writers.pages();
    for (const [name, words] of writers.words) {
      const text = pages.get(name)?.markdown;
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
    const shown = async (of: Writers) =>
      [...(await of.pages())].map(([name, { title, path, markdown }]) => ({ name, title, path, markdown }));
    const anew = new Writers(other, next);
    expect([await shown(anew), writers.told]).toEqual([await shown(writers), writers.told]);
  },
);

/** Whatever is proposed, reviewed and merged, by whichever way: each paragraph comes once, and nobody loses a word. */
import { beforeAll, expect, inject, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** Others on each database, unless all of them are asked for. */
const SEEDS = isFull
  ? Array.from({ length: 40 }, (_, index) => index + 1)
  : inject("databases").dialect === "sqlite"
    ? [1, 2]
    : [3];
const ROUNDS = isFull ? 4 : 2;
const WAYS = ["--squash", "--no-ff", "rebase"] as const;

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

/** A line of words: a title under the name of its page, or a paragraph under a name of its own. */
type Line = readonly string[];
/** The lines of a page by their names. */
type Lines = ReadonlyMap<string, Line>;
/** Pages by their names. */
type Pages = ReadonlyMap<string, Lines>;

const textOf = (line: Line): string => line.join(" ");
const isSame = (one: Line | undefined, other: Line | undefined): boolean =>
  textOf(one ?? []) === textOf(other ?? []);
const linesIn = (name: string, title: string, markdown: string): Lines =>
  new Map(
    [[name, title], ...markdown.split("\n\n").map((text) => [text.split(" ")[0] ?? "", text.trim()])].map(
      ([key = "", text = ""]) => [key, text.split(" ")],
    ),
  );

/** What comes of what was proposed, where both sides have gone on from it and never touched the same line. */
function joined(proposed: Pages, here: Pages, there: Pages): Pages {
  const names = new Set([...here.keys(), ...there.keys()]);
  return new Map(
    [...names].map((name) => {
      const [was, own, others] = [proposed, here, there].map((pages) => pages.get(name) ?? new Map()) as [
        Lines,
        Lines,
        Lines,
      ];
      const keys = new Set([...own.keys(), ...others.keys()]);
      const line = (key: string): Line | undefined =>
        isSame(was.get(key), others.get(key)) ? own.get(key) : others.get(key);
      return [name, new Map([...keys].flatMap((key) => (line(key) ? [[key, line(key)!] as const] : [])))];
    }),
  );
}

class Team {
  readonly space: SyncedSpace;
  readonly next: () => number;
  readonly told: string[] = [];
  readonly ids = new Map<string, string>();
  /** What the space says, and what the branch does. */
  here: Pages = new Map();
  main: Pages = new Map();
  #count = 0;

  constructor(space: SyncedSpace, next: () => number) {
    this.space = space;
    this.next = next;
  }

  get branch(): string {
    return `lectern/${this.space.id}`;
  }

  /** Whether something is proposed on top of the branch. */
  get isOpen(): boolean {
    const { repository } = this.space;
    const [main, open] = [repository.tip(), repository.tip(this.branch)];
    if (open === undefined || open === main) return false;
    return repository.host.git(repository.name, ["merge-base", "main", this.branch]) === main;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.next() * from.length)];
  }

  #newLine(name: string): Line {
    return [name, ...Array.from({ length: 5 }, () => this.#word())];
  }

  #word(): string {
    return `w${(this.#count += 1)}x`;
  }

  /** The same with another word. @param from slots that may be another, from 1 */
  #edited(line: Line, from: readonly number[]): Line {
    const slot = this.pick(from) ?? 1;
    return line.map((word, index) => (index === slot ? this.#word() : word));
  }

  newPage(): readonly [string, Lines] {
    const name = `page${(this.#count += 1)}`;
    const keys = [name, `${name}a`, `${name}b`, `${name}c`];
    return [name, new Map(keys.map((key) => [key, this.#newLine(key)]))];
  }

  /** Somebody writes here, but not into lines that a reviewer has touched. */
  async write(touched: ReadonlySet<string>): Promise<void> {
    const kind = this.next();
    const { space } = this;
    if (kind < 0.15) {
      const [name, lines] = this.newPage();
      this.told.push(`new page ${name}`);
      const { title, document } = asPage(name, lines);
      await space.change({ operation: "insert_page", title, document });
      this.ids.set(name, (await space.page(title)).id);
      this.here = new Map([...this.here, [name, lines]]);
      return;
    }
    const [name, lines] = this.pick([...this.here].filter(([one]) => one !== "Home"))!;
    const page = this.ids.get(name);
    if (kind < 0.25) {
      this.told.push(`another address of ${name}`);
      await space.change({ operation: "update_page", page, slug: `at-${(this.#count += 1)}` });
      return;
    }
    if (kind < 0.4) return this.#place(name, kind < 0.32);
    const changed = this.#change(name, lines, {
      kind: this.next(),
      isFree: (key) => !touched.has(key),
      slots: () => [1, 2, 3, 4, 5],
    });
    const { title, document } = asPage(name, changed);
    await space.change({ operation: "update_page", page, title, document });
    this.here = new Map([...this.here, [name, changed]]);
  }

  /** Somebody hangs a page below another, or exchanges their addresses. */
  async #place(name: string, isExchanged: boolean): Promise<void> {
    const { space, ids } = this;
    const paths = new Map((await space.pages()).map(({ id, path }) => [id, path]));
    const path = (one: string): string => paths.get(ids.get(one) ?? "") ?? "";
    const slug = (one: string): string => path(one).slice(path(one).lastIndexOf("/") + 1);
    const others = [...this.here.keys()].filter(
      (one) => one !== "Home" && !`${path(one)}/`.startsWith(`${path(name)}/`),
    );
    const other = this.pick(others);
    if (other === undefined) return;
    const [page, second] = [ids.get(name), ids.get(other)];
    this.told.push(isExchanged ? `exchange addresses of ${name} and ${other}` : `${name} below ${other}`);
    if (!isExchanged) {
      await space.change({ operation: "update_page", page, into: second, at: 0 });
      return;
    }
    await space.change({ operation: "update_page", page, slug: `at-${(this.#count += 1)}` });
    await space.change({ operation: "update_page", page: second, slug: slug(name) });
    await space.change({ operation: "update_page", page, slug: slug(other) });
  }

  /** Lines of a page with one that is new, gone or another. One paragraph stays: a page is known by it. */
  #change(
    name: string,
    lines: Lines,
    {
      kind,
      isFree,
      slots,
    }: { kind: number; isFree: (key: string) => boolean; slots: (key: string) => readonly number[] },
  ): Lines {
    const keys = [...lines.keys()];
    const free = keys.filter((key) => isFree(key) && slots(key).length > 0);
    const gone = this.pick(free.filter((key) => key !== name && key !== `${name}a`));
    if (kind < 0.2 && gone !== undefined) {
      this.told.push(`delete ${gone}`);
      return new Map([...lines].filter(([key]) => key !== gone));
    }
    const edited = this.pick(free);
    if (kind < 0.65 && edited !== undefined) {
      this.told.push(`edit ${edited}`);
      return new Map(
        [...lines].map(([key, line]) => [key, key === edited ? this.#edited(line, slots(key)) : line]),
      );
    }
    const made = `${name}n${(this.#count += 1)}`;
    this.told.push(`add ${made}`);
    const at = 1 + Math.floor(this.next() * keys.length);
    const entries = [...lines];
    entries.splice(at, 0, [made, this.#newLine(made)]);
    return new Map(entries);
  }

  /**
   * Somebody commits to a branch that says what was proposed, but not to lines that were written here since. Where the
   * commits of a proposal are gone it can't be told what a word was before, nor what was deleted, nor whether a new line
   * that comes alone was made of a proposed one: nothing of that then.
   * @returns the lines that they have touched
   */
  review(branch: string, proposed: Pages, way: (typeof WAYS)[number]): Pages {
    const [name, lines] = this.pick([...proposed].filter(([one]) => one !== "Home"))!;
    const isFree = (key: string): boolean => isSame(this.here.get(name)?.get(key), lines.get(key));
    const news = [...proposed].flatMap(([page, all]) =>
      [...all.keys()].filter((key) => key !== page && !this.main.get(page)?.has(key)),
    );
    const slots = (key: string): readonly number[] => {
      if (way === "--squash" && news.includes(key) && news.length === 1) return [];
      const [own, was] = [lines.get(key) ?? [], this.main.get(name)?.get(key)];
      const open = [1, 2, 3, 4, 5];
      return way === "--squash" && was !== undefined ? open.filter((at) => own[at] === was[at]) : open;
    };
    const isAgreed = [...lines.keys()].every((key) => isSame(lines.get(key), this.main.get(name)?.get(key)));
    const kind = way === "--squash" && !isAgreed ? 0.2 + 0.8 * this.next() : this.next();
    this.told.push("a reviewer:");
    const changed = this.#change(name, lines, { kind, isFree, slots });
    this.commit(branch, name, changed);
    return new Map([...proposed, [name, changed]]);
  }

  commit(branch: string, name: string, lines: Lines): void {
    const { repository } = this.space;
    const files = Object.entries(repository.files(branch));
    const path = files.find(([, text]) => text.includes(`${name}a `))?.[0] ?? `${name}.md`;
    const { title, document } = asPage(name, lines);
    repository.commit({ [path]: `# ${title}\n\n${document.markdown}` }, "By hand", branch);
  }

  merge(branch: string, way: (typeof WAYS)[number]): void {
    this.told.push(`merge ${branch} ${way}`);
    const { repository } = this.space;
    if (way === "rebase") repository.move(repository.tip(branch) ?? "");
    else repository.merge(branch, way);
  }

  async sync(): Promise<void> {
    const { state, attention, held } = await this.space.sync();
    this.told.push(`sync: ${state}`);
    const said = await Promise.all(
      (await this.space.pages()).map(async ({ id }) => {
        const { body } = await world().get(`/spaces/${this.space.id}/content/page/${id}`, ada);
        return asText(linesIn(body.title.split(" ")[0], body.title, body.markdown));
      }),
    );
    const expected = [...this.here.values()].map(asText);
    expect({ state, attention, held, said: said.toSorted(), told: this.told }).toEqual({
      state: "synced",
      attention: undefined,
      held: [],
      said: expected.toSorted(),
      told: this.told,
    });
  }
}

const asPage = (name: string, lines: Lines) => ({
  title: textOf(lines.get(name) ?? [name]),
  document: {
    markdown: `${[...lines]
      .filter(([key]) => key !== name)
      .map(([, line]) => textOf(line))
      .join("\n\n")}\n`,
  },
});
/** Its lines in an order of their own: where new ones of both sides stand is nobody's word. */
const asText = (lines: Lines): string => [...lines.values()].map(textOf).toSorted().join("\n");

test.each(SEEDS)(
  `what is proposed, reviewed and merged comes once (seed %i, ${ROUNDS} rounds)`,
  { timeout: 180_000 + ROUNDS * 60_000 },
  async (seed) => {
    const space = await newSpace(world(), ada, host());
    const { repository } = space;
    const team = new Team(space, chance(seed));
    team.main = new Map([team.newPage(), team.newPage()]);
    repository.commit({ "README.md": "# Home\n\nfirst\n" });
    for (const [name, lines] of team.main) team.commit("main", name, lines);
    team.main = new Map([["Home", new Map(["Home", "first"].map((word) => [word, [word]]))], ...team.main]);
    await space.connect({ direction: "git", confirm: true, outgoing: "pull-request" });
    await world().runJobs();
    team.here = team.main;
    for (const { id, title } of await space.pages()) team.ids.set(title.split(" ")[0] ?? "", id);
    for (let round = 0; round < ROUNDS; round++) {
      for (let edits = 1 + Math.floor(team.next() * 3); edits > 0; edits--) await team.write(new Set());
      await team.sync();
      const way = team.pick(WAYS)!;
      const first = team.here;
      const tip = repository.tip(team.branch);
      if (!team.isOpen) continue;
      const isLater = team.next() < 0.5;
      const branch = isLater ? `topic-${round}` : team.branch;
      if (isLater) {
        // What was proposed first is merged by somebody who has it, while another proposal waits.
        repository.move(tip ?? "", branch);
        await team.write(new Set());
        await team.sync();
      }
      const there = team.next() < 0.8 ? team.review(branch, first, way) : first;
      const touched = new Set(
        [...there].flatMap(([name, lines]) =>
          [...new Set([...lines.keys(), ...(first.get(name)?.keys() ?? [])])].filter(
            (key) => !isSame(lines.get(key), first.get(name)?.get(key)),
          ),
        ),
      );
      if (team.next() < 0.5) await team.write(touched);
      team.merge(branch, way);
      if (!isLater && team.next() < 0.5) repository.move(null, team.branch);
      team.here = joined(first, team.here, there);
      team.main = there;
      await team.sync();
      const tips = () => [repository.tip(), repository.tip(team.branch)];
      const [before, revision] = [tips(), await space.revision()];
      await team.sync();
      expect([tips(), await space.revision(), team.told]).toEqual([before, revision, team.told]);
    }
    if (team.isOpen) team.merge(team.branch, "--no-ff");
    await team.sync();
    expect(await space.status()).toMatchObject({ state: "synced", held: [], pagesAhead: 0, isBehind: false });
    expect(repository.check("--no-dangling")).toBe("");
  },
);

/** A sync whose process is killed at any of its steps: nothing is lost, nothing comes twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { checkStore } from "../content/check.ts";
import { readFolder } from "../importers/folder.ts";
import { newSpace, openHost, type SyncedSpace } from "../nouns/git/gitSpace.fixture.ts";
import { newSite } from "../nouns/git/site/gitSite.fixture.ts";
import { useChildProgram } from "../test/childProgram.ts";
import type { GitHost } from "../test/gitHost.ts";
import { type Person, TEST_SECRET, useWorld } from "../test/harness.ts";
import { DOCUMENTATION, roundsOf, WORDS } from "./syncRounds.fixture.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/**
 * What another database changes in it are the transactions alone, which have their own tests. Thirds of the way on the
 * one and quarters on the other are six points in all: as many as sixths on one.
 */
const isPostgres = inject("databases").dialect === "postgres";
const KILLS = isFull ? (isPostgres ? 60 : 300) : isPostgres ? 3 : 4;
/** Longer than any lease, and than the wait after a failure. */
const LATER_MS = 60_000;
const program = useChildProgram(new URL("syncing.child.ts", import.meta.url));

const world = useWorld();
let ada: Person;
let folder: string;
let host: GitHost;
let space: SyncedSpace;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  folder = mkdtempSync(join(tmpdir(), "lectern-sync-crash-"));
  host = await openHost(folder);
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host);
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

/** Syncs in a process that dies at a point, unless it is done before; gives the points that it came to. */
async function syncUntil(point: number): Promise<string[]> {
  const { url = "", file } = world().place;
  const args = [program(), url, file, folder, String(world().ahead), String(point), TEST_SECRET];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const said = await text(child.stdout);
  await closed;
  return said.split("\n").filter((line) => line !== "");
}

/** Commits of Lectern on a branch. */
const commits = (branch = "main"): number =>
  Number(host.git(space.repository.name, ["rev-list", "--count", "--committer=Lectern", branch]));

test(
  `both sides have each edit once, whichever of its steps a sync is killed at, ${KILLS} times`,
  // Kills are counted, not minutes: the bound is there for a sync that never ends.
  { timeout: 300_000 + KILLS * 60_000 },
  async () => {
    const { repository } = space;
    repository.commit({
      "SUMMARY.md": "# Table of contents\n\n* [Here](here.md)\n* [There](there.md)\n",
      "here.md": "# Here\n\nbegin\n",
      "there.md": "# There\n\nbegin\n",
    });
    await space.connect({ direction: "git", confirm: true });
    await world().runJobs();
    // As many points as a sync has that brings something both ways.
    let points = 0;
    let own = 0;
    for (let round = 0; round <= KILLS; round++) {
      // The first is not killed: it tells how many points there are, over which the others are spread.
      const spread = KILLS < points ? Math.ceil((round * points) / KILLS) : ((round - 1) % points) + 1;
      await space.write("Here", `ours of round ${round}\n`);
      await space.change({
        operation: "insert_page",
        type: "document",
        title: `Ours ${round}`,
        document: { markdown: `New of round ${round}.\n` },
      });
      repository.commit({
        "SUMMARY.md": `${repository.show("SUMMARY.md")}* [Theirs ${round}](theirs-${round}.md)\n`,
        "there.md": `# There\n\ntheirs of round ${round}\n`,
        [`theirs-${round}.md`]: `# Theirs ${round}\n\nNew of round ${round}.\n`,
      });
      await world().post(`${space.address}/sync`, {}, ada);
      const said = await syncUntil(round === 0 ? 0 : spread);
      if (round === 0) {
        expect(said.at(-1)).toBe("done");
        points = said.length - 1;
        expect(points).toBeGreaterThan(12);
      } else expect(said).toHaveLength(spread);
      world().ahead += LATER_MS;
      await world().runJobs();
      expect(await space.status()).toMatchObject({
        state: "synced",
        held: [],
        pagesAhead: 0,
        isBehind: false,
      });
      own += 1;
      expect([round, commits()]).toEqual([round, own]);
      expect((await space.pages()).length).toBe(2 + 2 * (round + 1));
      const files = Object.entries(repository.files()).map(([path, file]) => [path, file.split("\n")[2]]);
      expect(Object.fromEntries(files)).toMatchObject({
        "here.md": `ours of round ${round}`,
        "there.md": `theirs of round ${round}`,
        [`ours-${round}.md`]: `New of round ${round}.`,
        [`theirs-${round}.md`]: `New of round ${round}.`,
      });
      expect(files.filter(([path]) => path?.endsWith(".md") && path !== "SUMMARY.md")).toHaveLength(
        2 + 2 * (round + 1),
      );
      // All that was written before is read again now and then: to read it each time takes the square of the rounds.
      if (round % 20 !== 0 && round !== KILLS) continue;
      const texts = await space.texts();
      const numbers = Array.from({ length: round + 1 }, (_, index) => index);
      expect(texts).toEqual({
        Here: `ours of round ${round}\n`,
        There: `theirs of round ${round}\n`,
        ...Object.fromEntries(numbers.map((number) => [`Ours ${number}`, `New of round ${number}.\n`])),
        ...Object.fromEntries(numbers.map((number) => [`Theirs ${number}`, `New of round ${number}.\n`])),
      });
    }
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
  },
);

/** Of the ways that go through somebody's hands. */
const WAY_KILLS = isFull ? 60 : isPostgres ? 2 : 3;

/** Which point to kill a sync at in a round, spread over as many as there are; none in the first, which counts them. */
const pointOf = (round: number, points: number, kills: number): number =>
  kills < points ? Math.ceil((round * points) / kills) : ((round - 1) % points) + 1;

/** Syncs, killed on the way, and lets whoever comes after end it. @returns how many points there are, when it isn't killed */
async function syncKilled(round: number, points: number, kills = WAY_KILLS): Promise<number> {
  await world().post(`${space.address}/sync`, {}, ada);
  const said = await syncUntil(round === 0 ? 0 : pointOf(round, points, kills));
  if (round > 0) expect(said).toHaveLength(pointOf(round, points, kills));

  world().ahead += LATER_MS;
  await world().runJobs();
  return round === 0 ? said.length - 1 : points;
}

/** What a branch says of pages; the table of contents is not looked at. */
function textsOn(branch = "main") {
  const { "SUMMARY.md": _, ...files } = space.repository.files(branch);
  return files;
}
/** What either side has written by a round. */
const wordsBy = (round: number) =>
  Object.fromEntries(
    Array.from({ length: round + 1 }, (_, index) => index).flatMap((index) => [
      [`ours-${index}.md`, `# Ours ${index}\n\nOf round ${index}.\n`],
      [`theirs-${index}.md`, `# Theirs ${index}\n\nOf round ${index}.\n`],
    ]),
  );
const writeOurs = (round: number) =>
  space.change({
    operation: "insert_page",
    type: "document",
    title: `Ours ${round}`,
    document: { markdown: `Of round ${round}.\n` },
  });
const pushTheirs = (round: number) =>
  space.repository.commit({
    "SUMMARY.md": `${space.repository.show("SUMMARY.md")}* [Theirs ${round}](theirs-${round}.md)\n`,
    [`theirs-${round}.md`]: `# Theirs ${round}\n\nOf round ${round}.\n`,
  });
const CONTENTS = "# Table of contents\n\n* [Home](README.md)\n";
const HOME = { "README.md": "# Home\n\nBegin.\n" };

test(
  `what goes out as a pull request is proposed once, whichever of its steps a sync is killed at, ${WAY_KILLS} times`,
  { timeout: 300_000 + WAY_KILLS * 60_000 },
  async () => {
    const { repository } = space;
    repository.commit({ ...HOME, "SUMMARY.md": CONTENTS });
    const pulls: { head: string; base: string }[] = [];
    host.api = ({ method, path, body }) => {
      if (!path.includes("/pulls")) return { status: method === "GET" ? 200 : 201, body: [] };
      if (method === "POST") pulls.push(body);
      const { head, base } = pulls.at(-1) ?? { head: "", base: "" };
      const places = { head: { ref: head, repo: { id: 7 } }, base: { ref: base, repo: { id: 7 } } };
      const shown = { number: pulls.length, html_url: host.url(repository.name), ...places };
      return { status: 200, body: method === "POST" ? shown : pulls.length > merged ? [shown] : [] };
    };
    await space.connect(
      { provider: "github", direction: "git", confirm: true, outgoing: "pull-request" },
      { accessToken: "good" },
    );
    await world().runJobs();
    const proposals = `lectern/${space.id}`;
    let [points, merged] = [0, 0];
    for (let round = 0; round <= WAY_KILLS; round++) {
      // What was proposed is merged on the host now and then: the run that finds it there is killed as well.
      if (round % 3 === 2) {
        const tree = repository.tip(proposals) ?? "";
        const squashed = ["commit-tree", `${tree}^{tree}`, "-p", "main", "-m", "Squashed"];
        repository.move(host.git(repository.name, squashed));
        merged = pulls.length;
      }
      await writeOurs(round);
      pushTheirs(round);
      points = await syncKilled(round, points);
      expect(points).toBeGreaterThan(10);
      expect(await space.status()).toMatchObject({ state: "synced", held: [], isBehind: false });
      expect(textsOn(proposals)).toEqual({ ...HOME, ...wordsBy(round) });
      expect(await space.pages()).toHaveLength(1 + 2 * (round + 1));
      // One commit a round, and one request until that is merged.
      expect([round, commits(proposals), pulls.length]).toEqual([round, round + 1, merged + 1]);
      expect(repository.files()).not.toHaveProperty(`ours-${round}.md`);
    }
    host.api = undefined;
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
  },
);

test(
  `what comes in by a change request waits once, whichever of its steps a sync is killed at, ${WAY_KILLS} times`,
  { timeout: 300_000 + WAY_KILLS * 60_000 },
  async () => {
    const { repository } = space;
    repository.commit({ ...HOME, "SUMMARY.md": CONTENTS });
    await space.connect({ direction: "git", confirm: true, incoming: "change-request" });
    await world().runJobs();
    const requests = `/spaces/${space.id}/change-requests`;
    let [points, merged] = [0, 0];
    let isMerged = -1;
    for (let round = 0; round <= WAY_KILLS; round++) {
      // What waits is merged now and then: the run that finds it in the space is killed as well.
      if (round % 3 === 2) {
        const { changeRequest } = (await world().get(space.address, ada)).body;
        expect((await world().post(`${requests}/${changeRequest}/merge`, {}, ada)).status).toBe(200);
        [merged, isMerged] = [merged + 1, round - 1];
      }
      await writeOurs(round);
      pushTheirs(round);
      points = await syncKilled(round, points);
      expect(points).toBeGreaterThan(12);
      expect(await space.status()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
      expect(textsOn()).toEqual({ ...HOME, ...wordsBy(round) });
      const ours = Array.from({ length: round + 1 }, (_, index) => `Ours ${index}`);
      const theirs = Array.from({ length: isMerged + 1 }, (_, index) => `Theirs ${index}`);
      expect((await space.pages()).map(({ title }) => title).toSorted()).toEqual(
        ["Home", ...ours, ...theirs].toSorted(),
      );
      const { items } = (await world().get(`${requests}?status=open`, ada)).body;
      expect([round, commits(), items.length]).toEqual([round, round + 1, 1]);
      const shown = (await world().get(`${requests}/${items[0].id}/content/pages`, ada)).body.pages;
      const incoming = Array.from({ length: round + 1 }, (_, index) => `Theirs ${index}`);
      const titles = shown.map(({ title }: { title: string }) => title);
      expect([round, titles.filter((title: string) => title.startsWith("Theirs")).toSorted()]).toEqual([
        round,
        incoming.toSorted(),
      ]);
      const all = await world()
        .deps.db.read.selectFrom("change_requests")
        .select("id")
        .where("space_id", "=", space.id)
        .execute();
      expect(all).toHaveLength(merged + 1);
    }
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
  },
);

/** Its steps are those of a space: what is a site's own is in the transactions, which are the same on both databases. */
const SITE_KILLS = isFull ? 60 : 2;

test.runIf(isFull || !isPostgres)(
  `a site and its branch have each change once, whichever of its steps a sync is killed at, ${SITE_KILLS} times`,
  { timeout: 300_000 + SITE_KILLS * 60_000 },
  async () => {
    const site = await newSite(world(), ada, host, ["Guides", "Reference"]);
    const { repository } = site;
    await site.connect({ direction: "lectern" });
    const [guides, reference] = [await site.space("Guides"), await site.space("Reference")];
    const { id } = await site.section("Reference");
    // The others write to the space of each test.
    space.installation = site.installation;
    const part = (round: number): string =>
      `    - type: section\n      key: part-${round}\n      title: Part ${round}\n      path: part-${round}\n      children:\n        - { type: space, key: space-${round}, title: Space ${round}, path: p, content: { directory: ./part-${round} } }\n`;
    let points = 0;
    for (let round = 0; round <= SITE_KILLS; round++) {
      await guides.write("On Guides", `Ours of round ${round}.\n`);
      await reference.write("On Reference", `Ours of round ${round}, too.\n`);
      await world().patch(`${site.place}/sections/${id}`, { title: `Reference ${round}` }, ada);
      repository.commit({
        "docs.yaml": `${repository.show("docs.yaml").trimEnd()}\n${part(round)}`,
        [`part-${round}/README.md`]: `# Part ${round}\n\nTheirs.\n`,
        "product/theirs.md": `# Theirs\n\nTheirs of round ${round}.\n`,
        "product/SUMMARY.md": "# Table of contents\n\n* [On Guides](on-guides.md)\n* [Theirs](theirs.md)\n",
      });
      points = await syncKilled(round, points, SITE_KILLS);
      expect(points).toBeGreaterThan(12);
      expect(await site.status()).toMatchObject({
        state: "synced",
        held: [],
        isBehind: false,
        pagesAhead: 0,
      });
      const rounds = Array.from({ length: round + 1 }, (_, index) => index);
      expect(await site.structure()).toEqual([
        ["Product", "Guides"],
        [`Reference ${round}`, "Reference"],
        ...rounds.map((number) => [`Part ${number}`, `Space ${number}`]),
      ]);
      const made = await world()
        .deps.db.read.selectFrom("spaces")
        .select("title")
        .where("title", "like", "Space %")
        .execute();
      expect(made).toHaveLength(round + 1);
      expect(await (await site.space(`Space ${round}`)).texts()).toEqual({ [`Part ${round}`]: "Theirs.\n" });
      expect(await guides.texts()).toEqual({
        "On Guides": `Ours of round ${round}.\n`,
        Theirs: `Theirs of round ${round}.\n`,
      });
      expect(repository.show("product/on-guides.md")).toContain(`Ours of round ${round}.`);
      expect(repository.show("reference/on-reference.md")).toContain(`Ours of round ${round}, too.`);
      expect(repository.show("docs.yaml")).toContain(`title: Reference ${round}`);
      const own = ["rev-list", "--count", "--committer=Lectern", "main"];
      expect([round, host.git(repository.name, own)]).toEqual([round, String(round + 2)]);
    }
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
  },
);

test.runIf(isFull).each([0, 5])(
  "a real documentation is kept in step through ten edits on either side, with the process killed %i times",
  { timeout: 600_000 },
  async (kills) => {
    const { repository } = space;
    const { files } = await readFolder(DOCUMENTATION);
    const texts = await Promise.all(
      files.map(async ({ path, read }) => [path, Buffer.from(await read()).toString()]),
    );
    // Its history: folder by folder.
    const top = ([path = ""]: readonly string[]): string => path.split("/")[0] ?? "";
    for (const name of new Set(texts.map(top)))
      repository.commit(Object.fromEntries(texts.filter((one) => top(one) === name)), `Add ${name}`);
    await space.connect({ direction: "git", confirm: true });
    await world().runJobs();
    const begin = repository.tip() ?? "";
    const told: string[] = [`connected at ${begin}: ${(await space.pages()).length} pages`];
    for (const [index, { ours, theirs }] of roundsOf(space).entries()) {
      await ours();
      repository.commit(
        theirs((path) => repository.show(path)),
        `Engineers, round ${index + 1}`,
      );
      await world().post(`${space.address}/sync`, {}, ada);
      if (index < kills) {
        const points = await syncUntil(3 + 2 * index);
        told.push(`round ${index + 1}: killed ${points.at(-1)}, point ${points.length}`);
        expect(points.at(-1)).not.toBe("done");
      }
      world().ahead += LATER_MS;
      await world().runJobs();
      const { state, held, pagesAhead, isBehind } = await space.status();
      told.push(`round ${index + 1}: ${JSON.stringify({ state, held: held.length, pagesAhead, isBehind })}`);
      expect({ state, isBehind }).toEqual({ state: "synced", isBehind: false });
    }
    // Both ends of one page: it waits for a decision, and everything else has gone on.
    expect((await space.status()).held).toMatchObject([{ kind: "page" }]);
    expect(await space.resolve("lectern")).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
    expect(commits()).toBe(6);
    const said = repository.files();
    const all = Object.values(said).join("\n");
    for (const word of WORDS) expect([word, all.split(word).length - 1]).toEqual([word, 1]);
    const exported = await space.exported();
    // An export tells former addresses, and of what was deleted nothing any more; a branch keeps its own words on both.
    const others = Object.entries(exported).filter(([path, text]) => said[path] !== text);
    expect(others.map(([path]) => path)).toEqual([".gitbook.yaml", "Guides/Index.md"]);
    const [tip, revision] = [repository.tip(), await space.revision()];
    await space.sync();
    expect([repository.tip(), await space.revision()]).toEqual([tip, revision]);
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
    told.push("git fsck --full --strict: nothing to say");
    const log = host.git(repository.name, ["log", "-p", "--format=%n== %h %an | %s%n%b", `${begin}..main`]);
    console.log(`${told.join("\n")}\n${log}`);
  },
);

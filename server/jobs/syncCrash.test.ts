/** A sync whose process is killed at any of its steps: nothing is lost, nothing comes twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { checkStore } from "../content/check.ts";
import { readFolder } from "../importers/folder.ts";
import { newSpace, openHost, type SyncedSpace } from "../nouns/git/gitSpace.fixture.ts";
import { useChildProgram } from "../test/childProgram.ts";
import type { GitHost } from "../test/gitHost.ts";
import { type Person, useWorld } from "../test/harness.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** What another database changes in it are the transactions alone, which have their own tests. */
const KILLS = isFull ? 300 : inject("databases").dialect === "postgres" ? 3 : 8;
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
  const args = [program(), url, file, folder, String(world().ahead), String(point)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const said = await text(child.stdout);
  await closed;
  return said.split("\n").filter((line) => line !== "");
}

const commits = (): number =>
  Number(host.git(space.repository.name, ["rev-list", "--count", "--committer=Lectern", "main"]));

test(
  `both sides have each edit once, whichever of its steps a sync is killed at, ${KILLS} times`,
  { timeout: 120_000 + KILLS * 10_000 },
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
      const texts = await space.texts();
      const numbers = Array.from({ length: round + 1 }, (_, index) => index);
      expect(texts).toEqual({
        Here: `ours of round ${round}\n`,
        There: `theirs of round ${round}\n`,
        ...Object.fromEntries(numbers.map((number) => [`Ours ${number}`, `New of round ${number}.\n`])),
        ...Object.fromEntries(numbers.map((number) => [`Theirs ${number}`, `New of round ${number}.\n`])),
      });
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
    }
    expect(repository.check()).toBe("");
    expect((await checkStore(world().deps.db)).problems).toEqual([]);
  },
);

/** What writers and engineers do to a real documentation between two syncs; a null deletes a file. */
interface Round {
  readonly ours: () => Promise<void>;
  readonly theirs: (text: (path: string) => string) => Readonly<Record<string, string | null>>;
}

/** Ten edits on either side, two a round: among them renames, moves, deletions and a conflict. */
function roundsOf(of: SyncedSpace): Round[] {
  const id = async (title: string): Promise<string> => (await of.page(title)).id;
  const append = async (title: string, text: string): Promise<void> =>
    of.write(title, `${(await of.page(title)).markdown}\n${text}\n`);
  const set = async (title: string, fields: object): Promise<unknown> =>
    of.change({ operation: "update_page", page: await id(title), ...fields });
  const below = (text: string, more: string): string => `${text.trimEnd()}\n\n${more}\n`;
  return [
    {
      async ours() {
        await append("Hooks", "A word of ours on hooks.");
        await of.change({
          operation: "insert_page",
          type: "document",
          title: "Written in Lectern",
          document: { markdown: `See [hooks](/pages/${await id("Hooks")}).\n` },
        });
      },
      theirs: (text) => ({
        "Reference/Reply.md": below(text("Reference/Reply.md"), "A word of theirs on replies."),
        "Guides/Written-Elsewhere.md": "# Written elsewhere\n\nSee [reply](../Reference/Reply.md).\n",
      }),
    },
    {
      async ours() {
        await set("Testing", { title: "Testing with Fastify" });
        await set("Errors", { description: "What goes wrong" });
      },
      theirs: (text) => ({
        "Guides/Style-Guide.md": null,
        "Guides/Style.md": text("Guides/Style-Guide.md"),
        "Reference/Logging.md": `---\n# theirs\ndescription: What is written down\n---\n\n${text("Reference/Logging.md")}`,
      }),
    },
    {
      async ours() {
        await set("Middleware", { into: null, at: 0 });
        await of.change({ operation: "delete_page", page: await id("Benchmarking") });
      },
      theirs: (text) => ({
        "Guides/Serverless.md": null,
        "Reference/Serverless.md": text("Guides/Serverless.md"),
        "Reference/HTTP2.md": null,
      }),
    },
    {
      async ours() {
        await append("Plugins", "A word of ours on plugins.");
        const { markdown } = await of.page("Routes");
        await of.write("Routes", markdown.replace(CONTESTED, "Ours: the first word on routes."));
      },
      theirs: (text) => ({
        "Reference/Plugins.md": text("Reference/Plugins.md").replace(
          /\n\n/,
          "\n\nA word of theirs, above.\n\n",
        ),
        "Reference/Routes.md": text("Reference/Routes.md").replace(
          CONTESTED,
          "Theirs: the first word on routes.",
        ),
      }),
    },
    {
      async ours() {
        await set("Written in Lectern", { slug: "ours" });
        await append("Written elsewhere", "And a word of ours.");
      },
      theirs: (text) => ({
        "Reference/Hooks.md": below(text("Reference/Hooks.md"), "A word of theirs on hooks."),
        "Reference/Server.md": below(text("Reference/Server.md"), "See [hooks](./Hooks.md)."),
      }),
    },
  ];
}

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

const DOCUMENTATION = fileURLToPath(new URL("../../node_modules/fastify/docs", import.meta.url));
/** A paragraph of it that both sides write anew. */
const CONTESTED = "The route methods configure the endpoints of the application.";
/** What either side has written, in the end once each. */
const WORDS = [
  "A word of ours on hooks.",
  "A word of theirs on hooks.",
  "A word of theirs on replies.",
  "A word of ours on plugins.",
  "A word of theirs, above.",
  "And a word of ours.",
  "Ours: the first word on routes.",
];

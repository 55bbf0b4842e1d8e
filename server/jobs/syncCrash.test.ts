/** A sync whose process is killed at any of its steps: nothing is lost, nothing comes twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { checkStore } from "../content/check.ts";
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

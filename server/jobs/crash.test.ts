import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { indexedRoot } from "../content/search/searchState.ts";
import { searchSpaces } from "../content/search/searchSpaces.ts";
import { ORGANIZATION, headOf, addSpace } from "../content/spaces.fixture.ts";
import { openContent } from "../content/store.ts";
import type { Change } from "../../engine/change.ts";
import { newId } from "../ports/ids.ts";
import { runUntilKilled, useChildProgram } from "../test/childProgram.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { indexHandlers } from "./handlers.ts";
import { document, dumpIndex, publish } from "./index.fixture.ts";
import { rebuildIndex } from "./indexing.ts";
import { openRunner } from "./runner.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 6;
const PAGES = 120;
/** Longer than any lease. */
const LATER_MS = 60_000;
const program = useChildProgram(new URL("indexing.child.ts", import.meta.url));

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.drop();
});

/** Runs jobs in another process, which is killed once it has written `patience` slices; gives what it said. */
function indexUntilKilled(patience: number, round: number): Promise<string[]> {
  return runUntilKilled([program(), opened.url ?? "", opened.file, String(round * LATER_MS)], patience);
}

/** Every round a third of the pages changes, and some come and go. */
function changesOf(round: number): Change[] {
  const edits = Array.from({ length: PAGES }, (_, at) => at)
    .filter((at) => at % 3 === round % 3)
    .map((at): Change => ({
      operation: "update_page",
      page: `page${at}`,
      body: { text: `## Part\n\nround${round} of page${at} shared`, targets: {} },
    }));
  const gone: Change[] = round > 0 ? [{ operation: "delete_page", page: `extra${round - 1}` }] : [];
  return [...edits, document(`extra${round}`, `Extra ${round}`, "shared"), ...gone];
}

async function drain(ahead: number): Promise<void> {
  const { db } = opened;
  const clock = { now: () => Date.now() + ahead };
  const handlers = indexHandlers({ db, clock, content: openContent(db) });
  await openRunner({ db, clock, newId, log: pino({ level: "silent" }) }, handlers).drain();
}

test(
  `an index is right after its process was killed with -9 ${KILLS} times`,
  { timeout: 180_000 + KILLS * 6000 },
  async () => {
    const { db } = opened;
    const space = await addSpace(db);
    await publish(
      db,
      space,
      Array.from({ length: PAGES }, (_, at) => document(`page${at}`, `Page ${at}`, `first${at} shared`)),
    );
    let interrupted = 0;
    for (let round = 0; round < KILLS; round++) {
      const said = await indexUntilKilled(round % 5, round);
      if (!said.includes("done")) interrupted++;
      // From here on there is a finished index to begin from.
      if (round === 4) await drain(round * LATER_MS + LATER_MS / 2);
      // Some changes come upon an index that is still being made, some upon one that is finished.
      if (round % 2 === 0) await publish(db, space, changesOf(round / 2));
    }
    expect(interrupted).toBeGreaterThan(KILLS / 2);
    await drain(KILLS * LATER_MS);
    const head = await headOf(db.read, space);
    expect(await indexedRoot(db.read, { organization_id: ORGANIZATION, id: space })).toBe(head?.root);
    const followed = await dumpIndex(db.read, space);
    const found = await searchSpaces(db.read, {
      organization: ORGANIZATION,
      spaces: [space],
      query: "shared",
      limit: 1000,
    });
    await db.transact((tx) =>
      rebuildIndex(tx, { organization_id: ORGANIZATION, id: space }, Date.now(), newId),
    );
    await drain(KILLS * LATER_MS);
    expect(await dumpIndex(db.read, space)).toEqual(followed);
    expect(followed.pages).toHaveLength(PAGES + 1);
    expect(
      await searchSpaces(db.read, {
        organization: ORGANIZATION,
        spaces: [space],
        query: "shared",
        limit: 1000,
      }),
    ).toEqual(found);
    expect(found.count).toBe(PAGES + 1);
  },
);

import { headOf } from "../content/spaces.fixture.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { searchSpaces } from "../content/search/searchSpaces.ts";
import { indexedRoot } from "../content/search/searchState.ts";
import { queueIndexing } from "../content/head.ts";
import { tokenizerOf } from "../../engine/search/tokenize.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { dumpIndex } from "./index.fixture.ts";
import { indexSpaceJob } from "./indexSpace.ts";
import { finishIndexing, rebuildIndex, staleSpaces } from "./indexing.ts";
import { openRunner } from "./runner.ts";

const world = useWorld();
let writer: Person;
beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

async function newSpace(): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer);
  return body.id;
}

/** Changes a space and gives the ids of the pages that the changes are about. */
async function change(space: string, changes: object[]): Promise<string[]> {
  const { status, body, text } = await world().post(`/spaces/${space}/content`, { changes }, writer);
  if (status !== 200) throw new Error(text);
  return body.changes.map(({ page }: { page: string }) => page);
}

const insert = (title: string, text: string, more: object = {}) => ({
  operation: "insert_page",
  document: { markdown: `# ${title}\n\n${text}` },
  ...more,
});

const here = (id: string) => ({ organization_id: world().organization, id });

async function find(space: string, query: string): Promise<string[]> {
  const { pages } = await searchSpaces(world().deps.db.read, {
    organization: world().organization,
    spaces: [space],
    query,
    limit: 100,
  });
  return pages.map(({ title }) => title).toSorted();
}

describe("the index of a space", () => {
  test("follows every change of its content", async () => {
    const space = await newSpace();
    const [kettle, teapot] = await change(space, [
      insert("Kettle", "## Boiling\n\nwater"),
      insert("Teapot", "leaves"),
    ]);
    expect(await find(space, "water")).toEqual([]);
    expect(await world().runJobs()).toBeGreaterThan(0);
    expect([await find(space, "water"), await find(space, "leav")]).toEqual([["Kettle"], ["Teapot"]]);
    await change(space, [{ operation: "update_page", page: kettle, document: { markdown: "steam" } }]);
    await change(space, [{ operation: "delete_page", page: teapot }]);
    await world().runJobs();
    expect([await find(space, "water"), await find(space, "steam"), await find(space, "leaves")]).toEqual([
      [],
      ["Kettle"],
      [],
    ]);
    const head = await headOf(world().deps.db.read, space);
    expect(await indexedRoot(world().deps.db.read, here(space))).toBe(head?.root);
    expect(await world().runJobs()).toBe(0);
  });

  test("finds text of every block, by section", async () => {
    const space = await newSpace();
    await change(space, [
      insert(
        "Blocks",
        '{% hint style="info" %}\nhintword\n{% endhint %}\n\n## Part\n\n| a |\n|---|\n| cellword |',
      ),
    ]);
    await world().runJobs();
    const { read } = world().deps.db;
    const { pages } = await searchSpaces(read, {
      organization: world().organization,
      spaces: [space],
      query: "cellword",
      limit: 1,
    });
    expect(pages[0]?.sections[0]).toMatchObject({ anchor: "part", title: "Part", level: 2 });
    expect(await find(space, "hintword")).toEqual(["Blocks"]);
  });

  test("is made anew from the first page when that is asked for while a change is half taken in", async () => {
    const { db, clock, newId } = world().deps;
    const space = await newSpace();
    await change(space, [insert("One", "rare"), insert("Two", "rare")]);
    await world().runJobs();
    const root = await indexedRoot(db.read, here(space));
    await db.transact(async (tx) => {
      await queueIndexing(tx, here(space), clock.now(), newId);
      const cursor = { from: null, to: root, after: "~", tokenizer: tokenizerOf(null) };
      await tx
        .updateTable("jobs")
        .set({ progress: JSON.stringify({ done: 2, total: 2, cursor }) })
        .where("key", "=", `index-space:${space}`)
        .where("state", "=", "queued")
        .execute();
    });
    await db.transact((tx) => queueIndexing(tx, here(space), clock.now(), newId, { rebuild: true }));
    await db.transact((tx) => queueIndexing(tx, here(space), clock.now(), newId));
    // What a rebuild is for: something in the index is not as it should be.
    await db.transact((tx) => tx.deleteFrom("search_pages").where("space_id", "=", space).execute());
    expect(await find(space, "rare")).toEqual([]);
    await world().runJobs();
    expect(await find(space, "rare")).toEqual(["One", "Two"]);
  });

  test("leaves out pages that search must not find, and those below them", async () => {
    const space = await newSpace();
    const [top = ""] = await change(space, [insert("Top", "common")]);
    const [middle = ""] = await change(space, [insert("Middle", "common", { into: top })]);
    await change(space, [insert("Leaf", "common", { into: middle }), insert("Other", "common")]);
    await world().runJobs();
    expect(await find(space, "common")).toEqual(["Leaf", "Middle", "Other", "Top"]);
    await change(space, [{ operation: "update_page", page: top, noIndex: true }]);
    await world().runJobs();
    expect(await find(space, "common")).toEqual(["Other"]);
    await change(space, [{ operation: "update_page", page: middle, into: null }]);
    await world().runJobs();
    expect(await find(space, "common")).toEqual(["Leaf", "Middle", "Other"]);
    await change(space, [{ operation: "update_page", page: middle, into: top }]);
    await world().runJobs();
    expect(await find(space, "common")).toEqual(["Other"]);
    await change(space, [{ operation: "update_page", page: top, noIndex: false }]);
    await world().runJobs();
    expect(await find(space, "common")).toEqual(["Leaf", "Middle", "Other", "Top"]);
  });

  test("is the same after many changes as when it is made anew", async () => {
    const space = await newSpace();
    const ids = await change(
      space,
      Array.from({ length: 45 }, (_, at) => insert(`Page ${at}`, `word${at} shared text`)),
    );
    await world().runJobs();
    await change(space, [
      ...ids.slice(0, 20).map((page, at) => ({
        operation: "update_page",
        page,
        document: { markdown: `new${at} shared` },
      })),
      ...ids.slice(20, 40).map((page) => ({ operation: "delete_page", page })),
    ]);
    await world().runJobs();
    const followed = await dumpIndex(world().deps.db.read, space);
    expect(followed.pages).toHaveLength(25);
    const { db, newId, clock } = world().deps;
    await db.transact((tx) => rebuildIndex(tx, here(space), clock.now(), newId));
    await world().runJobs();
    expect(await dumpIndex(world().deps.db.read, space)).toEqual(followed);
  });

  test("goes with a deleted space and comes back with it", async () => {
    const space = await newSpace();
    await change(space, [insert("Kettle", "water")]);
    await world().runJobs();
    const { db, newId, clock } = world().deps;
    const mark = (at: number | null) =>
      db.transact(async (tx) => {
        await tx.updateTable("spaces").set({ deleted_at: at }).where("id", "=", space).execute();
        await queueIndexing(tx, here(space), clock.now(), newId);
      });
    await mark(1);
    await world().runJobs();
    expect([await find(space, "water"), (await dumpIndex(world().deps.db.read, space)).words]).toEqual([
      [],
      [],
    ]);
    await mark(null);
    await world().runJobs();
    expect(await find(space, "water")).toEqual(["Kettle"]);
  });
});

test("a space that is in another language has its index made by the rules of that one", async () => {
  const space = await newSpace();
  await change(space, [insert("Wörter", "Bedeutungen")]);
  await world().runJobs();
  expect(await find(space, "bedeutende")).toEqual([]);
  const { status } = await world().patch(`/spaces/${space}`, { language: "de" }, writer);
  expect(status).toBe(200);
  await world().runJobs();
  expect(await find(space, "bedeutende")).toEqual(["Wörter"]);
  expect(await staleSpaces(world().deps.db.read)).toEqual([]);
});

test("making an index anew waits for the server that has taken the job", async () => {
  const space = await newSpace();
  await change(space, [insert("Lantern", "light")]);
  await world().runJobs();
  const { deps } = world();
  const index = indexSpaceJob(deps);
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const server = openRunner(deps, {
    "index-space": async (run) => {
      await gate;
      return index(run);
    },
  });
  await deps.db.transact((tx) => rebuildIndex(tx, here(space), deps.clock.now(), deps.newId));
  await deps.db.transact((tx) => tx.deleteFrom("search_state").where("space_id", "=", space).execute());
  const serving = server.drain();
  await expect
    .poll(() =>
      deps.db.read.selectFrom("jobs").select("state").where("key", "=", `index-space:${space}`).execute(),
    )
    .toContainEqual({ state: "running" });
  const command = openRunner(deps, { "index-space": index });
  await finishIndexing(deps.db.read, command, here(space), async () => {
    open();
    await serving;
  });
  expect(await staleSpaces(deps.db.read)).not.toContainEqual(here(space));
  open();
  await serving;
});

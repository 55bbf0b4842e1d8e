import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../db/database.ts";
import { applyChanges } from "../../engine/change.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { checkStore } from "./check.ts";
import { commit, copyRevision, readHead } from "./commit.ts";
import { GARBAGE_AGE, collectGarbage } from "./garbage.ts";
import { headOf, addSpace, insertPages, note } from "./spaces.fixture.ts";
import { openContent } from "./store.ts";
import { putContent, recordBlob } from "./write.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

const blob = (letter: string): string => letter.repeat(64);
const CLEAN = { problems: [] };
/** Long after everything that the tests store. */
const LATER = 10_000 + GARBAGE_AGE;

/** Empties the store, damage included. */
async function empty(): Promise<void> {
  await opened.db.transact(async (tx) => {
    for (const table of ["spaces", "nodes", "bodies", "blobs"] as const) await tx.deleteFrom(table).execute();
  });
}

/** A space with a page, a file and reusable content, all put at 1,000 ms. */
async function furnish(letter: string): Promise<{ space: string; revision: string }> {
  const space = await addSpace(opened.db);
  const content = openContent(opened.db).of("org");
  const head = await headOf(opened.db.read, space);
  await opened.db.transact((tx) =>
    recordBlob(tx, { organization: "org", hash: blob(letter), size: 1, at: 1000 }),
  );
  const file = { id: "f", name: "f", contentType: "image/png", size: 1, hash: blob(letter), createdAt: 1 };
  const made = await applyChanges(
    content.nodes,
    head?.root as string,
    [
      ...insertPages(`${letter}-page`),
      { operation: "put_file", file },
      {
        operation: "put_reusable",
        id: "r",
        title: letter,
        body: { text: `reusable ${letter}`, targets: {} },
      },
    ],
    { now: 1000 },
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const revision = `${space}-furnished`;
  const changed = { expectedHead: head?.id as string, note: note(space, revision, 1000), content: made };
  await opened.db.transact((tx) => commit(tx, changed));
  return { space, revision };
}

/** Files whose bytes were stored again a moment ago. */
const fresh = new Set<string>();

function collect(now: number, removed: string[] = []): ReturnType<typeof collectGarbage> {
  const blobs = {
    delete: async (hash: string): Promise<void> => void removed.push(hash),
    async *list(hash = "") {
      yield { hash, size: 1, storedAt: fresh.has(hash) ? now : 0 };
    },
  };
  const list = async function* () {
    // The store of files is asked about each alone.
  };
  return collectGarbage(opened.db, { now, blobs: { of: () => blobs, list } });
}

/** Runs `between` once while `work` runs: when it has read a slice of revisions for the first time. */
async function afterRevisions(between: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  const { link } = opened.db.read;
  const rows = link.rows.bind(link);
  let times = 0;
  link.rows = async (statement, values) => {
    const found = await rows(statement, values);
    if (/from "revisions"/.test(statement.sql) && ++times === 1) await between();
    return found;
  };
  try {
    await work();
  } finally {
    Reflect.deleteProperty(link, "rows");
  }
  expect(times).toBeGreaterThan(1);
}

async function hashes(table: "nodes" | "bodies" | "blobs"): Promise<string[]> {
  return (await opened.db.read.selectFrom(table).select("hash").orderBy("hash").execute()).map(
    ({ hash }) => hash,
  );
}

describe("collecting garbage", () => {
  beforeEach(empty);

  test("leaves what a revision reaches, however old", async () => {
    await furnish("a");
    await collect(LATER);
    const before = await Promise.all([hashes("nodes"), hashes("bodies"), hashes("blobs")]);
    expect(await collect(LATER * 10)).toEqual({
      nodes: 0,
      bodies: 0,
      blobs: 0,
      damaged: 0,
      strays: 0,
      heldStrays: 0,
    });
    expect(await Promise.all([hashes("nodes"), hashes("bodies"), hashes("blobs")])).toEqual(before);
    expect(await checkStore(opened.db)).toMatchObject({ ...CLEAN, bodies: 2, blobs: 1 });
  });

  test("leaves the bytes of an upload under way, whose row comes after them", async () => {
    const gone = await furnish("u");
    await opened.db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", gone.space).execute());
    fresh.add(blob("u"));
    const removed: string[] = [];
    expect((await collect(LATER, removed)).blobs).toBe(1);
    expect(removed).toEqual([]);
    fresh.clear();
  });

  test("removes what no revision reaches any more, after a day", async () => {
    const kept = await furnish("k");
    const gone = await furnish("g");
    await opened.db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", gone.space).execute());
    const removed: string[] = [];
    expect((await collect(999 + GARBAGE_AGE, removed)).bodies).toBe(0);
    const collected = await collect(LATER, removed);
    expect(collected).toEqual({
      nodes: expect.any(Number),
      bodies: 2,
      blobs: 1,
      damaged: 0,
      strays: 0,
      heldStrays: 0,
    });
    expect(collected.nodes).toBeGreaterThan(5);
    expect(removed).toEqual([blob("g")]);
    expect(await hashes("blobs")).toEqual([blob("k")]);
    expect(await checkStore(opened.db)).toMatchObject({ ...CLEAN, bodies: 2 });
    expect((await headOf(opened.db.read, kept.space))?.id).toBe(kept.revision);
  });

  test("removes nothing of an organization whose content is damaged, and goes on with the next one", async () => {
    const gone = await furnish("d");
    await furnish("x");
    await opened.db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", gone.space).execute());
    const orphan = { organization_id: "zorg", hash: "f".repeat(40), text: "nobody's", touched_at: 0 };
    await opened.db.transact(async (tx) => {
      const { root } = await tx.selectFrom("revisions").select("root").executeTakeFirstOrThrow();
      await tx.deleteFrom("nodes").where("hash", "=", root).execute();
      await tx.insertInto("bodies").values(orphan).execute();
    });
    expect(await collect(LATER)).toEqual({
      nodes: 0,
      bodies: 1,
      blobs: 0,
      damaged: 1,
      strays: 0,
      heldStrays: 0,
    });
    expect(await hashes("blobs")).toEqual([blob("d"), blob("x")]);
  });

  test("spares what a change has put again meanwhile, also while it runs", async () => {
    const { space } = await furnish("m");
    const content = openContent(opened.db).of("org");
    const again = await applyChanges(
      content.nodes,
      (await headOf(opened.db.read, space))?.root as string,
      insertPages("again"),
      { now: 1 },
    );
    if (!again.ok) throw new Error(again.refusal.message);
    await opened.db.transact((tx) => putContent(tx, "org", again, 1000));
    // The sweep has found the old rows when the change puts them again: its delete has to look at the age itself.
    const racing: Database = {
      dialect: opened.db.dialect,
      file: undefined,
      writes: opened.db.writes,
      isUntouched: (reads, writes) => opened.db.isUntouched(reads, writes),
      unhurried: opened.db.unhurried,
      replica: undefined,
      replicaCounts: undefined,
      upToDate: () => opened.db.upToDate(),
      state: () => opened.db.state(),
      connections: () => opened.db.connections(),
      read: opened.db.read,
      transact: async (work) => {
        await opened.db.transact((tx) => putContent(tx, "org", again, LATER));
        return opened.db.transact(work);
      },
      close: () => Promise.resolve(),
    };
    await collectGarbage(racing, { now: LATER });
    expect(await hashes("nodes")).toEqual(expect.arrayContaining([...again.nodes.keys()]));
    expect(await collect(LATER + GARBAGE_AGE + 1)).toMatchObject({ bodies: 1 });
  });

  test("leaves what a space has that was duplicated while revisions were looked at, and whose source has gone", async () => {
    const walked = await furnish("w");
    const source = await furnish("s");
    // More than one slice of revisions, and the source behind them by its id.
    await opened.db.transact(async (tx) => {
      const head = await readHead(tx, { organization_id: "org", id: walked.space });
      for (let at = 100; at < 350; at++)
        await copyRevision(tx, head as { root: string }, note(walked.space, `m${at}`, 1000));
      await tx
        .updateTable("revisions")
        .set({ id: "z" })
        .where("organization_id", "=", "org")
        .where("id", "=", source.revision)
        .execute();
      await tx.updateTable("spaces").set({ head: "z" }).where("id", "=", source.space).execute();
    });
    const duplicate = async () => {
      const copy = await addSpace(opened.db);
      await opened.db.transact(async (tx) => {
        const head = await readHead(tx, { organization_id: "org", id: source.space });
        await copyRevision(tx, head as { root: string }, note(copy, "0", LATER));
        await tx.updateTable("spaces").set({ head: "0", created_at: LATER }).where("id", "=", copy).execute();
        await tx.deleteFrom("spaces").where("id", "=", source.space).execute();
      });
    };
    await afterRevisions(duplicate, () => collect(LATER));
    expect(await checkStore(opened.db)).toMatchObject({ ...CLEAN, bodies: 4, blobs: 2 });
  });
});

describe("checking the store", () => {
  beforeEach(empty);

  const damages: [string, (space: string) => Promise<unknown>, RegExp][] = [
    [
      "a missing node",
      async () => opened.db.transact((tx) => tx.deleteFrom("nodes").where("hash", "in", leaf()).execute()),
      /node .* is missing/,
    ],
    [
      "a damaged node",
      async () =>
        opened.db.transact((tx) =>
          tx
            .updateTable("nodes")
            .set({ data: Buffer.from("[0,[],[]]") })
            .where("hash", "in", leaf())
            .execute(),
        ),
      /node .* is damaged/,
    ],
    [
      "a missing body",
      async () => opened.db.transact((tx) => tx.deleteFrom("bodies").execute()),
      /body .* is missing/,
    ],
    [
      "a damaged body",
      async () => opened.db.transact((tx) => tx.updateTable("bodies").set({ text: "?" }).execute()),
      /body .* is damaged/,
    ],
    [
      "a file without a row",
      async () => opened.db.transact((tx) => tx.deleteFrom("blobs").execute()),
      /file d+ has no row/,
    ],
    ["a file without bytes", async () => undefined, /file d+ is not in the file store/],
    [
      "a head that is no revision",
      async (space) =>
        opened.db.transact((tx) =>
          tx.updateTable("spaces").set({ head: "nowhere" }).where("id", "=", space).execute(),
        ),
      /space .*: its head nowhere/,
    ],
    ["maps that disagree", disagree, /the map of (?:slugs|children) is not what the pages imply/],
  ];

  let pagesLeaf = "";
  const leaf = (): string[] => [pagesLeaf];

  /** Gives a space a root whose addresses are not those of its pages. */
  async function disagree(space: string): Promise<void> {
    const { encodeNode } = await import("../../engine/node.ts");
    const { contentHash } = await import("../../engine/hash.ts");
    const content = openContent(opened.db).of("org");
    const head = await headOf(opened.db.read, space);
    const root = { ...(await content.root(head?.root as string)), slugs: null, children: null };
    const text = encodeNode(root);
    const made = {
      nodes: new Map([[contentHash(text), text]]),
      bodies: new Map(),
      reusedBodies: [],
      blobs: [],
      pages: [],
      reusable: [],
      variables: [],
      tags: [],
    };
    const changed = {
      expectedHead: head?.id as string,
      note: note(space, `${space}-bad`, 1),
      content: { ...made, root: contentHash(text) },
    };
    await opened.db.transact((tx) => commit(tx, changed));
  }

  test.each(damages)("finds %s", async (_, damage, problem) => {
    const { space } = await furnish("d");
    const head = await headOf(opened.db.read, space);
    pagesLeaf = (
      await openContent(opened.db)
        .of("org")
        .root(head?.root as string)
    ).pages?.[0] as string;
    expect(await checkStore(opened.db)).toMatchObject(CLEAN);
    await damage(space);
    const { problems } = await checkStore(opened.db, { of: () => ({ has: async () => false }) });
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});

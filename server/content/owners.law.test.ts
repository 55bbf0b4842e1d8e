/** Law: what one organization gives up takes nothing from another, nor from what else it names, whatever they have in common. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { moveAddresses } from "../access/addresses.ts";
import type { BlobStore } from "../ports/blobs.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { openS3Blobs } from "../ports/blobs-s3.ts";
import { startBucket } from "../ports/s3-bucket.fixture.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { newFolder } from "../test/folders.ts";
import { applyChanges } from "../../engine/change.ts";
import { checkStore } from "./check.ts";
import { commit, copyRevision, putRevision } from "./commit.ts";
import { collectGarbage, collectGarbageOf, contentOwners, GARBAGE_AGE } from "./garbage.ts";
import { copyContent, handOverContent } from "./handOver.ts";
import { nothingReached, reachFrom } from "./reach.ts";
import { headOf, addSpace, note } from "./spaces.fixture.ts";
import { openContent, uncachedNodes } from "./store.ts";
import { putContent, recordBlob } from "./write.ts";

const OWNERS = ["one", "two", "three"] as const;
type Owner = (typeof OWNERS)[number];
/** All is put long ago, in the database and, by the clock of those who collect, in the store of files. */
const PUT_AT = 1000;
const LATER = Date.now() + 10 * GARBAGE_AGE;
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** So little that filters and forgetting are come upon. */
const BOUND = { exact: 4, recent: 2 };

const folder = newFolder("owners");
let opened: TestDatabase;
let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  opened = await openTestDatabase();
  bucket = await startBucket(join(folder, "bucket"));
});
afterAll(async () => {
  await opened.drop();
  await bucket.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(empty);

let stores = 0;
const onDisk = (): Promise<BlobStore> => openDiskBlobs(join(folder, `files${stores++}`));
const inBucket = (): Promise<BlobStore> =>
  Promise.resolve(openS3Blobs({ url: `${bucket.url}&prefix=files${stores++}/`, env: bucket.env }));

async function empty(): Promise<void> {
  await opened.db.transact(async (tx) => {
    for (const table of ["organizations", "addresses", "nodes", "bodies", "blobs"] as const)
      await tx.deleteFrom(table).execute();
  });
}

type Step =
  | {
      readonly does: "write" | "propose" | "agree";
      readonly owner: Owner;
      readonly at: number;
      readonly thing: number;
    }
  | { readonly does: "duplicate" | "drop"; readonly owner: Owner; readonly at: number }
  | { readonly does: "transfer"; readonly owner: Owner; readonly at: number; readonly to: Owner }
  | { readonly does: "collect" | "stray"; readonly owner: Owner };

const owner = fc.constantFrom(...OWNERS);
const at = fc.nat(3);
const one = <Does extends string>(does: Does) => fc.constant(does);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: one("write"), owner, at, thing: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constantFrom("propose" as const, "agree" as const),
        owner,
        at,
        thing: fc.nat(5),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: one("duplicate"), owner, at }) },
    { weight: 1, arbitrary: fc.record({ does: one("transfer"), owner, at, to: owner }) },
    { weight: 1, arbitrary: fc.record({ does: one("drop"), owner, at }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constantFrom("collect" as const, "stray" as const), owner }),
    },
  ),
  { minLength: 6, maxLength: 16 },
);

/** The spaces of each organization; the first is made when it is asked for. */
class World {
  readonly files: BlobStore;
  readonly #spaces: { id: string; owner: Owner }[] = [];
  #made = 0;
  constructor(files: BlobStore) {
    this.files = files;
  }

  async take(step: Step): Promise<void> {
    const { db } = opened;
    const { owner } = step;
    if (step.does === "collect")
      await collectGarbageOf(db, owner, { now: LATER, blobs: this.files, bound: BOUND });
    else if (step.does === "stray")
      await this.files.of(owner).put(Buffer.from(`stray ${this.#made++}`), { maxBytes: 99 });
    else if ("thing" in step) await this.#change(step.does, await this.#space(owner, step.at), step.thing);
    else if ("at" in step) {
      const space = await this.#space(owner, step.at);
      if (step.does === "duplicate") await this.#duplicate(space);
      else if (step.does === "transfer") await this.#transfer(space, step.to);
      else {
        await db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", space.id).execute());
        this.#spaces.splice(this.#spaces.indexOf(space), 1);
      }
    }
  }

  async #space(owner: Owner, at: number): Promise<{ id: string; owner: Owner }> {
    const own = this.#spaces.filter((space) => space.owner === owner);
    return own[at % Math.max(own.length, 1)] ?? this.#added(owner);
  }

  async #added(owner: Owner): Promise<{ id: string; owner: Owner }> {
    const space = { id: await addSpace(opened.db, owner), owner };
    this.#spaces.push(space);
    return space;
  }

  /** The same text and the same file under the same ids, whoever writes: into the space, for review, or as a branch has it. */
  async #change(does: string, { id: space, owner }: { id: string; owner: Owner }, thing: number) {
    const { db } = opened;
    const head = await headOf(db.read, space);
    if (head === undefined) throw new Error("no head");
    const { hash, size } = await this.files.of(owner).put(Buffer.from(`file ${thing}`), { maxBytes: 99 });
    await db.transact((tx) => recordBlob(tx, { organization: owner, hash, size, at: PUT_AT }));
    const body = { text: `text ${thing}`, targets: {} };
    const file = { id: `f${thing}`, name: "f", contentType: "image/png", size, hash, createdAt: 1 };
    const made = await applyChanges(
      openContent(db).of(owner).nodes,
      head.root,
      [
        { operation: "put_reusable", id: `r${thing}`, title: "r", body },
        { operation: "put_file", file },
      ],
      { now: PUT_AT },
    );
    if (!made.ok) throw new Error(made.refusal.message);
    const named = note(space, `${space}-${this.#made++}`, PUT_AT, owner);
    await db.transact(async (tx) => {
      if (does === "write") await commit(tx, { expectedHead: head.id, note: named, content: made });
      else if (does === "propose") await putRevision(tx, named, made);
      else {
        await putContent(tx, owner, made, PUT_AT);
        await tx.deleteFrom("git_installations").where("space_id", "=", space).execute();
        await tx
          .insertInto("git_installations")
          .values(installation(owner, space, named.id, made.root))
          .execute();
      }
    });
  }

  async #duplicate({ id, owner }: { id: string; owner: Owner }): Promise<void> {
    const { db } = opened;
    const head = await headOf(db.read, id);
    const { id: copy } = await this.#added(owner);
    await db.transact(async (tx) => {
      const revision = `${copy}-${this.#made++}`;
      await copyRevision(tx, { root: head?.root ?? "" }, note(copy, revision, PUT_AT, owner));
      await tx.updateTable("spaces").set({ head: revision }).where("id", "=", copy).execute();
    });
  }

  async #transfer(space: { id: string; owner: Owner }, to: Owner): Promise<void> {
    const { db } = opened;
    const { id, owner: from } = space;
    if (to === from) return;
    await this.#added(to);
    const copied = await copyContent({ db, blobs: this.files }, { spaces: [id], from, to }, PUT_AT);
    await db.transact(async (tx) => {
      await handOverContent(tx, [id], copied);
      await tx.deleteFrom("git_installations").where("space_id", "=", id).execute();
      await tx.updateTable("spaces").set({ organization_id: to }).where("id", "=", id).execute();
      await moveAddresses(tx, [id], to);
    });
    space.owner = to;
  }
}

const installation = (organization_id: string, space_id: string, id: string, base_root: string) => ({
  organization_id,
  id,
  space_id,
  base_root,
  provider: "git" as const,
  remote_url: `https://git.example.com/${id}`,
  branch: "refs/heads/main",
  project_directory: "",
  outgoing: "push" as const,
  state: "synced" as const,
  created_at: 1,
  updated_at: 1,
});

/** Nothing that anything names is missing: what revisions have, and what spaces and their branches agreed on. */
async function expectWhole(files: BlobStore): Promise<void> {
  const { db } = opened;
  expect((await checkStore(db, files)).problems).toEqual([]);
  const agreed = await db.read.selectFrom("git_installations").selectAll().execute();
  for (const { organization_id, base_root } of agreed) {
    const reached = nothingReached();
    await reachFrom(uncachedNodes(db.read, organization_id, true), [base_root ?? ""], reached);
    const bodies = await openContent(db)
      .of(organization_id)
      .bodies([...reached.bodies]);
    expect(bodies.size).toBe(reached.bodies.size);
    for (const hash of reached.blobs) expect(await files.of(organization_id).has(hash)).toBe(true);
  }
}

/** The hashes of the files of each owner, and those that have a row. */
async function filesOf(files: BlobStore): Promise<{ stored: string[]; noted: string[] }> {
  const stored: string[] = [];
  for await (const { owner, hash } of files.list()) stored.push(`${owner} ${hash}`);
  const rows = await opened.db.read.selectFrom("blobs").select(["organization_id", "hash"]).execute();
  return {
    stored: stored.toSorted(),
    noted: rows.map(({ organization_id, hash }) => `${organization_id} ${hash}`).toSorted(),
  };
}

test.each([
  ["on a disk", isFull ? 200 : 5, onDisk],
  ["in a bucket", isFull ? 50 : 1, inBucket],
] as const)(
  "what one organization gives up takes nothing that anything names, with files %s",
  async (_, numRuns, openFiles) => {
    await fc.assert(
      fc.asyncProperty(steps, owner, async (history, leaving) => {
        await empty();
        const files = await openFiles();
        const world = new World(files);
        for (const step of history) {
          await world.take(step);
          if (step.does === "collect" || step.does === "transfer") await expectWhole(files);
        }
        // The whole organization goes: all it had is collected, and nothing else is missed.
        await opened.db.transact((tx) => tx.deleteFrom("organizations").where("id", "=", leaving).execute());
        for (const day of [0, 2, 4, 6, 8])
          await collectGarbage(opened.db, { now: LATER + day * GARBAGE_AGE, blobs: files });
        await expectWhole(files);
        const owners: string[] = [];
        for await (const id of contentOwners(opened.db.read)) owners.push(id);
        expect(owners).not.toContain(leaving);
        const { stored, noted } = await filesOf(files);
        expect(stored).toEqual(noted);
        await files.close();
      }),
      { numRuns },
    );
  },
  120_000,
);

test("bytes without a row go after a week of rounds, those of others who share the place not at all", async () => {
  await empty();
  const files = await onDisk();
  await addSpace(opened.db, "one");
  const put = (owner: string) => files.of(owner).put(Buffer.from(`of ${owner}`), { maxBytes: 99 });
  for (const who of ["one", "stranger"]) await put(who);
  const hash = createHash("sha256").update("of one").digest("hex");
  const collect = (days: number) =>
    collectGarbage(opened.db, { now: Date.now() + days * GARBAGE_AGE, blobs: files });
  // As old as they are, the first round knows nothing of how long nobody missed them.
  for (const day of [40, 42, 44, 46]) expect(await collect(day)).toMatchObject({ strays: 0 });
  await opened.db.transact((tx) =>
    recordBlob(tx, { organization: "one", hash, size: 6, at: Date.now() + 48 * GARBAGE_AGE }),
  );
  expect(await collect(48)).toMatchObject({ blobs: 0, strays: 0 });
  await opened.db.transact((tx) => tx.deleteFrom("blobs").execute());
  // A gap, as after a dump that was put back: the week begins anew.
  for (const day of [52, 54, 56, 58]) expect(await collect(day)).toMatchObject({ strays: 0 });
  expect(await collect(60)).toMatchObject({ blobs: 0, strays: 1 });
  expect((await filesOf(files)).stored).toEqual([expect.stringMatching(/^stranger /)]);
  await files.close();
});

test("more files without a row than chance leaves behind stay until somebody has looked", async () => {
  await empty();
  const files = await onDisk();
  await addSpace(opened.db, "one");
  // As a copy of an installation sees those that the first one has stored since, in the same place.
  for (let index = 0; index < 30; index++)
    await files.of("one").put(Buffer.from(`another's ${index}`), { maxBytes: 99 });
  const collect = (days: number, areManyStrays = false) =>
    collectGarbage(opened.db, { now: Date.now() + days * GARBAGE_AGE, blobs: files, areManyStrays });
  for (const day of [80, 82, 84, 86]) expect(await collect(day)).toMatchObject({ heldStrays: 0 });
  expect(await collect(88)).toMatchObject({ strays: 0, heldStrays: 30 });
  expect((await filesOf(files)).stored).toHaveLength(30);
  expect(await collect(90, true)).toMatchObject({ strays: 30, heldStrays: 0 });
  expect((await filesOf(files)).stored).toEqual([]);
  await files.close();
});

/** Law: what one organization gives up takes nothing from another, whatever they have in common. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { applyChanges } from "../../engine/change.ts";
import { checkStore } from "./check.ts";
import { commit } from "./commit.ts";
import { collectGarbage, collectGarbageOf, contentOwners, GARBAGE_AGE } from "./garbage.ts";
import { headOf, addSpace, note } from "./spaces.fixture.ts";
import { openContent } from "./store.ts";
import { recordBlob } from "./write.ts";

const OWNERS = ["one", "two", "three"] as const;
type Owner = (typeof OWNERS)[number];
const LATER = 10_000 + GARBAGE_AGE;
const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 8;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

/** Files by owner, as a store of files has them. */
class Files {
  readonly #hashes = new Map<string, Set<string>>();

  of(owner: string) {
    const hashes = this.#hashes.get(owner) ?? new Set<string>();
    this.#hashes.set(owner, hashes);
    return {
      put: (hash: string) => void hashes.add(hash),
      has: (hash: string) => Promise.resolve(hashes.has(hash)),
      delete: (hash: string) => Promise.resolve(void hashes.delete(hash)),
      async *list(hash = "") {
        if (hashes.has(hash)) yield { hash, size: 1, storedAt: 0 };
      },
    };
  }

  owners(): string[] {
    return [...this.#hashes].filter(([, hashes]) => hashes.size > 0).map(([owner]) => owner);
  }
}

type Step =
  | { readonly does: "write"; readonly owner: Owner; readonly thing: number }
  | { readonly does: "drop" | "collect"; readonly owner: Owner };

const owner = fc.constantFrom(...OWNERS);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant("write" as const), owner, thing: fc.nat(5) }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constantFrom("drop" as const, "collect" as const), owner }),
    },
  ),
  { minLength: 4, maxLength: 14 },
);

/** Each organization's one space, made when it is first written to. */
class World {
  readonly files = new Files();
  readonly spaces = new Map<Owner, string>();
  #revisions = 0;

  async take(step: Step): Promise<void> {
    const { db } = opened;
    if (step.does === "write") await this.#write(step.owner, step.thing);
    else if (step.does === "collect")
      await collectGarbageOf(db, step.owner, { now: LATER, blobs: this.files });
    else {
      const space = this.spaces.get(step.owner) ?? "";
      await db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", space).execute());
      this.spaces.delete(step.owner);
    }
  }

  /** The same text and the same file under the same ids, whoever writes. */
  async #write(owner: Owner, thing: number): Promise<void> {
    const { db } = opened;
    const space = this.spaces.get(owner) ?? (await addSpace(db, owner));
    this.spaces.set(owner, space);
    const head = await headOf(db.read, space);
    if (head === undefined) throw new Error("no head");
    const hash = String(thing).repeat(64);
    this.files.of(owner).put(hash);
    await db.transact((tx) => recordBlob(tx, { organization: owner, hash, size: 1, at: 1000 }));
    const body = { text: `text ${thing}`, targets: {} };
    const made = await applyChanges(
      openContent(db.read).of(owner).nodes,
      head.root,
      [
        { operation: "put_reusable", id: `r${thing}`, title: "r", body },
        {
          operation: "put_file",
          file: { id: `f${thing}`, name: "f", contentType: "image/png", size: 1, hash, createdAt: 1 },
        },
      ],
      { now: 1000 },
    );
    if (!made.ok) throw new Error(made.refusal.message);
    const named = note(space, `${space}-${this.#revisions++}`, 1000, owner);
    await db.transact((tx) => commit(tx, { expectedHead: head.id, note: named, content: made }));
  }
}

test("what one organization gives up takes nothing from another", async () => {
  await fc.assert(
    fc.asyncProperty(steps, owner, async (history, leaving) => {
      await opened.db.transact(async (tx) => {
        for (const table of ["organizations", "nodes", "bodies", "blobs"] as const)
          await tx.deleteFrom(table).execute();
      });
      const world = new World();
      for (const step of history) {
        await world.take(step);
        expect((await checkStore(opened.db, world.files)).problems).toEqual([]);
      }
      // The whole organization goes: all it had is collected, and nothing else is missed.
      await opened.db.transact((tx) => tx.deleteFrom("organizations").where("id", "=", leaving).execute());
      await collectGarbage(opened.db, { now: LATER, blobs: world.files });
      expect((await checkStore(opened.db, world.files)).problems).toEqual([]);
      const owners: string[] = [];
      for await (const id of contentOwners(opened.db.read)) owners.push(id);
      expect([owners.includes(leaving), world.files.owners().includes(leaving)]).toEqual([false, false]);
    }),
    { numRuns: RUNS },
  );
}, 120_000);

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyChanges } from "../../engine/change.ts";
import { checkStore } from "../content/check.ts";
import { commit } from "../content/commit.ts";
import { noteRound } from "../content/garbageRound.ts";
import { addSpace, headOf, note } from "../content/spaces.fixture.ts";
import { STRAY_AGE } from "../content/strayFiles.ts";
import { openContent } from "../content/store.ts";
import { recordBlob } from "../content/write.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { useChildProgram } from "../test/childProgram.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";

const OWNERS = process.env["LECTERN_TEST_TIER"] === "full" ? 60 : 4;
/** Content is garbage a day after it was put. */
const PUT_AT = 1000;
/** Longer than any lease, from a time on at which files without a row are old. */
const LATER_MS = 60_000;
const AHEAD_MS = 30 * 24 * 3600 * 1000;
const program = useChildProgram(new URL("garbage.child.ts", import.meta.url));

let opened: TestDatabase;
let folder: string;
let files: Awaited<ReturnType<typeof openDiskBlobs>>;
beforeAll(async () => {
  opened = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-garbage-"));
  files = await openDiskBlobs(folder);
});
afterAll(async () => {
  await opened.drop();
  rmSync(folder, { recursive: true });
});

/** A space with a text and a file of its own. */
async function furnish(owner: string, what: string): Promise<string> {
  const { db } = opened;
  const space = await addSpace(db, owner);
  const head = await headOf(db.read, space);
  if (head === undefined) throw new Error("A space has no head.");
  const { hash, size } = await files.of(owner).put(Buffer.from(what), { maxBytes: 100 });
  await db.transact((tx) => recordBlob(tx, { organization: owner, hash, size, at: PUT_AT }));
  const made = await applyChanges(
    openContent(db).of(owner).nodes,
    head.root,
    [
      { operation: "put_reusable", id: "r", title: "r", body: { text: what, targets: {} } },
      {
        operation: "put_file",
        file: { id: "f", name: "f", contentType: "image/png", size, hash, createdAt: 1 },
      },
    ],
    { now: PUT_AT },
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const named = note(space, `${space}-1`, PUT_AT, owner);
  await db.transact((tx) => commit(tx, { expectedHead: head.id, note: named, content: made }));
  return space;
}

/** One round, which ends itself at its point `last`. @returns the organizations that it has done */
async function round(at: number, last: number): Promise<{ signal: string | null; done: string[] }> {
  const args = [
    program(),
    opened.url ?? "",
    opened.file,
    folder,
    String(AHEAD_MS + at * LATER_MS),
    String(last),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [done] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { signal: child.signalCode, done: done.split("\n").filter((line) => line !== "") };
}

test(
  "what nobody has goes and all else stays, wherever the process that removes it is killed, and none begins anew",
  { timeout: 180_000 + OWNERS * 20_000 },
  async () => {
    const owners = Array.from({ length: OWNERS }, (_, at) => `owner${String(at).padStart(2, "0")}`);
    for (const owner of owners) {
      await furnish(owner, `kept ${owner}`);
      const gone = await furnish(owner, `gone ${owner}`);
      await opened.db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", gone).execute());
    }
    // For a week it was looked through each day.
    const last = Date.now() + AHEAD_MS - 24 * 3600 * 1000;
    const nothing = { organizations: 0, nodes: 0, bodies: 0, blobs: 0, strays: 0, heldStrays: 0, damaged: 0 };
    await opened.db.transact((tx) => noteRound(tx, { at: last, since: last - STRAY_AGE, ...nothing }));
    const done: string[] = [];
    let kills = 0;
    for (let at = 0; ; at++) {
      const ended = await round(at, 1 + (at % 5));
      done.push(...ended.done);
      expect((await checkStore(opened.db, files)).problems).toEqual([]);
      if (ended.signal === null) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(OWNERS);
    expect(done).toEqual(owners);
    const texts = await opened.db.read.selectFrom("bodies").select("text").orderBy("text").execute();
    expect(texts.map((body) => body.text)).toEqual(owners.map((owner) => `kept ${owner}`));
    // A kill between a row and its bytes left these, which the round after has found.
    const left: string[] = [];
    for await (const file of files.list()) left.push(file.owner);
    expect(left).toEqual(owners);
  },
);

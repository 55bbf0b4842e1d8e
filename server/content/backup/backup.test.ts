import { openDatabase } from "../../db/open.ts";
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isEmpty, readShape } from "../../db/shape.ts";
import type { DatabasePlace } from "../../db/snapshot.ts";
import type { Change } from "../../../engine/change.ts";
import { document, publish } from "../../jobs/index.fixture.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { newId } from "../../ports/ids.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { newFolder } from "../../test/folders.ts";
import { checkStore } from "../check.ts";
import { queueSync } from "../git/queue.ts";
import { addSpace } from "../spaces.fixture.ts";
import { recordBlob } from "../write.ts";
import { BackupDamaged, type Manifest } from "./manifest.ts";
import { checkBackup, restoreBackup } from "./readBackup.ts";
import { writeBackup } from "./writeBackup.ts";

const SPACES = 3;
const CHANGES = process.env["LECTERN_TEST_TIER"] === "full" ? 1000 : 10;
const NOW = Date.UTC(2026, 0, 2);
const TRICKY = 'Zeilen\u2028trenner, \u{1F600}, "quotes", \\back, \u0007bell, ’ and \r\n lines';

let source: TestDatabase;
let folder: string;
let blobs: BlobStore;
let spaces: string[];
let count = 0;

beforeAll(async () => {
  folder = newFolder("backup");
  source = await openTestDatabase();
  blobs = await openDiskBlobs(join(folder, "files"));
  spaces = [];
  for (let at = 0; at < SPACES; at++) spaces.push(await addSpace(source.db));
  for (const [at, space] of spaces.entries()) {
    await publish(source.db, space, [document(`first${at}`, `Title ${at}`, TRICKY), await file(`${at}`)]);
  }
  await source.db.transact(async (tx) => {
    await tx.insertInto("meta").values({ key: "tricky", value: TRICKY }).execute();
    for (const id of ["a", "b", "c"]) {
      await tx.insertInto("outbox").values({ id, kind: "k", payload: "{}", created_at: 1 }).execute();
    }
    // A number once given is never given again, not even after a restore.
    await tx.deleteFrom("outbox").where("id", "=", "c").execute();
  });
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

const placeOf = ({ url, file }: TestDatabase): DatabasePlace => ({ url, file });

async function file(text: string): Promise<Change> {
  const bytes = Buffer.from(`bytes of ${text}`);
  const { hash, size } = await blobs.of("org").put(bytes, { maxBytes: 1000 });
  await source.db.transact((tx) => recordBlob(tx, { organization: "org", hash, size, at: NOW }));
  const entry = { id: newId(), name: `${text}.txt`, contentType: "text/plain", size, hash, createdAt: NOW };
  return { operation: "put_file", file: entry };
}

async function backUp(from: DatabasePlace = placeOf(source), files: BlobStore = blobs): Promise<string> {
  const target = join(folder, `backup-${++count}`);
  const { problems } = await writeBackup({ place: from, blobs: files }, target, { now: NOW });
  expect(problems).toEqual([]);
  return target;
}

const manifestOf = (backup: string): Manifest =>
  JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8")) as Manifest;

const revisionsIn = (backup = ""): number =>
  manifestOf(backup).tables.find(({ name }) => name === "revisions")?.rows ?? 0;

/** Every table's rows, in an order that no database decides. */
function contents(backup: string): Record<string, string[]> {
  const names = manifestOf(backup).tables.map(({ name }) => name);
  return Object.fromEntries(
    names.map((name) => [
      name,
      readFileSync(join(backup, `tables/${name}.jsonl`), "utf8")
        .split("\n")
        .toSorted(),
    ]),
  );
}

test("knows every table and column of this version", async () => {
  const shape = await readShape(source.db.read);
  const names = shape.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["audit", "nodes", "spaces", "users"]));
  expect(names.filter((name) => /^(search|sqlite)_|^migrations$/.test(name))).toEqual([]);
  expect(shape.find(({ name }) => name === "outbox")?.counter).toBe("seq");
  expect(shape.find(({ name }) => name === "nodes")?.columns).toContainEqual({ name: "data", kind: "bytes" });
});

test("a backup goes through SQLite and this database and comes back row by row", async () => {
  const first = await backUp();
  const own = { url: undefined, file: join(folder, "own", "lectern.db") };
  const ownBlobs = await openDiskBlobs(join(folder, "own", "files"));
  expect((await restoreBackup(first, { place: own, blobs: ownBlobs }, { now: NOW })).problems).toEqual([]);
  const second = await backUp(own, ownBlobs);
  const restored = await openTestDatabase({ migrated: false });
  try {
    const otherBlobs = await openDiskBlobs(join(folder, "other"));
    const to = { place: placeOf(restored), blobs: otherBlobs };
    expect((await restoreBackup(second, to, { now: NOW })).problems).toEqual([]);
    const third = await backUp(placeOf(restored), otherBlobs);
    expect(contents(second)).toEqual(contents(first));
    expect(contents(third)).toEqual(contents(first));
    expect(manifestOf(third).files).toEqual(manifestOf(first).files);
    expect(manifestOf(first).files.count).toBe(SPACES);
    const { seq } = await restored.db.transact((tx) =>
      tx
        .insertInto("outbox")
        .values({ id: "d", kind: "k", payload: "{}", created_at: 1 })
        .returning("seq")
        .executeTakeFirstOrThrow(),
    );
    expect(seq).toBe(4);
  } finally {
    await restored.drop();
  }
});

test(
  `a backup made while ${CHANGES} changes come in is one instant of them`,
  { timeout: 180_000 + CHANGES * 1000 },
  async () => {
    let done = 0;
    const isOver = (): boolean => done >= CHANGES;
    const changing = (async () => {
      for (; !isOver(); done++) {
        const space = spaces[done % SPACES] ?? "";
        await publish(source.db, space, [
          document(`load${done}`, `Load ${done}`, `text ${done}`),
          await file(`load ${done}`),
        ]);
      }
    })();
    const taken: string[] = [];
    while (!isOver() || taken.length < 3) {
      taken.push(await backUp());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await changing;
    expect(revisionsIn(taken[0])).toBeLessThan(revisionsIn(taken.at(-1)));
    for (const backup of [taken[0], taken[Math.floor(taken.length / 2)], taken.at(-1)] as string[]) {
      const checked = await checkBackup(backup, { now: NOW });
      expect(checked.problems).toEqual([]);
      const restored = await openTestDatabase({ migrated: false });
      try {
        const to = {
          place: placeOf(restored),
          blobs: await openDiskBlobs(join(folder, `under-load-${++count}`)),
        };
        await restoreBackup(backup, to, { now: NOW });
        expect((await checkStore(restored.db, to.blobs)).problems).toEqual([]);
        const heads = await restored.db.read
          .selectFrom("spaces")
          .innerJoin("revisions", (on) =>
            on
              .onRef("revisions.organization_id", "=", "spaces.organization_id")
              .onRef("revisions.id", "=", "spaces.head"),
          )
          .select(["spaces.id", "spaces.head", "revisions.root"])
          .execute();
        expect(heads).toHaveLength(SPACES);
        // What readers see is a revision that was published, with the content it had.
        for (const { head, root } of heads) {
          const original = await source.db.read
            .selectFrom("revisions")
            .select("root")
            .where("id", "=", head)
            .executeTakeFirst();
          expect(original?.root).toBe(root);
        }
      } finally {
        await restored.drop();
      }
    }
  },
);

describe("a damaged backup is found", () => {
  let whole: string;
  beforeAll(async () => {
    whole = await backUp();
  });
  const copyOfBackup = (): string => {
    const copy = join(folder, `backup-${++count}`);
    cpSync(whole, copy, { recursive: true });
    return copy;
  };
  const nodes = "tables/nodes.jsonl";
  const flip = (path: string, at: number): void => {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const indexIn = (path: string, text: string): number => readFileSync(path, "utf8").indexOf(text);
  const middle = (path: string): number => Math.floor(statSync(path).size / 2);
  const aFile = (backup: string): string => {
    const files = join(backup, "files", "org");
    const [outer = ""] = readdirSync(files);
    const [inner = ""] = readdirSync(join(files, outer));
    const [hash = ""] = readdirSync(join(files, outer, inner));
    return join(files, outer, inner, hash);
  };
  /** What somebody does who mends the sums as well. */
  const forget = (backup: string, path: string): void => {
    const sums = join(backup, "SHA256SUMS");
    const lines = readFileSync(sums, "utf8").split("\n");
    writeFileSync(sums, lines.filter((line) => !line.endsWith(path)).join("\n"));
  };

  test.each<[string, (backup: string) => void, RegExp]>([
    [
      "a flipped byte in a table",
      (b) => flip(join(b, nodes), middle(join(b, nodes))),
      /nodes\.jsonl is damaged/,
    ],
    [
      "a table cut short",
      (b) => truncateSync(join(b, nodes), middle(join(b, nodes))),
      /nodes\.jsonl is damaged/,
    ],
    ["a table that is missing", (b) => rmSync(join(b, nodes)), /nodes\.jsonl is missing/],
    ["a flipped byte in a file", (b) => flip(aFile(b), 0), /is damaged/],
    ["a file that is missing", (b) => rmSync(aFile(b)), /is missing/],
    ["a file too many", (b) => writeFileSync(join(b, "files/more"), ""), /not in SHA256SUMS/],
    [
      "a flipped byte in the manifest",
      (b) => flip(join(b, "manifest.json"), indexIn(join(b, "manifest.json"), "2026") + 3),
      /manifest\.json is damaged/,
    ],
    ["sums cut short", (b) => truncateSync(join(b, "SHA256SUMS"), 500), /not in SHA256SUMS/],
    ["no sums", (b) => rmSync(join(b, "SHA256SUMS")), /SHA256SUMS is missing/],
    [
      "a file that nobody remembers",
      (b) => {
        const path = aFile(b);
        forget(b, path.slice(b.length + 1));
        rmSync(path);
      },
      /files are there of/,
    ],
  ])("%s", async (_, damage, words) => {
    const backup = copyOfBackup();
    damage(backup);
    const { problems } = await checkBackup(backup, { now: NOW });
    expect(problems.join("\n")).toMatch(words);
    const own = { url: undefined, file: join(folder, `none-${++count}`, "lectern.db") };
    await expect(restoreBackup(backup, { place: own, blobs }, { now: NOW })).rejects.toThrow(BackupDamaged);
  });

  test("rows that are gone together with their sums are found by what needs them", async () => {
    const backup = copyOfBackup();
    const path = join(backup, nodes);
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, lines.slice(1).join("\n"));
    const { createHash } = await import("node:crypto");
    const sum = (name: string) =>
      createHash("sha256")
        .update(readFileSync(join(backup, name)))
        .digest("hex");
    const manifest = manifestOf(backup);
    const tables = manifest.tables.map((table) =>
      table.name === "nodes" ? { ...table, rows: table.rows - 1 } : table,
    );
    writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...manifest, tables }));
    for (const name of [nodes, "manifest.json"]) {
      forget(backup, name);
      appendFileSync(join(backup, "SHA256SUMS"), `${sum(name)}  ${name}\n`);
    }
    const { problems } = await checkBackup(backup, { now: NOW });
    expect(problems.join("\n")).toMatch(/node [0-9a-f]+ is missing/);
  });
});

describe("refuses", () => {
  test("to write into a folder in use, and to restore over data", async () => {
    const used = join(folder, "used");
    mkdirSync(used);
    writeFileSync(join(used, "x"), "");
    await expect(writeBackup({ place: placeOf(source), blobs }, used, { now: NOW })).rejects.toThrow(
      "is not empty",
    );
    const backup = await backUp();
    const again = restoreBackup(backup, { place: placeOf(source), blobs }, { now: NOW });
    await expect(again).rejects.toThrow("holds data already");
  });

  test("a folder that is no backup, or one of another format or a newer version", async () => {
    await expect(checkBackup(folder, { now: NOW })).rejects.toThrow("is not a backup");
    const backup = await backUp();
    const manifest = manifestOf(backup);
    const write = (changed: object) =>
      writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...manifest, ...changed }));
    write({ format: 2 });
    await expect(checkBackup(backup, { now: NOW })).rejects.toThrow("has the format 2");
  });

  test("leaves nothing behind when it fails", async () => {
    const target = join(folder, "nowhere");
    const nothing = { url: undefined, file: join(folder, "absent.db") };
    await expect(writeBackup({ place: nothing, blobs }, target, { now: NOW })).rejects.toThrow("no database");
    expect(readdirSync(folder).filter((name) => name.startsWith("nowhere"))).toEqual([]);
  });
});

test("what is kept in step with branches comes paused, and no sync of it is queued", async () => {
  const installation = (space: string, paused_at: number | null) => ({
    organization_id: "org",
    id: newId(),
    space_id: space,
    parent_id: null,
    connection_id: null,
    provider: "git" as const,
    remote_url: "https://git.example.com/team/docs",
    branch: "refs/heads/main",
    project_directory: space,
    outgoing: "push" as const,
    paused_at,
    poll_at: paused_at === null ? 1 : null,
    created_at: 1,
    updated_at: 1,
    state: "synced" as const,
    hook_id: "12",
  });
  const [going, paused] = [installation(spaces[0] ?? "", null), installation(spaces[1] ?? "", 7)];
  await source.db.transact(async (tx) => {
    await tx.insertInto("git_installations").values([going, paused]).execute();
    await queueSync(tx, going, { cause: "content", now: 1, newId });
  });
  const kindsIn = async (database: TestDatabase) =>
    (await database.db.read.selectFrom("jobs").select("kind").execute()).map(({ kind }) => kind);
  const kinds = await kindsIn(source);
  expect(kinds).toContain("git-sync");
  const backup = await backUp();
  const restored = await openTestDatabase({ migrated: false });
  try {
    const to = { place: placeOf(restored), blobs: await openDiskBlobs(join(folder, "paused")) };
    expect(await restoreBackup(backup, to, { now: NOW })).toMatchObject({ paused: 1, problems: [] });
    const rows = await restored.db.read
      .selectFrom("git_installations")
      .select(["id", "paused_at", "poll_at", "attention", "hook_id"])
      .execute();
    const why = expect.stringContaining("restored from a backup");
    expect(rows.toSorted((a, b) => (a.paused_at ?? 0) - (b.paused_at ?? 0))).toEqual([
      { id: paused.id, paused_at: 7, poll_at: null, attention: null, hook_id: null },
      { id: going.id, paused_at: NOW, poll_at: null, attention: why, hook_id: "12" },
    ]);
    expect((await kindsIn(restored)).toSorted()).toEqual(
      kinds.filter((kind) => kind !== "git-sync").toSorted(),
    );
  } finally {
    await restored.drop();
  }
});

test("a file that went bad in the store is named and left out", async () => {
  const { hash } = await blobs.of("org").put(Buffer.from("will go bad"), { maxBytes: 100 });
  writeFileSync(join(folder, "files", "org", hash.slice(0, 2), hash.slice(2, 4), hash), "went bad!");
  const { problems } = await writeBackup({ place: placeOf(source), blobs }, join(folder, "bad"), {
    now: NOW,
  });
  expect(problems).toEqual([expect.stringContaining(hash)]);
  await blobs.of("org").delete(hash);
});

test.each(["files", "rows"] as const)(
  "a restore that ends among its %s can be begun again",
  async (where) => {
    const backup = await backUp();
    const restored = await openTestDatabase({ migrated: false });
    try {
      const to = { place: placeOf(restored), blobs: await openDiskBlobs(join(folder, `again-${where}`)) };
      let hashed = false;
      const progress = (what: string, done: number, total: number): void => {
        // Every file is hashed before the first one is stored.
        if (where === "files" && what === "files" && hashed && done === 2) throw new Error("interrupted");
        if (what === "files" && done === total) hashed = true;
        if (where === "rows" && what === "rows" && done === total) throw new Error("interrupted");
      };
      await expect(restoreBackup(backup, to, { now: NOW, progress })).rejects.toThrow("interrupted");
      expect((await restoreBackup(backup, to, { now: NOW })).problems).toEqual([]);
      const db = await openDatabase(to.place);
      expect((await checkStore(db, to.blobs)).revisions).toBeGreaterThan(SPACES);
      await db.close();
    } finally {
      await restored.drop();
    }
  },
);

test("a restore keeps what somebody has written since it looked", async () => {
  const backup = await backUp();
  const used = await openTestDatabase();
  try {
    let secretFirst = false;
    const beforeRows = async () => {
      secretFirst = await isEmpty(used.db.read);
      await used.db.transact((tx) => tx.insertInto("meta").values({ key: "mine", value: "1" }).execute());
    };
    const to = { place: placeOf(used), blobs: await openDiskBlobs(join(folder, "used")) };
    await expect(restoreBackup(backup, to, { now: NOW, beforeRows })).rejects.toThrow("holds data already");
    expect(secretFirst).toBe(true);
    const kept = await used.db.read.selectFrom("meta").select("key").execute();
    expect(kept).toEqual([{ key: "mine" }]);
  } finally {
    await used.drop();
  }
});

test("a backup that is interrupted leaves nothing behind", async () => {
  const at = join(folder, "interrupted");
  /** Files of it that this process has open, on systems that tell. */
  const open = (): string[] =>
    !existsSync("/proc/self/fd")
      ? []
      : readdirSync("/proc/self/fd").flatMap((number) => {
          const link = join("/proc/self/fd", number);
          const path = lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link);
          return path?.startsWith(at) ? [path] : [];
        });
  const target = join(at, "backup");
  for (const what of ["rows", "files"]) {
    const stop = new AbortController();
    const progress = (now: string): void => {
      if (now === what) stop.abort(new Error("asked to stop"));
    };
    const options = { now: NOW, signal: stop.signal, progress };
    await expect(writeBackup({ place: placeOf(source), blobs }, target, options)).rejects.toThrow("asked to");
    expect([readdirSync(at), open()]).toEqual([[], []]);
  }
});

/** Files in parts, on both stores of files: what is kept, for whom, for how long, and what takes it. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../db/open.ts";
import { planHousekeeping } from "../../test/plannedRounds.ts";
import { assemble } from "../../open.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { openS3Blobs } from "../../ports/blobs-s3.ts";
import { isUploadOwner, uploadOwner } from "../../ports/blobs.ts";
import { startBucket } from "../../ports/s3-bucket.fixture.ts";
import { type Answer, type Person, useWorld, type World } from "../../test/harness.ts";

const PART = 8 * 1024 * 1024;
const DAY = 24 * 3600 * 1000;
const BYTES = { "content-type": "application/octet-stream" };

const STORES = {
  disk: openDiskBlobs,
  s3: async (folder: string) => {
    mkdirSync(folder);
    const bucket = await startBucket(folder);
    const blobs = openS3Blobs({ url: bucket.url, env: bucket.env });
    return { ...blobs, close: () => blobs.close().then(bucket.stop) };
  },
} as const;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const told = ({ status, body }: Answer): unknown[] => [status, body?.error?.type];

describe.each(Object.entries(STORES))("uploads in parts, on %s", (_name, blobs) => {
  const world = useWorld({ blobs });
  let ada: Person;
  let space: string;

  beforeAll(async () => {
    ada = await world().addPerson("ada", "create");
  });
  beforeEach(async () => {
    world().ahead = 0;
    await world().deps.db.transact((tx) => tx.deleteFrom("file_uploads").execute());
    for (const owner of await kept()) await world().deps.blobs.remove(owner);
    space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, ada)).body.id;
  });

  afterEach(() => vi.restoreAllMocks());

  const addEditor = (name: string): Promise<Person> => world().addPerson(name, "create");
  const begin = (more: object, as = ada): Promise<Answer> => world().post("/uploads", { space, ...more }, as);
  const put = (id: string, number: number | string, raw: Buffer, as = ada): Promise<Answer> =>
    world().call("PUT", `/uploads/${id}/parts/${number}`, { as, raw, headers: BYTES });
  const files = async (): Promise<{ id: string; name: string; size: number }[]> =>
    (await world().get(`/spaces/${space}/content/files`, ada)).body.items;

  /** An upload of these bytes, all of whose parts are there. */
  async function sent(bytes: Buffer, more: object = {}): Promise<string> {
    const { body } = await begin({ size: bytes.length, ...more });
    for (let number = 1; number <= body.partCount; number++) {
      const part = bytes.subarray((number - 1) * PART, number * PART);
      expect((await put(body.id, number, part)).status).toBe(200);
    }
    return body.id;
  }

  /** Begins to send a part of so many bytes over a connection of its own; they are written by who asked. */
  async function open(id: string, number: number, size: number): Promise<ClientRequest> {
    const { server } = world().app;
    if (!server.listening) await world().app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.address() as AddressInfo;
    const headers = { ...BYTES, authorization: `Bearer ${ada.token}`, "content-length": size };
    const path = `/v1/uploads/${id}/parts/${number}`;
    return request({ port, host: "127.0.0.1", method: "PUT", path, headers }).on("error", () => undefined);
  }

  /** The owners in the store of files that are uploads. */
  async function kept(of: World = world()): Promise<string[]> {
    const owners = new Set<string>();
    for await (const { owner } of of.deps.blobs.list()) if (isUploadOwner(owner)) owners.add(owner);
    return [...owners];
  }

  const housekeeping = async (): Promise<void> => {
    await planHousekeeping(world().deps);
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("jobs").set({ due_at: 0 }).where("key", "=", "housekeeping").execute();
      // A clock that jumps by a day lets nothing be deleted.
      await tx.deleteFrom("meta").where("key", "=", "heartbeat").execute();
    });
    await world().runJobs();
  };

  test("come in any order, can be looked at, and become a file once", async () => {
    const bytes = randomBytes(2 * PART + 5);
    const made = await begin({ size: bytes.length, sha256: sha256(bytes) });
    expect(made.body).toMatchObject({
      object: "upload",
      size: bytes.length,
      partSize: PART,
      partCount: 3,
      parts: [],
    });
    expect([made.status, made.headers["location"]]).toEqual([
      201,
      `http://app.test/v1/uploads/${made.body.id}`,
    ]);
    const { id } = made.body;
    const third = bytes.subarray(2 * PART);
    expect((await put(id, 3, third)).body).toEqual({ number: 3, size: 5, sha256: sha256(third) });
    await put(id, 1, bytes.subarray(0, PART));
    const seen = (await world().get(`/uploads/${id}`, ada)).body;
    expect(seen.parts.map(({ number }: { number: number }) => number)).toEqual([1, 3]);
    const taking = { upload: id, name: "a.bin" };
    const early = await world().post(`/spaces/${space}/content/files`, taking, ada);
    expect(told(early)).toEqual([409, "upload-incomplete"]);
    expect(early.body.error.message).toContain("parts 2;");
    await put(id, 2, bytes.subarray(PART, 2 * PART));
    const taken = await world().post(`/spaces/${space}/content/files`, taking, ada);
    expect([taken.status, taken.body.name, taken.body.size]).toEqual([201, "a.bin", bytes.length]);
    const { hash } = await world()
      .deps.db.read.selectFrom("blobs")
      .select("hash")
      .where("size", "=", bytes.length)
      .executeTakeFirstOrThrow();
    expect(hash).toBe(sha256(bytes));
    expect(await kept()).toEqual([]);
    const again = await world().post(`/spaces/${space}/content/files`, taking, ada);
    expect([again.status, again.body.error.details[0].path]).toEqual([400, "/upload"]);
    expect((await world().get(`/uploads/${id}`, ada)).status).toBe(404);
  });

  test("are begun in one process, and gone on with and taken in another", async () => {
    const { deps, dialect, place } = world();
    const isServer = dialect === "postgres";
    const db = isServer ? await openDatabase({ url: place.url, file: "", poolSize: 2 }) : deps.db;
    const elsewhere = world().openApp(assemble({ ...deps, db }));
    const there = async (method: "PUT" | "GET" | "POST", path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${ada.token}`, ...(Buffer.isBuffer(payload) ? BYTES : {}) };
      const asked = { method, url: `/v1${path}`, headers, ...(payload && { payload }) };
      const answer = await elsewhere.inject(asked);
      return { status: answer.statusCode, body: answer.json() };
    };
    try {
      const bytes = randomBytes(PART + 5);
      const { id } = (await begin({ size: bytes.length, sha256: sha256(bytes) })).body;
      expect((await put(id, 1, bytes.subarray(0, PART))).status).toBe(200);
      const seen = (await there("GET", `/uploads/${id}`)).body;
      expect(seen.parts.map(({ number }: { number: number }) => number)).toEqual([1]);
      expect((await there("PUT", `/uploads/${id}/parts/2`, bytes.subarray(PART))).status).toBe(200);
      const taken = await there("POST", `/spaces/${space}/content/files`, { upload: id, name: "b.bin" });
      expect([taken.status, taken.body.name, taken.body.size]).toEqual([201, "b.bin", bytes.length]);
      expect((await files()).map(({ name }) => name)).toEqual(["b.bin"]);
    } finally {
      await elsewhere.close();
      if (isServer) await db.close();
    }
  });

  test("are taken once more under the key of the call, whose answer was lost", async () => {
    const id = await sent(Buffer.from("abc"));
    const take = () =>
      world().post(`/spaces/${space}/content/files`, { upload: id, name: "a.txt" }, ada, {
        "idempotency-key": id,
      });
    const [first, second] = [await take(), await take()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await files()).toHaveLength(1);
  });

  test("have a part replaced by another of the same number, whose bytes leave nothing behind", async () => {
    const { body } = await begin({ size: 3 });
    await put(body.id, 1, Buffer.from("one"));
    await put(body.id, 1, Buffer.from("two"));
    const stored: string[] = [];
    for await (const { owner, hash } of world().deps.blobs.list())
      if (isUploadOwner(owner)) stored.push(hash);
    expect(stored).toEqual([sha256(Buffer.from("two"))]);
  });

  test.each([
    [2, "Part 1 has 3 bytes; send exactly these."],
    [4, "Part 1 has 3 bytes; send exactly these."],
  ])("refuse a part of %i bytes in place of 3, and keep nothing of it", async (size, sentence) => {
    const { body } = await begin({ size: 3 });
    const { status, body: refused } = await put(body.id, 1, Buffer.alloc(size));
    expect([status, refused.error.message]).toEqual([400, sentence]);
    expect(await kept()).toEqual([]);
  });

  test.each([["0"], ["2"], ["257"], ["x"], ["1.5"]])("have no part %s", async (number) => {
    const { body } = await begin({ size: 3 });
    expect(told(await put(body.id, number, Buffer.from("abc")))).toEqual([400, "invalid-input"]);
  });

  test("refuse a part that comes as anything but bytes", async () => {
    const { body } = await begin({ size: 3 });
    const at = `/uploads/${body.id}/parts/1`;
    expect(told(await world().put(at, { a: 1 }, ada))).toEqual([415, "unsupported-media-type"]);
    expect(told(await world().put(at, undefined, ada))).toEqual([400, "invalid-input"]);
    const form = { "content-type": "multipart/form-data; boundary=x" };
    expect((await world().call("PUT", at, { as: ada, raw: "--x--", headers: form })).status).toBe(415);
  });

  test("keep nothing of a part whose connection broke, and are gone on with", async () => {
    const { body } = await begin({ size: 100_000 });
    const broken = await open(body.id, 1, 100_000);
    broken.write(Buffer.alloc(50_000));
    const arrived = once(world().app.server, "request");
    await arrived;
    broken.destroy();
    expect((await put(body.id, 1, Buffer.alloc(100_000, 1))).status).toBe(200);
    const seen = (await world().get(`/uploads/${body.id}`, ada)).body;
    expect(seen.parts).toEqual([{ number: 1, size: 100_000, sha256: sha256(Buffer.alloc(100_000, 1)) }]);
  });

  test("have a part on its way once, whoever sends it again meanwhile", async () => {
    const { blobs } = world().deps;
    const begun: string[] = [];
    const of = blobs.of.bind(blobs);
    vi.spyOn(blobs, "of").mockImplementation((owner) => {
      const own = of(owner);
      const put: typeof own.put = (...given) => {
        begun.push(owner);
        return own.put(...given);
      };
      return { ...own, put };
    });
    const [one, two] = [(await begin({ size: 3 })).body.id, (await begin({ size: 3 })).body.id];
    const slow = await open(one, 1, 3);
    slow.write("o");
    await vi.waitUntil(() => begun.length === 1, { timeout: 60_000, interval: 5 });
    const again = put(one, 1, Buffer.from("two"));
    // Another upload's part is through before the same one has begun again.
    expect((await put(two, 1, Buffer.from("abc"))).status).toBe(200);
    expect(begun).toEqual([uploadOwner(one), uploadOwner(two)]);
    const answered = once(slow, "response");
    slow.end("ne");
    const [answer] = (await answered) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, (await again).status]).toEqual([200, 200]);
    expect(begun).toEqual([uploadOwner(one), uploadOwner(two), uploadOwner(one)]);
    const { parts } = (await world().get(`/uploads/${one}`, ada)).body;
    expect(parts).toEqual([{ number: 1, size: 3, sha256: sha256(Buffer.from("two")) }]);
  });

  test("are refused before a byte is sent where they are too large, one by one and together", async () => {
    const two = 2 * 1024 ** 3;
    const large = await begin({ size: two + 1 });
    expect(told(large)).toEqual([413, "too-large"]);
    expect(large.body.error.message).toContain("at most 2 GB");
    const [bob, eve] = [await addEditor("bob"), await addEditor("eve")];
    for (const each of [ada, ada]) expect((await begin({ size: two }, each)).status).toBe(201);
    const own = await begin({ size: 1 });
    expect(told(own)).toEqual([413, "too-large"]);
    expect(own.body.error.message).toContain("Your unfinished uploads have at most 4 GB together");
    for (const each of [bob, bob]) expect((await begin({ size: two }, each)).status).toBe(201);
    const more = await begin({ size: 1 }, eve);
    expect(told(more)).toEqual([413, "too-large"]);
    expect(more.body.error.message).toContain("at most 8 GB together");
    const stranger = await world().addPerson(
      "stan",
      "create",
      await world().addOrganization("Other", "other"),
    );
    expect(told(await begin({ size: 1 }, stranger))).toEqual([404, "not-found"]);
  });

  test("make room when they are deleted, with their bytes", async () => {
    const id = await sent(Buffer.from("abc"));
    expect(await kept()).toHaveLength(1);
    expect((await world().delete(`/uploads/${id}`, ada)).status).toBe(204);
    expect(await kept()).toEqual([]);
    const left = await world()
      .deps.db.read.selectFrom("file_uploads")
      .select("id")
      .where("emptied_at", "is", null)
      .execute();
    expect(left).toEqual([]);
    expect(told(await put(id, 1, Buffer.from("abc")))).toEqual([404, "not-found"]);
  });

  test("are reached by nobody else, not even by administrators", async () => {
    const root = await world().addPerson("root", "admin");
    const id = await sent(Buffer.from("abc"));
    expect(told(await world().get(`/uploads/${id}`, root))).toEqual([404, "not-found"]);
    expect(told(await put(id, 1, Buffer.from("abc"), root))).toEqual([404, "not-found"]);
    expect(told(await world().delete(`/uploads/${id}`, root))).toEqual([404, "not-found"]);
    const taken = await world().post(`/spaces/${space}/content/files`, { upload: id, name: "a" }, root);
    expect([taken.status, taken.body.error.details[0].path]).toEqual([400, "/upload"]);
  });

  test("ask for the right that taking them takes", async () => {
    const reader = await world().addPerson("rita", "read");
    expect(told(await begin({ size: 1 }, reader))).toEqual([403, "forbidden"]);
    const organization = world().organization;
    expect(told(await begin({ size: 1, space: undefined, organization }, reader))).toEqual([
      403,
      "forbidden",
    ]);
    expect((await begin({ size: 1, space: undefined, organization })).status).toBe(201);
    expect(told(await begin({ size: 1, organization }))).toEqual([400, "invalid-input"]);
    expect(told(await begin({ size: 1, space: undefined }))).toEqual([400, "invalid-input"]);
    expect(told(await begin({ size: 1, space: "absent" }))).toEqual([404, "not-found"]);
    expect(told(await begin({ size: 0 }))).toEqual([400, "invalid-input"]);
  });

  test("stay where what takes them fails, and are taken by the next try", async () => {
    const id = await sent(Buffer.from("# Guide\n\nTurn the key.\n"));
    const broken = { upload: id, name: "guide.zip" };
    expect(told(await world().post(`/spaces/${space}/content/import`, broken, ada))).toEqual([
      400,
      "invalid-input",
    ]);
    const right = { upload: id, name: "guide.md" };
    const imported = await world().post(`/spaces/${space}/content/import`, right, ada);
    expect([imported.status, imported.body.importedResources]).toEqual([201, 1]);
    expect(await kept()).toEqual([]);
  });

  test("are refused when they don't come to their sha256, and stay", async () => {
    const id = await sent(Buffer.from("abc"), { sha256: sha256(Buffer.from("abd")) });
    for (const path of ["files", "import"]) {
      const taken = await world().post(`/spaces/${space}/content/${path}`, { upload: id, name: "a.md" }, ada);
      expect(told(taken)).toEqual([409, "upload-differs"]);
    }
    expect(await files()).toEqual([]);
    expect((await world().get(`/uploads/${id}`, ada)).status).toBe(200);
  });

  test("go after a day, with their bytes, by housekeeping", async () => {
    const id = await sent(Buffer.from("abc"));
    world().ahead = DAY - 60_000;
    expect((await world().get(`/uploads/${id}`, ada)).status).toBe(200);
    world().ahead = DAY + 60_000;
    expect((await world().get(`/uploads/${id}`, ada)).status).toBe(404);
    await housekeeping();
    // A part may be under way still.
    expect(await kept()).toHaveLength(1);
    world().ahead = 2 * DAY;
    await housekeeping();
    expect(await kept()).toEqual([]);
    expect(await world().deps.db.read.selectFrom("file_upload_parts").selectAll().execute()).toEqual([]);
  });
});

/** A disk that fills up: what can't be written is refused and told, what was there stays, and later it goes on. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { checkStore } from "../content/check.ts";
import type { BlobStore } from "../ports/blobs.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();

/**
 * Lets the database have no more room than it has, or as much as it ever takes. SQLite is told how many pages it may
 * have. PostgreSQL's disk can't be filled from here: it says what it says of a full one, at the last step of a change.
 */
async function hold(isFull: boolean): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    if (world().dialect === "postgres") {
      await sql`drop trigger if exists full_disk on revisions`.execute(tx);
      await sql`create or replace function full_disk() returns trigger language plpgsql
        as 'begin raise exception using errcode = ''53100''; end'`.execute(tx);
      if (isFull)
        await sql`create trigger full_disk before insert on revisions execute function full_disk()`.execute(
          tx,
        );
      return;
    }
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx);
    const most = isFull ? (rows[0]?.page_count ?? 0) : 1_000_000_000;
    await sql`pragma max_page_count = ${sql.lit(most)}`.execute(tx);
  });
}

test("a full disk refuses changes whole, keeps what is there readable, and is over when there is room", async () => {
  const writer = await world().addPerson("wanda", "create");
  const { body: made } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Full" },
    writer,
  );
  const space = `/spaces/${made.id}`;
  const insert = (markdown: string) => ({
    operation: "insert_page",
    title: "A page",
    document: { markdown },
  });
  await world().post(`${space}/content`, { changes: [insert("Here.")] }, writer);
  const { body: request } = await world().post(`${space}/change-requests`, {}, writer);
  const draft = `${space}/change-requests/${request.number}`;
  await world().post(`${draft}/content`, { changes: [insert("In the draft.")] }, writer);
  const before = (await world().get(space, writer)).body;

  await hold(true);
  // Nothing of it can be pressed into what is left of pages.
  const large = () => insert(randomBytes(150_000).toString("base64"));
  const refused: unknown[] = [];
  for (const path of [`${space}/content`, `${draft}/content`]) {
    const answer = await world().post(path, { changes: [large()] }, writer);
    refused.push([path, answer.status, answer.body.error.message]);
  }
  const full = "The disk is full; nothing was changed.";
  expect(refused).toEqual([
    [`${space}/content`, 503, full],
    [`${draft}/content`, 503, full],
  ]);
  // What little there is may still find room: each is wholly done, or not at all.
  let whole = true;
  for (let count = 0; whole && count < 500; count++) {
    const { status, text } = await world().post(`${space}/content`, { changes: [insert("A line.")] }, writer);
    expect([status, status === 200 || text.includes(full)]).toEqual([status === 200 ? 200 : 503, true]);
    whole = status === 200;
  }
  expect(whole).toBe(false);
  const merged = await world().post(`${draft}/merge`, undefined, writer);
  expect([200, 503]).toContain(merged.status);
  const { body: after } = await world().get(draft, writer);
  expect(after.status).toBe(merged.status === 200 ? "merged" : "draft");
  expect((await world().get(`${space}/content/pages`, writer)).status).toBe(200);
  world().failures.splice(0);

  await hold(false);
  expect((await world().post(`${space}/content`, { changes: [large()] }, writer)).status).toBe(200);
  if (merged.status !== 200)
    expect((await world().post(`${draft}/merge`, undefined, writer)).status).toBe(200);
  const { body: now } = await world().get(space, writer);
  expect(now.revision).not.toBe(before.revision);
  if (world().dialect === "sqlite") {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(world().deps.db.read);
    expect(rows).toEqual([{ quick_check: "ok" }]);
  }
  expect((await checkStore(world().deps.db, world().deps.blobs)).problems).toEqual([]);
  await world().runJobs();
});

test("a full disk under the files refuses them whole, says so, and takes them when there is room", async () => {
  const writer = await world().addPerson("fred", "create");
  const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
  const { deps } = world();
  let isFull = true;
  const full = Object.assign(new Error("write"), { code: "ENOSPC" });
  const of: BlobStore["of"] = (owner) => {
    const blobs = deps.blobs.of(owner);
    return { ...blobs, put: (...file) => (isFull ? Promise.reject(full) : blobs.put(...file)) };
  };
  const check: BlobStore["check"] = () => (isFull ? Promise.reject(full) : deps.blobs.check());
  const app = world().openApp({ blobs: { ...deps.blobs, of, check } });
  const failing = async () => (await app.inject({ url: "/readyz" })).json().failing;
  expect(await failing()).toEqual({ blobs: "the disk is full" });
  const upload = () =>
    app.inject({
      method: "POST",
      url: `/v1/spaces/${space.id}/content/files`,
      headers: {
        authorization: `Bearer ${writer.token}`,
        "content-type": "multipart/form-data; boundary=x",
        "idempotency-key": "one-file",
      },
      payload:
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n',
    });
  const refused = await upload();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "60"]);
  expect(refused.json().error.message).toBe("The disk is full; nothing was changed.");
  const files = async () =>
    (await world().get(`/spaces/${space.id}/content/files`, writer)).body.items.length;
  expect(await files()).toBe(0);
  isFull = false;
  expect([(await upload()).statusCode, await files()]).toEqual([201, 1]);
  world().ahead += 1000;
  expect(await failing()).toEqual({});
  expect(world().failures.splice(0)).toHaveLength(1);
  await app.close();
});

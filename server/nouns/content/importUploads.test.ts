/** Imports, by a job, of what was sent in parts: a kill loses nothing, and no bytes are left that nobody can delete. */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findJob } from "../../db/jobs.ts";
import { writeZip } from "../../importers/exportZip.ts";
import { jobHandlers } from "../../jobs/handlers.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { openRunner } from "../../jobs/runner.ts";
import { isUploadOwner } from "../../ports/blobs.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { IMPORT_JOB, type ImportOrder } from "./importJob.ts";

const PART = 8 * 1024 * 1024;
const GUIDE = Buffer.from("# Guide\n\nTurn the key.\n");
const world = useWorld();
let ada: Person;
let content: string;

beforeAll(async () => {
  ada = await world().addPerson("ada", "create");
});
beforeEach(async () => {
  world().ahead = 0;
  await world().deps.db.transact(async (tx) => {
    await tx.deleteFrom("file_uploads").execute();
    await tx.deleteFrom("jobs").execute();
  });
  for (const owner of await kept()) await world().deps.blobs.remove(owner);
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, ada);
  content = `/spaces/${made.body.id}/content`;
});

const begin = (size: number): Promise<Answer> =>
  world().post("/uploads", { organization: world().organization, size }, ada);

/** An upload of these bytes, all of whose parts are there. */
async function sent(bytes: Buffer): Promise<string> {
  const { id, partCount } = (await begin(bytes.length)).body;
  for (let number = 1; number <= partCount; number++) {
    const raw = bytes.subarray((number - 1) * PART, number * PART);
    const headers = { "content-type": "application/octet-stream" };
    const path = `/uploads/${id}/parts/${number}`;
    expect((await world().call("PUT", path, { as: ada, raw, headers })).status).toBe(200);
  }
  return id;
}

/** The job that imports an upload. */
async function queued(upload: string, name = "guide.md", into = content): Promise<string> {
  const { status, body } = await world().post(`${into}/import`, { upload, name }, ada, {
    prefer: "respond-async",
  });
  expect(status).toBe(202);
  return body.id;
}

/** The owners in the store of files that are uploads. */
async function kept(): Promise<string[]> {
  const owners = new Set<string>();
  for await (const { owner } of world().deps.blobs.list()) if (isUploadOwner(owner)) owners.add(owner);
  return [...owners];
}

/** How a job ended, after all that was queued has run. */
async function ended(id: string) {
  await world().runJobs();
  return (await world().get(`/jobs/${id}`, ada)).body;
}

const handler = (): JobHandler => jobHandlers(world().deps)[IMPORT_JOB] as JobHandler;

/** Runs a job as one that is killed between its commit and its end. */
async function runKilled(id: string): Promise<void> {
  const { db } = world().deps;
  const job = await findJob(db.read, id);
  if (job === undefined) throw new Error("There is no such job.");
  await handler()({
    job,
    signal: new AbortController().signal,
    isWaitedFor: async () => false,
    write: (work) => db.transact(work),
    away: (work) => work(),
  });
}

/** Nothing is kept, and nothing counts: one person may begin 4 GB of uploads. */
async function expectRoom(): Promise<void> {
  expect(await kept()).toEqual([]);
  for (let time = 0; time < 2; time++) expect((await begin(2 * 1024 ** 3)).status).toBe(201);
}

test("a job that is killed after it took an upload imports it again, and then its bytes go", async () => {
  const entries = Array.from({ length: 3 }, (_, index) => ({
    path: `content/p${index}.md`,
    fileId: `${index}`,
  }));
  // More than a part, and nothing that compresses.
  const text = randomBytes(3 * 1024 * 1024).toString("base64");
  const zip = await buffer(
    writeZip(entries, async (id) =>
      Readable.from([`# Page ${id}\n\n\`\`\`\n${text.slice(0, 4_000_000)}\n\`\`\`\n`]),
    ),
  );
  expect(zip.length).toBeGreaterThan(PART);
  const requests = content.replace(/content$/, "change-requests");
  const { body: draft } = await world().post(requests, {}, ada);
  const into = `${requests}/${draft.id}/content`;
  const job = await queued(await sent(zip), "guide.zip", into);
  await runKilled(job);
  expect(await kept()).toHaveLength(1);
  expect(await ended(job)).toMatchObject({ status: "done", report: { importedResources: 3 } });
  expect((await world().get(`${into}/pages`, ada)).body.pages).toHaveLength(3);
  await expectRoom();
});

test("the bytes that a killed job took go after an hour, when somebody needs the room", async () => {
  await runKilled(await queued(await sent(GUIDE)));
  expect(await kept()).toHaveLength(1);
  world().ahead = 2 * 3600 * 1000;
  await begin(1);
  expect(await kept()).toEqual([]);
});

test("they go when its next run fails", async () => {
  const id = await queued(await sent(GUIDE));
  await runKilled(id);
  await world().deps.db.transact(async (tx) => {
    const order = JSON.parse((await findJob(tx, id))?.payload ?? "") as ImportOrder;
    // As if the space had left the organization meanwhile.
    const payload = JSON.stringify({ ...order, organization: "another" });
    await tx.updateTable("jobs").set({ payload }).where("id", "=", id).execute();
  });
  expect(await ended(id)).toMatchObject({ status: "failed" });
  await expectRoom();
});

test("they go when it is cancelled while it runs", async () => {
  const id = await queued(await sent(GUIDE));
  const { clear } = handler();
  const cancelled: JobHandler = Object.assign(async (run: Parameters<JobHandler>[0]) => {
    const end = await handler()(run);
    expect((await world().post(`/jobs/${id}/cancel`, undefined, ada)).status).toBe(200);
    return end;
  }, clear && { clear });
  await openRunner(world().deps, { [IMPORT_JOB]: cancelled }).drain();
  expect((await world().get(`/jobs/${id}`, ada)).body.status).toBe("cancelled");
  await expectRoom();
});

test("what a failing job took nothing of stays its sender's", async () => {
  const upload = await sent(GUIDE);
  expect(await ended(await queued(upload, "guide.zip"))).toMatchObject({ status: "failed" });
  const taken = await world().post(`${content}/import`, { upload, name: "guide.md" }, ada);
  expect([taken.status, taken.body.importedResources]).toEqual([201, 1]);
  await expectRoom();
});

test("a second job with the same upload says that it is gone", async () => {
  const upload = await sent(GUIDE);
  const [first, second] = [await queued(upload), await queued(upload)];
  const ends = [await ended(first), await ended(second)].map(({ status, error }) => error ?? status);
  expect(ends.toSorted()).toEqual(["The upload is gone; send it again.", "done"]);
});

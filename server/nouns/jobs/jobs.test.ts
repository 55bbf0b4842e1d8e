import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enqueue, type NewJob } from "../../db/jobs.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let creator: Person;
let editor: Person;
let reader: Person;
let stranger: Person;
let space: string;

beforeAll(async () => {
  creator = await world().addPerson("carla", "create");
  editor = await world().addPerson("eddy", "edit");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, creator)).body.id;
});
beforeEach(() => world().deps.db.transact((tx) => tx.deleteFrom("jobs").execute()));

const add = (id: string, more: Partial<NewJob> = {}) =>
  world().deps.db.transact((tx) =>
    enqueue(tx, {
      id,
      kind: "test",
      due: 1000,
      now: 1000,
      space,
      organization: null,
      createdBy: creator.id,
      ...more,
    }),
  );

const set = (values: object) =>
  world().deps.db.transact((tx) => tx.updateTable("jobs").set(values).execute());

describe("getJobById", () => {
  test("tells how far a job is, and what became of it", async () => {
    await add("a");
    const job = {
      object: "job",
      id: "a",
      kind: "test",
      space,
      status: "queued",
      createdAt: "1970-01-01T00:00:01.000Z",
      urls: { location: "http://app.test/v1/jobs/a" },
    };
    expect(await world().get("/jobs/a", creator)).toMatchObject({ status: 200, body: job });
    await set({ state: "running", progress: '{"done":2,"total":5,"cursor":{"after":"x"}}' });
    expect((await world().get("/jobs/a", creator)).body).toEqual({
      ...job,
      status: "running",
      progress: { done: 2, total: 5 },
    });
    await set({ state: "done", progress: null, report: '{"pages":5}', finished_at: 2000 });
    expect((await world().get("/jobs/a", creator)).body).toEqual({
      ...job,
      status: "done",
      report: { pages: 5 },
      finishedAt: "1970-01-01T00:00:02.000Z",
    });
    await set({ state: "failed", report: null, error: "No luck." });
    expect((await world().get("/jobs/a", creator)).body).toMatchObject({
      status: "failed",
      error: "No luck.",
    });
  });

  test("asks who is there", async () => {
    await add("a");
    expect((await world().get("/jobs/a")).status).toBe(401);
  });

  test("is for its creator and for editors of its space", async () => {
    await add("theirs");
    await add("ours", { createdBy: reader.id });
    await add("nobody's", { kind: "index-space" });
    await set({ created_by: null, organization_id: null });
    await add("personal", { createdBy: reader.id });
    await world().deps.db.transact((tx) =>
      tx.updateTable("jobs").set({ space_id: null }).where("id", "=", "personal").execute(),
    );
    await world().deps.db.transact((tx) =>
      tx.updateTable("jobs").set({ created_by: reader.id }).where("id", "=", "ours").execute(),
    );
    const status = async (id: string, as: Person) => (await world().get(`/jobs/${id}`, as)).status;
    expect([await status("theirs", editor), await status("theirs", reader)]).toEqual([200, 404]);
    expect([await status("ours", reader), await status("ours", editor)]).toEqual([200, 200]);
    expect([await status("nobody's", editor), await status("nobody's", reader)]).toEqual([200, 404]);
    expect([await status("personal", reader), await status("personal", editor)]).toEqual([200, 404]);
    for (const id of ["theirs", "ours", "nobody's", "personal", "unknown"]) {
      expect(await status(id, stranger)).toBe(404);
    }
  });

  test("is no more for a creator who has lost the space", async () => {
    await add("a", { createdBy: stranger.id });
    expect((await world().get("/jobs/a", stranger)).status).toBe(404);
  });
});

describe("listJobsInOrganization", () => {
  const list = async (as: Person, query = "") => {
    const { status, body } = await world().get(`/orgs/${world().organization}/jobs${query}`, as);
    return status === 200 ? body.items.map(({ id }: { id: string }) => id) : status;
  };

  test("has what people asked for, the newest first, for them and for editors", async () => {
    const organization = world().organization;
    await add("first", { organization });
    await add("second", { organization, now: 2000, createdBy: reader.id });
    await add("personal", { organization, now: 3000, createdBy: reader.id });
    await add("nobody's", { organization, now: 4000, kind: "index-space" });
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("jobs").set({ created_by: null }).where("id", "=", "nobody's").execute();
      await tx.updateTable("jobs").set({ space_id: null }).where("id", "=", "personal").execute();
      await tx.updateTable("jobs").set({ state: "done" }).where("id", "=", "first").execute();
    });
    expect(await list(creator)).toEqual(["second", "first"]);
    expect(await list(editor, "?status=done")).toEqual(["first"]);
    expect(await list(reader)).toEqual(["personal", "second"]);
    expect(await list(reader, "?limit=1")).toEqual(["personal"]);
    expect([await list(stranger), await list(creator, "?status=lost")]).toEqual([404, 400]);
    expect((await world().get(`/orgs/${organization}/jobs`)).status).toBe(401);
  });
});

describe("cancelJobById", () => {
  test("ends a job that is queued or running", async () => {
    await add("a");
    const { status, body } = await world().post("/jobs/a/cancel", undefined, creator);
    expect([status, body.status]).toEqual([200, "cancelled"]);
    expect(body.finishedAt).toBeDefined();
    await add("b");
    await set({ state: "running" });
    expect((await world().post("/jobs/b/cancel", undefined, editor)).body.status).toBe("cancelled");
  });

  test("takes no body", async () => {
    await add("a");
    expect((await world().post("/jobs/a/cancel", { now: true }, creator)).status).toBe(400);
  });

  test("asks who is there", async () => {
    expect((await world().post("/jobs/a/cancel", undefined)).status).toBe(401);
  });

  test("is forbidden for what nobody asked for, and hidden from others", async () => {
    await add("a");
    expect((await world().post("/jobs/a/cancel", undefined, reader)).status).toBe(404);
    await set({ created_by: null });
    expect((await world().post("/jobs/a/cancel", undefined, editor)).status).toBe(403);
  });

  test("conflicts with a job that has ended", async () => {
    await add("a");
    await set({ state: "done", finished_at: 5 });
    const { status, body } = await world().post("/jobs/a/cancel", undefined, creator);
    expect([status, body.error.type]).toEqual([409, "job-finished"]);
  });
});

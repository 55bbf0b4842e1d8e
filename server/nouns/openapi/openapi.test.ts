import { beforeAll, describe, expect, test } from "vitest";
import { outlineAt } from "../../content/computed/specs.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { collectPieces } from "./garbage.ts";
import { readPieces } from "./pieces.ts";
import { findVersion } from "./queries.ts";
import { pets } from "./source.fixture.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let specs: string;
/** Those of the stranger's organization. */
let otherSpecs: string;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  specs = `/orgs/${world().organization}/openapi`;
  otherSpecs = `/orgs/${other}/openapi`;
});

let made = 0;
async function make(text = pets("Pets"), slug = `pets-${++made}`): Promise<string> {
  await world().post(specs, { slug, source: { text } }, editor);
  await world().runJobs();
  return `${specs}/${slug}`;
}

/** Below a description, by the operations that answer there. */
const READS = {
  getOpenAPISpecBySlug: "",
  listOpenAPISpecVersions: "/versions",
  getLatestOpenAPISpecVersion: "/versions/latest",
  getLatestOpenAPISpecVersionContent: "/versions/latest/content",
  getLatestOpenAPISpecVersionContentRaw: "/versions/latest/content/raw",
};
const READS_BY_ID = {
  getOpenAPISpecVersionById: "",
  getOpenAPISpecVersionContentById: "/content",
  getOpenAPISpecVersionContentRawById: "/content/raw",
};

describe("createOpenAPISpec", () => {
  test("makes a description that is read after the answer", async () => {
    const body = { slug: "first", source: { text: pets("First") } };
    const answer = await world().post(specs, body, editor);
    expect([answer.status, answer.body.slug, answer.body.processingState]).toEqual([201, "first", "pending"]);
    expect([answer.body.visibility, answer.body.permissions]).toEqual([
      "private",
      { view: true, edit: true },
    ]);
    expect(answer.headers["location"]).toBe(`http://app.test/v1${specs}/first`);
    await world().runJobs();
    const done = (await world().get(`${specs}/first`, editor)).body;
    expect([done.processingState, typeof done.lastVersion]).toEqual(["complete", "string"]);
    expect(done.lastProcessErrorCode).toBeUndefined();
    expect(Date.parse(done.lastProcessedAt)).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
    const taken = await world().post(specs, body, editor);
    expect([taken.status, taken.body.error.details]).toMatchObject([409, [{ path: "/slug" }]]);
  });

  test("refuses what isn't one, and those who may not", async () => {
    const text = pets("Pets");
    for (const body of [
      {},
      { slug: "a" },
      { slug: "A", source: { text } },
      { slug: "a--b", source: { text } },
      { slug: "a".repeat(101), source: { text } },
      { slug: "a", source: {} },
      { slug: "a", source: { text: "" } },
      { slug: "a", source: { url: "ftp://example.com/a" } },
      { slug: "a", source: { url: "file:///etc/passwd" } },
      { slug: "a", source: { url: "https://" } },
      { slug: "a", source: { url: "https://a.example:99999/" } },
      { slug: "a", source: { url: "https://me:canary@a.example/" } },
      { slug: "a", source: { url: "https://example.com/a", text } },
    ]) {
      expect([body, (await world().post(specs, body, editor)).status]).toEqual([body, 400]);
    }
    const paths = async (source: object) =>
      (await world().post(specs, { slug: "a", source }, editor)).body.error.details.map(
        ({ path }: { path: string }) => path,
      );
    // The fault of the source that was meant, and of no other.
    expect(await paths({ url: "ftp://example.com/a" })).toEqual(["/source/url"]);
    expect(await paths({ text: "" })).toEqual(["/source/text"]);
    const good = { slug: "mine", source: { text } };
    expect((await world().post(specs, good)).status).toBe(401);
    expect((await world().post(specs, good, reader)).status).toBe(403);
    expect((await world().post(specs, good, stranger)).status).toBe(404);
  });
});

test("of several who put a description that is not there yet, one makes it and all are answered", async () => {
  const path = `${specs}/at-once`;
  const versions = Array.from({ length: 8 }, (_, index) => ({ source: { text: pets(`At once ${index}`) } }));
  const answers = await Promise.all(versions.map((each) => world().put(path, each, editor)));
  expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  await world().runJobs();
  expect((await world().delete(path, editor)).status).toBe(205);
});

describe("reading a description", () => {
  test("shows members the description, its versions and their content", async () => {
    const path = await make(pets("Shown"));
    const spec = (await world().get(path, reader)).body;
    expect(spec.permissions).toEqual({ view: true, edit: false });
    const { body: list } = await world().get(`${path}/versions`, reader);
    expect([list.count, list.items[0].id]).toEqual([1, spec.lastVersion]);
    const latest = (await world().get(`${path}/versions/latest`, reader)).body;
    const same = (await world().get(`${path}/versions/${latest.id}`, reader)).body;
    expect(same).toEqual(latest);
    for (const which of ["latest", latest.id]) {
      const { body } = await world().get(`${path}/versions/${which}/content`, reader);
      expect(body.url).toBe(latest.url);
      expect(body.filesystem).toEqual([
        {
          dir: "./",
          isEntrypoint: true,
          references: [],
          filename: null,
          specification: JSON.parse(pets("Shown")),
        },
      ]);
      const raw = (await world().get(`${path}/versions/${which}/content/raw`, reader)).body;
      expect(raw).toEqual({ text: pets("Shown"), format: "json" });
    }
  });

  test("hides it from guests, strangers and those without a token", async () => {
    const path = await make();
    const { body } = await world().get(`${path}/versions/latest`, reader);
    const byId = Object.values(READS_BY_ID).map((end) => `/versions/${body.id}${end}`);
    for (const end of [...Object.values(READS), ...byId]) {
      expect([end, (await world().get(path + end)).status]).toEqual([end, 401]);
      expect([end, (await world().get(path + end, stranger)).status]).toEqual([end, 404]);
      expect([end, (await world().get(path + end, guest)).status]).toEqual([end, 404]);
    }
    expect((await world().get(specs, guest)).body).toMatchObject({ count: 0, items: [] });
    expect((await world().get(specs, stranger)).status).toBe(404);
    expect((await world().get(`${specs}?limit=0`, reader)).status).toBe(400);
    expect((await world().get(`${path}/versions?limit=0`, reader)).status).toBe(400);
  });

  test("knows no version before one is made, and none of another description", async () => {
    await world().post(specs, { slug: "early", source: { text: pets("Early") } }, editor);
    for (const end of Object.values(READS).slice(2)) {
      expect((await world().get(`${specs}/early${end}`, editor)).status).toBe(404);
    }
    await world().runJobs();
    const other = await make();
    const { body } = await world().get(`${other}/versions/latest`, reader);
    expect((await world().get(`${specs}/early/versions/${body.id}`, editor)).status).toBe(404);
    expect((await world().get(`${specs}/early/versions/absent/content`, editor)).status).toBe(404);
  });

  test("listOpenAPISpecs lists page by page", async () => {
    await make();
    await make();
    const slugs: string[] = [];
    for (let page = `${specs}?limit=2`; page !== "";) {
      const { body } = await world().get(page, reader);
      slugs.push(...body.items.map((item: { slug: string }) => item.slug));
      page = body.next ? `${specs}?limit=2&page=${body.next.page}` : "";
    }
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.length).toBe((await world().get(specs, reader)).body.count);
  });
});

describe("createOrUpdateOpenAPISpecBySlug", () => {
  test("makes it, and sets its source: a version for each content, none for the same", async () => {
    const path = `${specs}/put`;
    const put = (text: string) => world().put(path, { source: { text } }, editor);
    expect((await put(pets("One"))).status).toBe(200);
    await world().runJobs();
    const first = (await world().get(path, editor)).body.lastVersion;
    // The same content in other words: YAML takes JSON as it is, indented otherwise.
    expect((await put(JSON.stringify(JSON.parse(pets("One")), null, 4))).body.processingState).toBe(
      "pending",
    );
    await world().runJobs();
    expect((await world().get(path, editor)).body.lastVersion).toBe(first);
    await put(pets("Two"));
    await world().runJobs();
    const { body: list } = await world().get(`${path}/versions`, editor);
    expect([list.count, list.items[0].id]).toEqual([2, first]);
    expect((await world().get(path, editor)).body.lastVersion).toBe(list.items[1].id);
  });

  test("keeps the last version when the new text is none", async () => {
    const path = await make();
    const before = (await world().get(path, editor)).body.lastVersion;
    for (const text of [
      "not a description",
      "[1, 2]",
      "{}",
      '{"openapi": "4.0.0"}',
      "a: [",
      '{"openapi"',
      "a: &a [*a]",
    ]) {
      await world().put(path, { source: { text } }, editor);
      await world().runJobs();
      const { body } = await world().get(path, editor);
      const state = [body.processingState, body.lastProcessErrorCode, body.lastVersion];
      expect([text, ...state]).toEqual([text, "complete", "PARSE_ERROR", before]);
      expect(body.lastProcessedErrors[0].message).not.toBe("");
    }
    await world().put(path, { source: { text: pets("Good again") } }, editor);
    await world().runJobs();
    const { body } = await world().get(path, editor);
    expect([body.lastProcessErrorCode, body.lastProcessedErrors]).toEqual([undefined, undefined]);
    expect(body.lastVersion).not.toBe(before);
  });

  test("refuses what isn't one, those who may not, and who read it before", async () => {
    const path = await make();
    const source = { text: pets("Other") };
    expect((await world().put(path, { source: { url: 1 } }, editor)).status).toBe(400);
    const secret = { source: { url: "https://me:canary@a.example/" } };
    expect((await world().put(path, secret, editor)).body.error.details[0].path).toBe("/source/url");
    expect((await world().get(path, editor)).body.sourceURL).toBeUndefined();
    expect((await world().put(`${specs}/Not_A-Slug`, { source }, editor)).status).toBe(400);
    expect((await world().put(path, { source })).status).toBe(401);
    expect((await world().put(path, { source }, reader)).status).toBe(403);
    expect((await world().put(path, { source }, stranger)).status).toBe(404);
    const { headers } = await world().get(path, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().put(path, { source }, editor, tag)).status).toBe(200);
    expect((await world().put(path, { source }, editor, tag)).status).toBe(412);
  });
});

describe("updateOpenAPISpecBySlug", () => {
  test("opens its address to everybody, and closes it", async () => {
    const path = await make(pets("Open"));
    expect((await world().get(path, reader)).body.urls.published).toBeUndefined();
    const { status, body } = await world().patch(path, { visibility: "public" }, editor);
    expect([status, body.visibility]).toEqual([200, "public"]);
    const at = new URL(body.urls.published).pathname;
    const file = await world().visit(at);
    expect([file.status, file.text]).toEqual([200, pets("Open")]);
    expect(file.headers["access-control-allow-origin"]).toBe("*");
    await world().patch(path, { visibility: "private" }, editor);
    expect((await world().visit(at)).status).toBe(404);
  });

  test("refuses what isn't one, and those who may not", async () => {
    const path = await make();
    for (const body of [{}, { visibility: "open" }, { slug: "x" }]) {
      expect((await world().patch(path, body, editor)).status).toBe(400);
    }
    const body = { visibility: "public" };
    expect((await world().patch(path, body)).status).toBe(401);
    expect((await world().patch(path, body, reader)).status).toBe(403);
    expect((await world().patch(path, body, stranger)).status).toBe(404);
    const { headers } = await world().patch(path, body, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, body, editor, tag)).status).toBe(200);
    expect((await world().patch(path, body, editor, tag)).status).toBe(412);
  });
});

/** A description as pages read it. */
async function latest(path: string) {
  const { db } = world().deps;
  const spec = (await world().get(path, reader)).body;
  const version = await findVersion(db.read, world().organization, spec.lastVersion);
  if (version === undefined) throw new Error("no version");
  return {
    version,
    outline: await outlineAt(world().deps.content.of(world().organization), version.outline),
  };
}

test("our own description is read", async () => {
  const { body } = await world().app.inject({ method: "GET", url: "/openapi.json" });
  const { outline } = await latest(await make(body));
  expect(outline.operations.map(({ operationId }) => operationId)).toContain("createOpenAPISpec");
  const { paths } = JSON.parse(body) as { paths: Record<string, object> };
  const count = Object.values(paths).flatMap((item) => Object.keys(item)).length;
  expect(outline.operations.length).toBeLessThanOrEqual(count);
  expect(outline.tags.map(({ name }) => name)).toContain("OpenAPI");
});

describe("the address of a version", () => {
  test("gives the file to who has it, as a text that runs nowhere", async () => {
    const path = await make("openapi: 3.1.0\ninfo: {title: <script>, version: '1'}\npaths: {}\n");
    const { url } = (await world().get(`${path}/versions/latest`, reader)).body;
    const at = new URL(url).pathname;
    const file = await world().visit(at);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "application/yaml; charset=utf-8"]);
    expect(file.headers["x-content-type-options"]).toBe("nosniff");
    const [, , , owner, version, key] = at.split("/");
    expect((await world().visit(at.replace(String(owner), "absent"))).status).toBe(404);
    expect((await world().visit(at.replace(String(key), "A".repeat(22)))).status).toBe(404);
    expect((await world().visit(at.replace(String(version), "absent"))).status).toBe(404);
  });
});

describe("deleteOpenAPISpecBySlug", () => {
  test("deletes it with its versions, and a day later what they alone were made of", async () => {
    const path = await make(pets("Gone"));
    const kept = await make(pets("Kept"));
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect((await world().get(`${path}/versions`, editor)).status).toBe(404);
    const { db } = world().deps;
    expect(await collectPieces(db, (work) => db.transact(work), Date.now())).toBe(0);
    expect(
      await collectPieces(db, (work) => db.transact(work), Date.now() + 25 * 3600 * 1000),
    ).toBeGreaterThan(0);
    expect((await world().get(`${kept}/versions/latest/content`, reader)).status).toBe(200);
    const { version, outline } = await latest(kept);
    await readPieces(db.read, world().organization, [
      version.outline,
      ...outline.operations.map(({ piece }) => piece),
    ]);
  });

  test("takes what it was made of from its own organization, whoever else has the same", async () => {
    const source = { text: pets("Shared") };
    await world().post(otherSpecs, { slug: "shared", source }, stranger);
    const gone = await make(source.text);
    const kept = `${otherSpecs}/shared`;
    const { db } = world().deps;
    const hashes = async () =>
      (await db.read.selectFrom("openapi_pieces").select(["organization_id", "hash"]).execute())
        .filter(({ organization_id }) => organization_id === world().organization)
        .map(({ hash }) => hash);
    const { outline } = (await latest(gone)).version;
    expect(await hashes()).toContain(outline);
    await world().delete(gone, editor);
    await collectPieces(db, (work) => db.transact(work), Date.now() + 25 * 3600 * 1000);
    expect(await hashes()).not.toContain(outline);
    expect((await world().get(`${kept}/versions/latest/content`, stranger)).status).toBe(200);
  });

  test("leaves a trace of each change, and an event", async () => {
    const path = await make(pets("Traced"));
    const { id } = (await world().get(path, editor)).body;
    await world().patch(path, { visibility: "public" }, editor);
    await world().delete(path, editor);
    const { read } = world().deps.db;
    const traces = await read
      .selectFrom("audit")
      .selectAll()
      .where("target_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(traces.map(({ action, source }) => [action, source])).toEqual([
      ["openapi-spec.create", "api"],
      ["openapi-spec.version.create", "job"],
      ["openapi-spec.update", "api"],
      ["openapi-spec.delete", "api"],
    ]);
    const events = await read.selectFrom("outbox").select(["kind", "payload"]).orderBy("seq").execute();
    expect(events.filter(({ payload }) => payload.includes(id)).map(({ kind }) => kind)).toEqual([
      "openapi_spec_created",
      "openapi_spec_version_created",
      "openapi_spec_updated",
      "openapi_spec_deleted",
    ]);
  });
});

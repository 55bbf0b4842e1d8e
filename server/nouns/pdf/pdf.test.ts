import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { readPdf } from "../../workers/pdf/pdfText.fixture.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let stranger: Person;
let space: string;
let ids: Record<string, string> = {};

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sven", null);
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Handbook" }, writer);
  space = made.body.id;
  const page = (ref: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref,
    document: { markdown },
    ...more,
  });
  const { body } = await change([
    page("start", "# Start\n\nGo on to [install](./install.md)."),
    page(
      "install",
      "# Install\n\nRun the **installer**.\n\n{% if visitor.claims.beta %}\nFor the beta.\n{% endif %}",
    ),
    page("secret", "# Hidden corner\n\nNot for all.", { hidden: true }),
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await change([page("linux", "# On Linux\n\nUse the package.", { into: ids["install"] })]);
});

const change = (changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);
const pdf = (query = "", as: Person | undefined = writer, headers: Record<string, string> = {}) =>
  world().call("GET", `/spaces/${space}/pdf${query}`, { as, headers });

/** What the document of an address says. */
async function said(url: string): Promise<string> {
  const key = /\/pdf\/\w+\/(\w+)\//.exec(url)?.[1] ?? "";
  const row = await world()
    .deps.db.read.selectFrom("prints")
    .select("hash")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of (await world().deps.blobs.of(world().organization).get(row.hash)) ?? [])
    parts.push(part as Buffer);
  return readPdf(Buffer.concat(parts)).sheets.join("\n");
}

const visit = (url: string, headers: Record<string, string> = {}) =>
  world().visit(url.replace("http://sites.test", ""), headers);

describe("getSpacePDF", () => {
  test("prints all pages that are not hidden, and hands out an address that needs no token", async () => {
    const { status, body } = await pdf("", reader);
    expect([status, Object.keys(body)]).toEqual([200, ["url"]]);
    expect(body.url).toMatch(/^http:\/\/sites\.test\/~\/pdf\/.*\/handbook\.pdf$/);
    const text = await said(body.url);
    for (const words of ["Handbook", "Acme", "Start", "Install", "On Linux", "For the beta"])
      expect(text).toContain(words);
    expect(text).not.toContain("Hidden corner");
    const { status: found, headers, text: bytes } = await visit(body.url);
    expect([found, headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(headers["content-disposition"]).toBe('inline; filename="handbook.pdf"');
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(bytes.slice(0, 5)).toBe("%PDF-");
    expect((await visit(body.url, { "if-none-match": String(headers["etag"]) })).status).toBe(304);
  });

  test("prints one page with those below it, or alone, or a hidden one that is asked for", async () => {
    const below = await said((await pdf(`?page=${ids["install"]}`)).body.url);
    expect(below).toContain("On Linux");
    expect(below).not.toContain("Go on to");
    const alone = await said((await pdf(`?page=${ids["install"]}&only=true`)).body.url);
    expect(alone).toContain("installer");
    expect(alone).not.toContain("On Linux");
    expect(await said((await pdf(`?page=${ids["secret"]}`)).body.url)).toContain("Hidden corner");
  });

  test("fills in what the variables say, and names what only a visitor could", async () => {
    const markdown =
      '# Told\n\nVersion <code class="expression">space.vars.version</code>, ' +
      'for <code class="expression">visitor.claims.name</code>.';
    const { body } = await change([
      { operation: "set_variables", variables: { version: "7.5" } },
      { operation: "insert_page", ref: "told", document: { markdown }, hidden: true },
    ]);
    const told = body.changes.find(({ ref }: { ref?: string }) => ref === "told").page;
    const text = (await said((await pdf(`?page=${told}`)).body.url)).replaceAll(/\s/g, "");
    expect(text).toContain("Version7.5,for{visitor.claims.name}");
  });

  test("makes nothing twice that has not changed", async () => {
    const count = () =>
      world().deps.db.read.selectFrom("prints").select("created_at").orderBy("key").execute();
    await pdf();
    const before = await count();
    await Promise.all([pdf(), pdf("", reader)]);
    expect(await count()).toEqual(before);
    await pdf("?paper=us-letter");
    expect(await count()).toHaveLength(before.length + 1);
  });

  test("makes it again when its bytes are gone", async () => {
    const { url } = (await pdf()).body;
    const key = /\/pdf\/\w+\/(\w+)\//.exec(url)?.[1] ?? "";
    const { db, blobs } = world().deps;
    const found = db.read.selectFrom("prints").select("hash").where("key", "=", key);
    await blobs.of(world().organization).delete((await found.executeTakeFirstOrThrow()).hash);
    expect((await visit(url)).status).toBe(404);
    expect(await said((await pdf()).body.url)).toContain("installer");
  });

  test("an address is dead after an hour, when it is changed, and when the space is deleted", async () => {
    const { url } = (await pdf()).body;
    const [, until = ""] = /\/(\d{13})\//.exec(url) ?? [];
    expect((await visit(url.replace(until, String(Number(until) + 1)))).status).toBe(404);
    expect((await visit(url.replace(/\/(\w+)\/(\w{40})\//, `/$1/${"0".repeat(40)}/`))).status).toBe(404);
    expect((await visit(url.replace(/\/[\w-]{43}\//, `/${"A".repeat(43)}/`))).status).toBe(404);
    world().ahead = 3601_000;
    const late = (await visit(url)).status;
    world().ahead = 0;
    expect([late, (await visit(url)).status]).toEqual([404, 200]);
  });

  test("respond-async answers with a job, whose report has the address", async () => {
    const { status, body } = await pdf("", reader, { prefer: "respond-async" });
    expect([status, body.kind, body.status]).toEqual([202, "pdf", "queued"]);
    await world().runJobs();
    const job = (await world().get(`/jobs/${body.id}`, reader)).body;
    expect(job.status).toBe("done");
    expect(await said(job.report.url)).toContain("installer");
    // It shows what its creator sees of other spaces: who edits this one sees that it is done, not where it lies.
    const shown = (await world().get(`/jobs/${body.id}`, writer)).body;
    expect([shown.status, shown.report]).toEqual(["done", undefined]);
    const all = (await world().get(`/orgs/${world().organization}/jobs`, writer)).body.items;
    expect(all.find(({ id }: { id: string }) => id === body.id)).not.toHaveProperty("report");
    const gone = await pdf("?page=nope", reader, { prefer: "respond-async" });
    expect(gone.status).toBe(404);
  });

  test("refuses what it can't print, and those who may not read", async () => {
    expect((await pdf("?page=nope")).status).toBe(404);
    expect((await pdf("?paper=a0")).status).toBe(400);
    expect((await pdf("?pages=x")).status).toBe(400);
    expect((await pdf("", stranger)).status).toBe(404);
    expect((await world().call("GET", `/spaces/${space}/pdf`)).status).toBe(401);
  });
});

describe("getChangeRequestPDF", () => {
  test("prints the content of the change request, not of the space", async () => {
    const request = (await world().post(`/spaces/${space}/change-requests`, { subject: "Rework" }, writer))
      .body;
    const url = `/spaces/${space}/change-requests/${request.id}`;
    const edit = { operation: "insert_page", document: { markdown: "# Fresh\n\nOnly here." } };
    await world().post(`${url}/content`, { changes: [edit] }, writer);
    const { status, body } = await world().get(`${url}/pdf`, reader);
    expect(status).toBe(200);
    const text = await said(body.url);
    expect(text).toContain("Only here");
    expect(text).toContain(`Change request #${request.number}: Rework`);
    expect((await world().get(`${url}/pdf`, stranger)).status).toBe(404);
    expect((await world().get(`/spaces/${space}/change-requests/999/pdf`, reader)).status).toBe(404);
    expect(await said((await pdf()).body.url)).not.toContain("Only here");
  });
});

test("a document is collected a day after it was last asked for, and made again then", async () => {
  const { collectGarbage } = await import("../../content/garbage.ts");
  const { db, blobs, clock } = world().deps;
  const collect = () => collectGarbage(db, { now: clock.now(), blobs });
  const { url } = (await pdf()).body;
  world().ahead = 20 * 3600_000;
  await pdf();
  world().ahead = 30 * 3600_000;
  await collect();
  // Revisions that print alike share their bytes.
  const rows = () => db.read.selectFrom("prints").select("hash").distinct().execute();
  expect(await rows()).toHaveLength(1);
  world().ahead = 60 * 3600_000;
  await collect();
  expect(await rows()).toEqual([]);
  world().ahead = 0;
  expect((await visit(url)).status).toBe(404);
  expect(await said((await pdf()).body.url)).toContain("installer");
});

test("what pages show of another space is printed for who may read that space now", async () => {
  const admin = await world().addPerson("olga", "admin");
  const spaces = `/orgs/${world().organization}/spaces`;
  const [pool, other] = [
    (await world().post(spaces, { title: "Pool" }, admin)).body.id,
    (await world().post(spaces, { title: "Other" }, admin)).body.id,
  ];
  const put = async (to: string, ...changes: object[]) =>
    (await world().post(`/spaces/${to}/content`, { changes }, admin)).body.changes;
  const variables = { operation: "set_variables", variables: { word: "numbats" } };
  const text = 'Shared with <code class="expression">space.vars.word</code>.';
  const insert = { operation: "insert_reusable_content", title: "S", document: { markdown: text } };
  const [, { reusableContent }] = await put(pool, variables, insert);
  const markdown = `# Shows\n\n{% include "/spaces/${pool}/reusable/${reusableContent}" %}`;
  await put(other, { operation: "insert_page", document: { markdown } });
  const print = async (as: Person) => said((await world().get(`/spaces/${other}/pdf`, as)).body.url);
  expect(await print(reader)).toContain("Shared with numbats");
  await world().patch(`/spaces/${pool}`, { defaultLevel: null }, admin);
  expect(await print(admin)).toContain("Shared with numbats");
  expect(await print(reader)).not.toMatch(/Shared|numbats/);
  expect(await print(reader)).toContain("not available");
});

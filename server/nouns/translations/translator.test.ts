import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import type { PageToTranslate } from "./translator.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let server: Server;
let source = "";
let german = "";
let pages: string[] = [];
/** What the translator was sent, and what it answers. */
let asked: (PageToTranslate & { version: number; signed: boolean })[] = [];
let answer: (page: PageToTranslate) => { status?: number; body: string };

const shouts = ({ title, description, markdown }: PageToTranslate) => ({
  body: JSON.stringify({
    title: title.toUpperCase(),
    description: description.toUpperCase(),
    // Destinations and code stay as they are.
    markdown: markdown.replaceAll(/`[^`]*`|\]\([^)]*\)|\w+/g, (part) =>
      /^[`\]]/.test(part) ? part : part.toUpperCase(),
    ),
  }),
});

const write = (space: string, changes: object[], as = admin) =>
  world().post(`/spaces/${space}/content`, { changes }, as);
const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown },
});
const say = (page: string, markdown: string) => ({ operation: "update_page", page, document: { markdown } });
const run = (as: Person | undefined = admin) =>
  world().post(`/spaces/${german}/translation/run`, undefined, as);
const set = (body: object, as = admin) => world().patch(`/spaces/${german}/translation`, body, as);
const paths = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

/** Runs what is due, and what is tried again later as well. */
async function settle(): Promise<void> {
  await world().runJobs();
  world().ahead += 60_000;
  await world().runJobs();
}

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("eddy", "edit");
  server = createServer((request, response) => {
    void text(request).then((sent) => {
      const [, at, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers["x-lectern-signature"])) ?? [];
      const signed = createHmac("sha256", "shared").update(`${at}.${sent}`).digest("hex") === mac;
      const page = JSON.parse(sent) as PageToTranslate & { version: number };
      asked.push({ ...page, signed });
      const { status = 200, body } = answer(page);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  Object.assign(world().deps, { translator: { url, secret: "shared" } });
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  asked = [];
  answer = shouts;
  const { organization } = world();
  const made = await world().post(`/orgs/${organization}/spaces`, { title: "Guide", language: "en" }, admin);
  source = made.body.id;
  await write(source, [
    insert("One", "First `npm ci`."),
    insert("Two", "Second."),
    insert("Three", "Third."),
  ]);
  const { body } = await world().get(`/spaces/${source}/content/pages`, admin);
  pages = body.pages.map(({ id }: { id: string }) => id);
  const settings = { title: "Languages", languages: ["de"] };
  const { body: languages } = await world().post(`/orgs/${organization}/translations`, settings, admin);
  const spaces = `/orgs/${organization}/translations/${languages.id}/spaces`;
  german = (await world().post(spaces, { source, language: "de" }, admin)).body.space;
  await world().runJobs();
});

const counts = async (): Promise<object> =>
  (await world().get(`/spaces/${german}/translation`, admin)).body.pages;
const pageOf = async (id: string | undefined) =>
  (await world().get(`/spaces/${german}/content/page/${id}?format=markdown`, admin)).body;
const rowOf = async (id: string | undefined) =>
  (await world().get(`/spaces/${german}/translation/pages`, admin)).body.items.find(
    ({ page }: { page: string }) => page === id,
  );

describe("runSpaceTranslation", () => {
  test("has what is missing written, page by page, and reports it", async () => {
    await set({ instructions: "Be polite." });
    const started = await run();
    expect([started.status, started.body.kind]).toEqual([202, "translate-space"]);
    await world().runJobs();
    const job = (await world().get(`/jobs/${started.body.id}`, admin)).body;
    expect([job.status, job.report]).toEqual(["done", { pages: 3, failed: [] }]);
    expect(await counts()).toEqual({ missing: 0, outdated: 0, current: 3, extra: 0 });
    expect(await pageOf(pages[0])).toMatchObject({
      title: "ONE",
      markdown: expect.stringContaining("FIRST `npm ci`."),
    });
    expect(await rowOf(pages[0])).toMatchObject({ writtenBy: "translator", problems: [] });
    expect(asked.find(({ page }) => page === pages[1])).toEqual({
      version: 1,
      page: pages[1],
      from: "en",
      to: "de",
      instructions: "Be polite.",
      title: "Two",
      description: "",
      markdown: expect.stringContaining("Second."),
      signed: true,
    });
  });

  test("leaves alone what somebody wrote by hand, and asks again only for what changed", async () => {
    const [one, two] = pages as [string, string];
    await write(german, [say(one, "Erstens.")]);
    await run();
    await world().runJobs();
    await write(source, [say(one, "First!"), say(two, "Second!")]);
    await world().runJobs();
    asked = [];
    await run();
    await world().runJobs();
    expect(asked.map(({ page }) => page)).toEqual([two]);
    expect((await pageOf(one)).markdown).toContain("Erstens.");
    expect(await counts()).toMatchObject({ outdated: 1, current: 2 });
  });

  test("tries again what fails for a while, and goes on where it was", async () => {
    let left = 2;
    answer = (page) => (left-- > 1 ? shouts(page) : left === 0 ? { status: 503, body: "" } : shouts(page));
    await run();
    await settle();
    expect(await counts()).toMatchObject({ current: 3 });
    expect(asked).toHaveLength(4);
  });

  test.each([
    ["no JSON", { body: "<html>" }, "The translator's answer is no JSON."],
    ["no text", { body: '{"title": "T"}' }, "The translator's answer has no text in its field `markdown`."],
    ["a refusal", { status: 422, body: "" }, "The translator answered 422."],
    [
      "a title that is none",
      { body: '{"title": " ", "markdown": "x"}' },
      "The translator's answer has no title of 1 to 250 characters.",
    ],
  ])("reports pages that come back as %s, and writes the others", async (_, wrong, reason) => {
    answer = (page) => (page.page === pages[0] ? wrong : shouts(page));
    const { body } = await run();
    await world().runJobs();
    const { report } = (await world().get(`/jobs/${body.id}`, admin)).body;
    expect(report).toEqual({ pages: 2, failed: [{ page: pages[0], reason }] });
    expect(await counts()).toMatchObject({ missing: 1, current: 2 });
  });

  test("says what looks wrong in what came back", async () => {
    await write(source, [say(pages[0] as string, "See [the site](https://example.com/).\n\n```\na\n```\n")]);
    await world().runJobs();
    answer = () => ({ body: JSON.stringify({ title: "T", markdown: "[x](https://evil.example/)" }) });
    await run();
    await world().runJobs();
    expect((await rowOf(pages[0])).problems).toEqual([
      "The link to https://example.com/ is gone.",
      "The source has no link to https://evil.example/.",
      "Blocks of code are not those of the source.",
    ]);
  });

  test("is the administrators' alone, and takes a translator", async () => {
    expect([
      (await run(editor)).status,
      (await world().post(`/spaces/${german}/translation/run`, undefined)).status,
    ]).toEqual([403, 401]);
    const { translator } = world().deps;
    Object.assign(world().deps, { translator: undefined });
    const { status, body } = await run();
    Object.assign(world().deps, { translator });
    expect([status, body.error.type]).toEqual([409, "no-translator"]);
  });
});

describe("updateSpaceTranslation", () => {
  test("has the translator follow the source by itself", async () => {
    expect((await set({ automatic: true })).body).toMatchObject({ automatic: true });
    await world().runJobs();
    expect(await counts()).toMatchObject({ current: 3 });
    await write(source, [say(pages[1] as string, "Second!"), insert("Four", "Fourth.")]);
    await world().runJobs();
    expect(await counts()).toMatchObject({ current: 4 });
    expect((await pageOf(pages[1])).markdown).toContain("SECOND!");
  });

  test("is the administrators' alone", async () => {
    expect((await set({ automatic: true }, editor)).status).toBe(403);
    expect(paths(await set({ automatic: "yes" }))).toEqual(["/automatic"]);
    expect((await set({})).status).toBe(400);
    await set({ instructions: "Be polite." });
    expect((await set({ instructions: null })).body.instructions).toBeUndefined();
  });
});

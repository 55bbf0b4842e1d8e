import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFetch } from "../../ports/fetch.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import type { UntranslatedPage, TranslationOrder } from "./translator.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let server: Server;
let source = "";
let german = "";
let pages: string[] = [];
/** What the translator was sent, and what it answers: to a request, and about a page. */
let asked: (TranslationOrder & { version: number; signed: boolean })[] = [];
let answer: (order: TranslationOrder) => Reply;
let say: (page: UntranslatedPage) => object | undefined;

/** Without a status the translator hangs. */
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const shouts = ({ page, title, description, markdown }: UntranslatedPage): object => ({
  page,
  title: title.toUpperCase(),
  description: description.toUpperCase(),
  // Destinations and code stay as they are.
  markdown: markdown.replaceAll(/`[^`]*`|\]\([^)]*\)|\w+/g, (part) =>
    /^[`\]]/.test(part) ? part : part.toUpperCase(),
  ),
});
const answered = (items: unknown[]): Reply => ({ status: 200, body: JSON.stringify({ pages: items }) });
const translates = (order: TranslationOrder): Reply => answered(order.pages.map(say));
const sent = (): (string | undefined)[][] => asked.map((order) => order.pages.map(({ page }) => page));

const write = (space: string, changes: object[], as = admin) =>
  world().post(`/spaces/${space}/content`, { changes }, as);
const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown },
});
const rewrite = (page: string, markdown: string) => ({
  operation: "update_page",
  page,
  document: { markdown },
});
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
    void text(request).then((body) => {
      const [, at, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers["x-lectern-signature"])) ?? [];
      const signed = createHmac("sha256", "shared").update(`${at}.${body}`).digest("hex") === mac;
      const order = JSON.parse(body) as TranslationOrder & { version: number };
      asked.push({ ...order, signed });
      const { status, headers, body: reply } = answer(order);
      if (status !== undefined)
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(reply);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  Object.assign(world().deps, { translator: { url, secret: "shared" } });
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

beforeEach(async () => {
  asked = [];
  answer = translates;
  say = shouts;
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
  test("has what is missing written, and reports it", async () => {
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
    expect(asked).toHaveLength(1);
    const { pages: order, ...rest } = asked[0] as (typeof asked)[number];
    expect(rest).toEqual({ version: 1, from: "en", to: "de", instructions: "Be polite.", signed: true });
    expect(order.find(({ page }) => page === pages[1])).toEqual({
      page: pages[1],
      title: "Two",
      description: "",
      markdown: expect.stringContaining("Second."),
    });
  });

  test("leaves alone what somebody wrote by hand, and asks again only for what changed", async () => {
    const [one, two] = pages as [string, string];
    await write(german, [rewrite(one, "Erstens.")]);
    await run();
    await world().runJobs();
    await write(source, [rewrite(one, "First!"), rewrite(two, "Second!")]);
    await world().runJobs();
    asked = [];
    await run();
    await world().runJobs();
    expect(sent()).toEqual([[two]]);
    expect((await pageOf(one)).markdown).toContain("Erstens.");
    expect(await counts()).toMatchObject({ outdated: 1, current: 2 });
  });

  test("sends pages in batches of ten, or of a hundred thousand characters, and writes each in one revision", async () => {
    const long = "word ".repeat(15_000);
    const more = Array.from({ length: 21 }, (_, n) => insert(`Page ${n}`, n < 3 ? long : `Text ${n}.`));
    await write(source, more);
    await world().runJobs();
    const revisions = async () =>
      (await world().get(`/spaces/${german}/revisions?limit=100`, admin)).body.count;
    const before = await revisions();
    await run();
    await world().runJobs();
    expect(await counts()).toMatchObject({ current: 24 });
    for (const { pages: order } of asked) {
      const characters = order.reduce((sum, { markdown }) => sum + markdown.length, 0);
      expect(order.length === 1 || (order.length <= 10 && characters <= 100_000)).toBe(true);
    }
    expect(new Set(sent().flat()).size).toBe(24);
    expect(sent().flat()).toHaveLength(24);
    expect((await revisions()) - before).toBe(asked.length);
    expect(asked.length).toBeLessThan(8);
  });

  test("reports what is wrong with a page, and writes the others of its batch", async () => {
    const [one] = pages as [string];
    const reasons: Record<string, object | undefined> = {
      "The translator's answer lacks the page.": undefined,
      "The translator's answer has no text in its field `markdown`.": { page: one, title: "T" },
      "The translator's answer has no description that a page can have.": {
        page: one,
        title: "T",
        description: 1,
        markdown: "",
      },
      "The translator's answer has no title of 1 to 250 characters.": {
        page: one,
        title: " \n",
        markdown: "x",
      },
      "The translator says: Not mine.": { page: one, error: "Not mine." },
    };
    for (const [reason, wrong] of Object.entries(reasons)) {
      say = (page) => (page.page === one ? wrong : shouts(page));
      const { body } = await run();
      await world().runJobs();
      const { report } = (await world().get(`/jobs/${body.id}`, admin)).body;
      expect(report.failed).toEqual([{ page: one, reason }]);
      expect(await counts()).toMatchObject({ missing: 1, current: 2 });
    }
    expect(sent().map(({ length }) => length)).toEqual([3, 1, 1, 1, 1]);
  });

  test.each<[string, Reply, string]>([
    ["no JSON", { status: 200, body: "<html>" }, "The translator's answer is no JSON."],
    ["no pages", { status: 200, body: "[]" }, "The translator's answer has no list `pages`."],
    ["a refusal", { status: 422 }, "The translator answered 422."],
    [
      "too much",
      { status: 200, body: "x".repeat(5 * 1024 * 1024) },
      "The translator's answer can't be read. The address answered with more than is allowed here.",
    ],
  ])("goes page by page where a batch comes back as %s", async (_, wrong, reason) => {
    const [one] = pages as [string];
    answer = (order) => (order.pages.some(({ page }) => page === one) ? wrong : translates(order));
    const { body } = await run();
    await world().runJobs();
    const { report } = (await world().get(`/jobs/${body.id}`, admin)).body;
    expect(report).toEqual({ pages: 2, failed: [{ page: one, reason }] });
    expect(asked.length).toBeLessThan(6);
  });

  test("takes what was not asked for as not said, and what can't be stored as what can", async () => {
    const [one] = pages as [string];
    say = (page) =>
      page.page === one
        ? { page: one, title: "A\0\uD83D\nb", description: "\0", markdown: "x\0\uD83Dy" }
        : shouts(page);
    answer = (order) =>
      answered([null, 7, "page", { page: "absent", title: "T", markdown: "" }, ...order.pages.map(say)]);
    await run();
    await world().runJobs();
    expect(await counts()).toMatchObject({ current: 3, extra: 0 });
    const { title, description, markdown } = await pageOf(one);
    expect([title, description]).toEqual(["A \uFFFD b", "\uFFFD"]);
    expect(markdown).toContain("x\uFFFD\uFFFDy");
  });

  test("tries again later what fails for a while, from where it was, with one page first", async () => {
    let failures = 1;
    answer = (order) => (failures-- > 0 ? { status: 503 } : translates(order));
    await run();
    await settle();
    expect(await counts()).toMatchObject({ current: 3 });
    expect(sent().map(({ length }) => length)).toEqual([3, 1, 2]);
  });

  test("doesn't wait for ever for a translator that hangs", async () => {
    const { fetch } = world().deps;
    // The real way out, with less patience.
    const hasty = {
      ...fetch,
      fetch: (url: string, request = {}) => fetch.fetch(url, { ...request, timeout: 50 }),
    };
    answer = () => ({});
    Object.assign(world().deps, { fetch: hasty });
    const { body } = await run();
    await world().runJobs();
    Object.assign(world().deps, { fetch });
    expect((await world().get(`/jobs/${body.id}`, admin)).body).toMatchObject({ status: "queued" });
    answer = translates;
    await settle();
    expect(await counts()).toMatchObject({ current: 3 });
  });

  test("follows no redirect, and reaches no private network that the operator hasn't opened", async () => {
    answer = () => ({ status: 307, headers: { location: "/elsewhere" } });
    const { body } = await run();
    await world().runJobs();
    expect(asked).toHaveLength(1);
    expect((await world().get(`/jobs/${body.id}`, admin)).body.status).toBe("queued");
    const { fetch, translator } = world().deps;
    const guarded = openFetch({ allowPrivateNetwork: false });
    for (const url of [translator?.url ?? "", "https://127.0.0.1:1/", "https://[::ffff:127.0.0.1]/"]) {
      Object.assign(world().deps, { fetch: guarded, translator: { url } });
      await run();
      await settle();
    }
    Object.assign(world().deps, { fetch, translator });
    await guarded.close();
    expect(asked).toHaveLength(1);
    expect((await world().get(`/jobs/${body.id}`, admin)).body.report.failed).toHaveLength(3);
    expect(await counts()).toMatchObject({ missing: 3 });
  });

  test("says what looks wrong in what came back", async () => {
    await write(source, [
      rewrite(pages[0] as string, "See [the site](https://example.com/).\n\n```\na\n```\n"),
    ]);
    await world().runJobs();
    say = ({ page }) => ({ page, title: "T", markdown: "[x](https://evil.example/)" });
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
    await write(source, [rewrite(pages[1] as string, "Second!"), insert("Four", "Fourth.")]);
    await world().runJobs();
    expect(await counts()).toMatchObject({ current: 4 });
    expect((await pageOf(pages[1])).markdown).toContain("SECOND!");
  });

  test("is the administrators' alone", async () => {
    expect((await set({ automatic: true }, editor)).status).toBe(403);
    expect(paths(await set({ automatic: "yes" }))).toEqual(["/automatic"]);
    await set({ instructions: "Be polite." });
    expect((await set({ instructions: null })).body.instructions).toBeUndefined();
  });
});

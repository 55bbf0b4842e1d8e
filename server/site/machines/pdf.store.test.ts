import { readPrint, renderPages } from "./pdf.ts";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { SelectedContent } from "../../nouns/pdf/gather.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";
import { readPdf } from "../../workers/pdf/pdfText.fixture.ts";

const world = useWorld();
const base = "/acme/guide/";
let writer: Person;
let site: string;
let space: string;
let ids: Record<string, string> = {};

const change = (changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);

/** The address of the document that a reader is sent to, and what it says. */
async function read(query: string): Promise<{ address: string; text: string; links: readonly string[] }> {
  const { status, headers } = await world().visit(`${base}~/pdf${query}`);
  expect(status).toBe(303);
  const address = String(headers["location"]);
  const document = await world().visit(address);
  expect([document.status, document.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const key = /\/pdf\/\w+\/(\w+)\//.exec(address)?.[1] ?? "";
  const { read } = world().deps.db;
  const row = await read.selectFrom("prints").select("hash").where("key", "=", key).executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of (await world().deps.blobs.of(world().organization).get(row.hash)) ?? [])
    parts.push(part as Buffer);
  const pdf = readPdf(Buffer.concat(parts));
  return { address, text: pdf.sheets.join("\n"), links: pdf.addresses };
}

const keyOf = (address: string): string => address.split("/")[4] ?? "";

// Each may have as many made as a minute allows.
beforeEach(() => void (world().ahead += 60_000));

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const at = `/orgs/${world().organization}/sites`;
  site = `${at}/${(await world().post(at, { title: "Guide", spaces: "empty" }, writer)).body.id}`;
  const { body: published } = await world().get(`${site}/published`, writer);
  space = published.structure.structure[0].space.id;
  await change([{ operation: "set_variables", variables: { beta: false } }]);
  const page = (ref: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref,
    slug: ref,
    document: { markdown },
    ...more,
  });
  const { body } = await change([
    page(
      "home",
      "# Home\n\nWelcome. See [the end](./last.md).\n\n{% if space.vars.beta %}\n\nZebras.\n\n{% endif %}\n\n" +
        "{% if visitor.claims.paid %}\n\nOkapis.\n\n{% endif %}",
    ),
    page("beta", "# Testers\n\nQuokkas.", { condition: "space.vars.beta" }),
    page("secret", "# Corner\n\nWombats.", { hidden: true }),
    page("last", "# Last\n\nThe end."),
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await world().post(`${site}/publish`, undefined, writer);
});

test("a reader's document holds what this reader may see, and no more", async () => {
  const { text } = await read("");
  for (const words of ["Guide", "Welcome", "The end"]) expect(text).toContain(words);
  for (const words of ["Zebras", "Okapis", "Quokkas", "Wombats"]) expect(text).not.toContain(words);
  const of = (page = "", query = "") => world().visit(`${base}~gitbook/pdf?page=${ids[page]}${query}`);
  expect((await of("beta")).status).toBe(404);
  expect((await of("home", "&only=true")).status).toBe(303);
  expect((await world().visit(`${base}~/pdf?page=nope`)).status).toBe(404);
});

test("a page alone links to the others where they are on the site", async () => {
  const { text, links } = await read(`?page=${ids["home"]}&only=true`);
  expect(text).toContain("Welcome");
  expect(text).not.toContain("The end.");
  expect(links).toContain("http://sites.test/acme/guide/last");
  expect((await read("?limit=1")).text).not.toContain("The end.");
  // No fewer than editors have: more is refused, never left out in silence.
  expect(readPrint(new URLSearchParams()).limit).toBe(3000);
});

test("readers choose among few lengths, and those of one network have few documents made a minute", async () => {
  const limitOf = (limit: string) => readPrint(new URLSearchParams({ limit })).limit;
  expect(["-1", "0", "1", "3", "51", "99999", "x"].map(limitOf)).toEqual([1, 1, 1, 2, 50, 3000, 3000]);
  const more = Array.from({ length: 12 }, (_, at) => ({
    operation: "insert_page",
    hidden: true,
    document: { markdown: `# Leaf ${at}\n\nWords.` },
  }));
  const { body } = await change(more);
  const asked = body.changes.map(({ page }: { page: string }) => `?page=${page}&only=true`) as string[];
  const ask = async (query: string) => (await world().visit(`${base}~/pdf${query}`)).status;
  // The limit's minutes are those of the clock: none may turn over while documents are made.
  world().stopClock();
  onTestFinished(() => world().runClock());
  world().ahead += 60_000;
  const answers: number[] = [];
  for (const query of asked) answers.push(await ask(query));
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429]);
  // What is made is given all the same, and a minute later there is room again.
  expect(await ask(asked[0] as string)).toBe(303);
  world().ahead += 60_000;
  expect(await ask(asked[10] as string)).toBe(303);
});

test("readers of one network who wait for one document are given it, however many they are", async () => {
  const page = (title: string) => ({
    operation: "insert_page",
    hidden: true,
    document: { markdown: `# ${title}\n\nWords.` },
  });
  const { body } = await change([page("Lead"), page("Rush")]);
  world().stopClock();
  onTestFinished(() => world().runClock());
  const [lead, rush] = body.changes.map((done: { page: string }) => done.page) as string[];
  const { blobs, db } = world().deps;
  // Nobody else is answered at this address before the first. Then the document isn't kept before all have asked
  // whether it is: each once, and those who have a place twice more.
  let [sought, stored, keep] = [0, 0, () => {}];
  const isSought = new Promise<void>((done) => (keep = done));
  const stop = hearStatements(db, (sql) => {
    if (/from "prints"/.test(sql) && ++sought === 3 + 14 + 2 * 2) keep();
  });
  const of = blobs.of.bind(blobs);
  const files = vi.spyOn(blobs, "of").mockImplementation((owner) => ({
    ...of(owner),
    put: async (bytes, limits) => {
      if (++stored > 1) await isSought;
      return of(owner).put(bytes, limits);
    },
  }));
  onTestFinished(() => (stop(), files.mockRestore()));
  const asked = [lead, ...Array.from({ length: 14 }, () => rush)];
  const answers = await Promise.all(asked.map((id) => world().visit(`${base}~/pdf?page=${id}&only=true`)));
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 303));
});

test("a page leads to its own document, as long as the site has them", async () => {
  const linkOn = async () => /href="([^"]*~\/pdf[^"]*)"/.exec((await world().visit(`${base}last`)).text)?.[1];
  const link = (await linkOn())?.replaceAll("&amp;", "&") ?? "";
  expect(link).toBe(`${base}~/pdf?page=${ids["last"]}&only=true`);
  const { text } = await read(link.slice(`${base}~/pdf`.length));
  expect(text).toContain("The end");
  const { body: before } = await world().get(`${site}/customization`, writer);
  await world().put(`${site}/customization`, { ...before, pdf: { enabled: false } }, writer);
  expect(await linkOn()).toBeUndefined();
  await world().put(`${site}/customization`, before, writer);
});

test("what becomes visible is printed then, and the same is not made twice", async () => {
  const [before, again] = [await read(""), await read("")];
  expect(keyOf(again.address)).toBe(keyOf(before.address));
  await change([{ operation: "set_variables", variables: { beta: true } }]);
  const { address, text } = await read("");
  expect(keyOf(address)).not.toBe(keyOf(before.address));
  for (const words of ["Zebras", "Quokkas"]) expect(text).toContain(words);
});

test("readers asking for different pages at once get their own", async () => {
  const asked = [ids["last"], ids["home"], ids["secret"]].map((page) => read(`?page=${page}&only=true`));
  const [last, home, secret] = await Promise.all(asked);
  expect(last?.text).toContain("The end");
  expect(home?.text).toContain("Welcome");
  expect(secret?.text).toContain("Wombats");
});

test("nothing is printed where the site has it switched off, or is not open", async () => {
  const { body: before } = await world().get(`${site}/customization`, writer);
  await world().put(`${site}/customization`, { ...before, pdf: { enabled: false } }, writer);
  expect((await world().visit(`${base}~/pdf`)).status).toBe(404);
  await world().put(`${site}/customization`, before, writer);
  expect((await world().visit(`${base}~/pdf`)).status).toBe(303);
  await world().post(`${site}/unpublish`, undefined, writer);
  expect((await world().visit(`${base}~/pdf`)).status).toBe(404);
});

test.each([
  ["text", "a".repeat(1_000_000), 9],
  ["markup", "<i>".repeat(1_000_000), 11],
])(
  "no more pages are rendered than a document may have of %s, and not again for who asks again",
  async (_what, html, rendered) => {
    const page = { type: "document", id: "p", title: "P", slug: "p", updatedAt: 0 };
    const one = { page, path: "p", depth: 0 } as unknown as SelectedContent;
    const kept = new Map<string, true>();
    const refused = {
      get: (key: string) => kept.get(key),
      set: (key: string) => (kept.set(key, true), true as const),
    };
    let count = 0;
    const ask = (pages: number, wish: string) => {
      const render = async () => {
        count += 1;
        return { title: "P", depth: 0, isGroup: false, href: "/p", html };
      };
      return renderPages(
        Array.from({ length: pages }, () => one),
        render,
        refused,
        wish,
      );
    };
    const refusal = { status: 413, message: expect.stringContaining("query parameter page") };
    await expect(ask(3000, "all")).rejects.toMatchObject(refusal);
    expect(count).toBe(rendered);
    await expect(ask(3000, "all")).rejects.toMatchObject(refusal);
    expect(count).toBe(rendered);
    expect(await ask(rendered - 1, "some")).toHaveLength(rendered - 1);
  },
);

/** Hostile texts where visitors, agents, printers and other sites come in: beside the pages of hostile.store.test.ts. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { builtAssets } from "../test/assets.ts";
import { launchBrowser } from "../test/browser.ts";
import { type Person, useWorld, type Visit } from "../test/harness.ts";
import { readPdf } from "../workers/pdf/pdfText.fixture.ts";
import { auditPage, HOSTILE_TEXTS } from "./hostile.fixture.ts";
import { buildSites } from "./serve.ts";
import { cookiesFrom, LOGIN, makeSite, tokenOf, type VisitedSite } from "./visitor/visitors.fixture.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const world = useWorld();
let writer: Person;
let site: VisitedSite;
let sites: FastifyInstance;

/** What a typesetter would read as its own, beside what browsers would. */
const TYPESET = [
  '#read("/etc/passwd")',
  '#import "@preview/x:1.0.0"',
  "$ x $ #panic() `raw` <label> @ref",
  "\\u{0}//",
];
const TEXTS = [...HOSTILE_TEXTS, ...TYPESET].filter((said) => said.isWellFormed() && !said.includes("\0"));
const SOME = TEXTS.filter((_, index) => FULL || index % 4 === 0);

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Sinks");
  const page = (slug: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    slug,
    title: slug,
    document: { markdown },
    ...more,
  });
  const said = (name: string) => `<code class="expression">visitor.claims.${name}</code>`;
  const changes = [
    page("home", "Here."),
    page("claims", `${said("said")}, ${said("unsigned.said")} and [${said("said")}](https://example.com)`),
    ...TEXTS.map((text, index) =>
      page(`p${index}`, `## Needle ${text}\n\nneedle ${text}\n\n[x](javascript:alert)`, {
        title: text.slice(0, 100),
        description: text,
      }),
    ),
  ];
  for (let at = 0; at < changes.length; at += 25) {
    const some = { changes: changes.slice(at, at + 25) };
    expect((await world().post(`/spaces/${site.space}/content`, some, writer)).status).toBe(200);
  }
  const shown = { visibility: "public", adaptiveContent: { enabled: true } };
  expect((await world().patch(site.api, shown, writer)).status).toBe(200);
  const { body: look } = await world().get(`${site.api}/customization`, writer);
  await world().put(`${site.api}/customization`, { ...look, feedback: { enabled: true } }, writer);
  await world().runJobs();
  const { deps } = world();
  const addresses = { ...deps.addresses, embedders: ["https://app.example.com"] };
  sites = buildSites({ ...deps, addresses }, { trustedProxies: [] }, builtAssets());
});
afterAll(() => sites?.close());

const visit = (path: string, headers: Record<string, string> = {}) =>
  world().visit(site.base + path, headers);
const tokenSaying = (said: string) => tokenOf(world(), site.key, { said, name: said, [said]: said });

/** What the form for feedback has beyond other pages. */
const FORM = ["rows"];

/** What is wrong with a page, and with its headers. */
function wrongWith({ status, headers, text }: Visit): string[] {
  const set = [headers["set-cookie"] ?? []].flat().map(String);
  return [
    ...(status < 500 ? [] : [`status ${status}`]),
    ...auditPage(text, FORM),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["may be sniffed"]),
    ...set.filter(
      (cookie) =>
        !/^lectern-visitor-[\w~-]+=[\w.%!'()*~-]*; Path=\/acme\/sinks\/; HttpOnly; SameSite=Lax/.test(cookie),
    ),
  ];
}

describe("a visitor", () => {
  test("whose claims are hostile gets a page that holds them as text", async () => {
    for (const said of SOME) {
      const page = await visit("claims", { cookie: `gitbook-visitor-token=${await tokenSaying(said)}` });
      expect([said, page.status, wrongWith(page)]).toEqual([said, 200, []]);
      const moved = await visit(`claims?visitor.said=${encodeURIComponent(said)}`);
      expect([said, moved.status, wrongWith(moved)]).toEqual([said, 303, []]);
      expect(moved.headers["location"]).toBe(`${site.base}claims`);
      const unsigned = await visit("claims", { cookie: cookiesFrom(moved) });
      expect([said, unsigned.status, wrongWith(unsigned)]).toEqual([said, 200, []]);
    }
  });

  test("whose token is none is told so, and led nowhere but to the login", async () => {
    await world().patch(site.api, { visibility: "visitor-auth" }, writer);
    for (const said of SOME) {
      const sent = encodeURIComponent(said);
      const answers = [
        await visit(`claims?jwt_token=${sent}`),
        await visit("claims", { authorization: `Bearer ${said.replace(/[^\x20-\x7e]/g, "")}` }),
        await visit(`~/auth/login?location=${sent}`),
        await visit(`${sent.replaceAll("%00", "")}x/${sent}`),
        await visit("~/auth/logout", { cookie: `gitbook-visitor-token=${sent}` }),
      ];
      expect([said, answers.flatMap(wrongWith)]).toEqual([said, []]);
      const [refused, ...led] = answers;
      expect([said, refused?.status]).toEqual([said, 403]);
      for (const { status, headers } of led)
        if (status === 303) expect(new URL(String(headers["location"])).origin).toBe(new URL(LOGIN).origin);
    }
  });

  afterAll(() => world().patch(site.api, { visibility: "public" }, writer));
});

async function callTool(name: string, args: object): Promise<string> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { status, headers, text } = await world().send(`${site.base}~/mcp`, JSON.stringify(message), {
    "content-type": "application/json",
  });
  expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([
    200,
    "application/json; charset=utf-8",
    "nosniff",
  ]);
  return JSON.parse(text).result.content[0].text;
}

test("an agent is told of pages in lines of which no title makes another", async () => {
  const listed = (await callTool("list_pages", {})).split("\n").filter((line) => line !== "");
  const entries = listed.filter((line) => !line.startsWith("#"));
  for (const line of entries)
    expect(line).toMatch(/^- \[.*\]\(http:\/\/sites\.test\/acme\/sinks\/[\w/-]+\.md\)/);
  expect(entries).toHaveLength(TEXTS.length + 2);
  const found = (await callTool("search_pages", { query: "needle" })).split("\n\n");
  expect(found.length).toBeGreaterThan(5);
  for (const one of found) {
    const [title, address, ...rest] = one.split("\n");
    expect([title, address]).toEqual([
      expect.stringMatching(/^## /),
      expect.stringMatching(/^http:\/\/sites\.test\/acme\/sinks\/p\d+/),
    ]);
    expect(rest.filter((line) => /^(?:## |http)/.test(line))).toEqual([]);
  }
  for (const said of SOME) expect(await callTool("search_pages", { query: said })).toBeTypeOf("string");
});

test("a page that others may frame holds nothing but text", async () => {
  for (const [index, said] of TEXTS.entries()) {
    if (!SOME.includes(said)) continue;
    const url = `${site.base}~/embed/p${index}`;
    const { statusCode, body } = await sites.inject({ url, headers: { host: "sites.test" } });
    const wrong = auditPage(body, FORM).filter((one) => one !== "<base> in the head");
    expect([said, statusCode, wrong, body.match(/<base[^>]*>/g)]).toEqual([
      said,
      200,
      [],
      ['<base target="_blank" />'],
    ]);
  }
});

test("a document holds texts, does nothing, and leads to the web alone", async () => {
  await world().patch(site.api, { title: '#read("x")\r\n<script>"\\' }, writer);
  await world().patch(`/spaces/${site.space}`, { title: '#read("x")\r\n<script>"\\' }, writer);
  const { status, headers } = await visit("~/pdf");
  expect(status).toBe(303);
  const address = String(headers["location"]);
  expect(address).toMatch(/^\/~\/pdf\/[\w/.~%-]+$/);
  const document = await world().visit(address);
  expect([document.status, document.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(document.headers["content-disposition"]).toMatch(
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    /^inline; filename="[^"\\%\x00-\x1f]*"(?:; filename\*=UTF-8''[\w.%!~-]+)?$/,
  );
  const { read } = world().deps.db;
  const { hash } = await read.selectFrom("prints").select("hash").executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of (await world().deps.blobs.of(world().organization).get(hash)) ?? [])
    parts.push(part as Buffer);
  const pdf = readPdf(Buffer.concat(parts));
  expect(pdf.sheets.join("\n")).toContain("read(");
  expect(pdf.sheets.join("\n")).not.toContain("root:");
  for (const one of pdf.addresses) expect(one).toMatch(/^(?:https?:|mailto:|tel:)/);
  const bytes = pdf.bytes.toString("latin1");
  for (const name of [
    "JavaScript",
    "JS",
    "Launch",
    "OpenAction",
    "AA",
    "EmbeddedFile",
    "SubmitForm",
    "ImportData",
  ])
    expect([name, new RegExp(`/${name}\\b`).test(bytes)]).toEqual([name, false]);
});

test("a picture for sharing is drawn of any title", async () => {
  const pages = [...TEXTS.keys()].filter(
    (index) => FULL || TEXTS[index]?.startsWith("#read") || index % 12 === 0,
  );
  for (const index of pages) {
    const { text } = await visit(`p${index}`);
    const [, picture] =
      /<meta\s+property="og:image"\s+content="http:\/\/sites\.test(\/~\/cards\/[^"]+)"/.exec(text) ?? [];
    if (picture === undefined) continue;
    const { status, headers } = await world().visit(picture);
    expect([TEXTS[index], status, headers["content-type"]]).toEqual([TEXTS[index], 200, "image/png"]);
  }
});

/** As browsers send them for another site's page, and as they never do. */
const FOREIGN: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site", origin: "http://app.test" },
  { "sec-fetch-site": "whatever" },
  { origin: "https://evil.example" },
  { origin: "http://sites.test.evil.example" },
  { origin: "http://sites.test:8080" },
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "same-origin" },
  { origin: "" },
];

test("what another site's page sends in a visitor's name is refused, and nothing of it is kept", async () => {
  const { text } = await visit("");
  const [, page = ""] = /name="page" value="(\w+)"/.exec(text) ?? [];
  expect(page).not.toBe("");
  const cookie = `gitbook-visitor-token=${await tokenSaying("x")}`;
  const form = new URLSearchParams({ page, rating: "ok", comment: "forged" }).toString();
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const sent = [
    ["~/feedback", form, "application/x-www-form-urlencoded"],
    ["~/mcp", call, "text/plain"],
    ["~/mcp", call, "application/json"],
  ] as const;
  for (const foreign of FOREIGN)
    for (const [path, body, type] of sent) {
      const answer = await world().send(site.base + path, body, { cookie, "content-type": type, ...foreign });
      expect([foreign, path, answer.status]).toEqual([foreign, path, 403]);
    }
  // Nothing is taken by GET, nor by another method that a header names.
  for (const path of [`~/feedback?${form}`, "~/mcp"]) {
    const headers = { cookie, "x-http-method-override": "POST" };
    expect([path, (await visit(path, headers)).status]).toEqual([path, 405]);
  }
  const kept = async () => (await world().get(`${site.api}/page-feedback`, writer)).body;
  expect((await kept()).count).toBe(0);
  world().ahead += 60_000;
  const own = { cookie, "content-type": "application/x-www-form-urlencoded", origin: "http://sites.test" };
  for (const said of TEXTS.slice(0, 15)) {
    const fields = new URLSearchParams({ page, rating: "ok", comment: said }).toString();
    const answer = await world().send(`${site.base}~/feedback`, fields, own);
    expect([said, answer.status, answer.headers["location"]]).toEqual([
      said,
      303,
      `${site.base}#~feedback-thanks`,
    ]);
  }
  const comments = (await kept()).items.map(({ comment }: { comment: string }) => comment);
  expect(comments.toSorted()).toEqual(
    TEXTS.slice(0, 15)
      .map((said) => said.trim())
      .toSorted(),
  );
});

const WATCH = `
  window.__violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    window.__violations.push([violatedDirective, blockedURI].join(" ")));`;
const TOUCH = `
  for (const element of document.querySelectorAll("*"))
    for (const event of ["mouseover", "focus", "error", "load"]) element.dispatchEvent(new Event(event));
  [...window.__violations, ...(window.__pwn === undefined ? [] : ["it ran"])]`;

// What a browser shows does not depend on the database.
test.skipIf(inject("databases").dialect === "postgres")(
  "in a browser, claims and tokens run nothing",
  async () => {
    const [browser, origin] = await Promise.all([
      launchBrowser(),
      sites.listen({ host: "127.0.0.1", port: 0 }),
    ]);
    try {
      const page = await browser.newPage();
      await page.addInitScript(WATCH);
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      for (const [index, said] of SOME.entries()) {
        const name = "gitbook-visitor-token";
        await page.context().addCookies([{ name, value: await tokenSaying(said), url: origin }]);
        const unsigned = `claims?visitor.said=${encodeURIComponent(said)}`;
        const paths =
          FULL || index % 3 === 0 ? [unsigned, `claims?jwt_token=${encodeURIComponent(said)}`] : [unsigned];
        for (const path of paths) {
          await page.goto(`${origin}${site.base}${path}`, { waitUntil: "load" });
          expect([path, await page.evaluate(TOUCH), faults]).toEqual([path, [], []]);
        }
      }
    } finally {
      await browser.close();
    }
  },
);

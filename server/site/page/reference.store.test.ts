import { beforeAll, describe, expect, test, vi } from "vitest";
import { KITCHEN_SINK } from "../../content/computed/apis.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";
import { schemasOf } from "../reading/addresses.ts";

const world = useWorld();
let writer: Person;
let space: string;
const base = "/acme/handbook/";

const read = async (path: string) => (await world().visit(base + path)).text;

async function addSpec(slug: string, document: object): Promise<void> {
  await world().put(
    `/orgs/${world().organization}/openapi/${slug}`,
    { source: { text: JSON.stringify(document) } },
    writer,
  );
  await world().runJobs();
}

function reference(spec: string, props: object, more: object = {}) {
  const computed = {
    type: "builtin:openapi",
    props,
    dependencies: { spec: { ref: { kind: "openapi", spec } } },
  };
  return { operation: "insert_page", type: "computed", title: "API", computed, ...more };
}

async function change(into: string, changes: object[]) {
  const { body, text, status } = await world().post(`/spaces/${into}/content`, { changes }, writer);
  if (status !== 200) throw new Error(text);
  return body.changes.map(({ page }: { page: string }) => page) as string[];
}

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const org = `/orgs/${world().organization}`;
  space = (await world().post(`${org}/spaces`, { title: "Handbook" }, writer)).body.id;
  await addSpec("kitchen", KITCHEN_SINK);
  await change(space, [
    { operation: "insert_page", document: { markdown: "# Start\n\nHello." } },
    reference("kitchen", { models: true, downloadLink: true }),
    { operation: "insert_page", document: { markdown: "# Last\n\nThe end." } },
  ]);
  const { body } = await world().post(`${org}/sites`, { title: "Handbook", spaces: [space] }, writer);
  await world().post(`${org}/sites/${body.id}/publish`, undefined, writer);
});

/** The titles of the navigation, and where they lead. */
async function navigation(path = ""): Promise<(string | undefined)[]> {
  const text = await read(path);
  const links = [...text.matchAll(/<a\s[^>]*class="nav-link[^>]*>/g)].map(([tag]) => tag);
  return links.map((tag) => /href="\/acme\/handbook\/([^"]*)"/.exec(tag)?.[1]);
}

test("what a former organization's site showed is not kept for the one that a space went to, under its address", async () => {
  const [former, other] = [
    await world().addOrganization("Former", "former"),
    await world().addOrganization("Next", "next"),
  ];
  const mover = await world().addPerson("mo", "admin", former);
  await world().deps.db.transact(async (tx) => {
    const member = { organization_id: other, user_id: mover.id, role: "admin" as const, joined_at: 1 };
    await tx.insertInto("members").values(member).execute();
  });
  const source = { text: JSON.stringify(KITCHEN_SINK) };
  for (const org of [former, other]) await world().put(`/orgs/${org}/openapi/kitchen`, { source }, mover);
  await world().runJobs();
  const { body: moved } = await world().post(`/orgs/${former}/spaces`, { title: "Moved" }, mover);
  const start = { operation: "insert_page", document: { markdown: "# Start" } };
  await world().post(`/spaces/${moved.id}/content`, { changes: [start, reference("kitchen", {})] }, mover);
  const publish = async (org: string): Promise<string> => {
    const { body: site } = await world().post(
      `/orgs/${org}/sites`,
      { title: "Guide", spaces: [moved.id] },
      mover,
    );
    await world().post(`/orgs/${org}/sites/${site.id}/publish`, undefined, mover);
    return site.id;
  };
  const site = await publish(former);
  const shown = async () => (await world().visit("/former/guide/dishes")).text;
  expect(await shown()).toContain(`/${former}/`);
  await world().delete(`/orgs/${former}/sites/${site}`, mover);
  await world().patch(`/orgs/${former}`, { hostname: "elsewhere" }, mover);
  await world().patch(`/orgs/${other}`, { hostname: "former" }, mover);
  expect((await world().post(`/spaces/${moved.id}/transfer`, { organization: other }, mover)).status).toBe(
    200,
  );
  await publish(other);
  const text = await shown();
  expect([text.includes(`/${other}/`), text.includes(`/${former}/`)]).toEqual([true, false]);
});

describe("a reference on a site", () => {
  test("stands in place of its computed page, in the order of the tags", async () => {
    expect(await navigation()).toEqual(["", "dishes", "all-of-it", "operations", "models", "last"]);
    expect(await navigation("all-of-it/inside")).toContain("all-of-it/inside");
    for (const path of ["dishes", "all-of-it", "all-of-it/inside", "operations", "models"]) {
      const { status } = await world().visit(base + path);
      expect([path, status]).toEqual([path, 200]);
    }
    expect((await world().visit(`${base}api`)).status).toBe(404);
  });

  test("shows what an operation takes and answers", async () => {
    const text = await read("dishes");
    for (const part of [
      '<h2 class="op-title" id="get-a-dish">Get a dish',
      '<code class="field-name">dishId</code> <span class="field-type">string (uuid)</span>',
      "<dd><p>Like honey.</p></dd>",
      "told apart by <code>type</code>",
      "The same again: <code>Dish</code>",
      '<span class="tag">Deprecated, gone after 2027-01-31</span>',
      '<span class="tag">beta</span>',
      '<span class="line">kitchen.Put(dish)</span>',
      "X-Key: key_123",
      "https://kitchen.example/auth",
      '<span class="tag">Webhook</span>',
      "What is <strong>cooked</strong>.",
      'class="hint hint-info"',
      "OpenAPI document",
    ]) {
      expect([part, text.includes(part)]).toEqual([part, true]);
    }
    // What is only read is not sent, what is only written never comes back.
    const replacing = text.slice(text.indexOf('id="replace-a-dish"'), text.indexOf('id="cooked"'));
    expect(replacing).not.toContain("read-only");
    expect(replacing).toContain("write-only");
    expect(text).not.toContain("x-internal");
    expect(text).not.toMatch(/<script>window|<h1>Not a heading/);
    const upload = await read("all-of-it/inside");
    expect(upload).toContain('-F <span class="tok-string">&quot;photo=@file&quot;</span>');
    expect(upload).toContain('<h1 class="page-title"><span>Inside</span>');
  });

  test("is read by machines: Markdown, lists, the map of the site", async () => {
    const markdown = await read("dishes.md");
    expect(markdown).toContain("## Get a dish\n\n`GET /dishes/{dishId}`");
    expect(markdown).toContain("- `name` (string, required)");
    expect(markdown).toContain("**Not a heading**");
    expect(await read("llms.txt")).toContain("/acme/handbook/dishes.md");
    expect(await read("llms-full.txt")).toContain("`POST /photos`");
    expect(await read("sitemap.xml")).toContain("/acme/handbook/all-of-it/inside<");
  });

  test("shows a new version at once, under the same addresses", async () => {
    await addSpec("changing", {
      ...KITCHEN_SINK,
      tags: [],
      paths: { "/a": { get: { tags: ["Moving"], summary: "First words" } } },
      webhooks: {},
    });
    const [page = ""] = await change(space, [reference("changing", { models: false })]);
    expect(await read("moving")).toContain("First words");
    const [before] = await pagesOf("Moving");
    await addSpec("changing", {
      ...KITCHEN_SINK,
      tags: [],
      paths: { "/a": { get: { tags: ["Moving"], summary: "Second words" } } },
      webhooks: {},
    });
    world().ahead += 2000;
    expect(await read("moving")).toContain("Second words");
    const [after] = await pagesOf("Moving");
    expect([after?.id, typeof before?.id]).toEqual([before?.id, "string"]);
    await change(space, [{ operation: "delete_page", page }]);
    expect((await world().visit(`${base}moving`)).status).toBe(404);
  });
});

interface ListedPage {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages: readonly ListedPage[];
}

async function pagesOf(title: string, query = ""): Promise<ListedPage[]> {
  const { body } = await world().get(`/spaces/${space}/content/pages${query}`, writer);
  return (body.pages as ListedPage[]).filter((page) => page.title === title);
}

describe("a reference over the API", () => {
  test("is its pages, or its computed page where that is asked for", async () => {
    const content = `/spaces/${space}/content`;
    const [dishes] = await pagesOf("Dishes");
    expect([dishes?.type, dishes?.path]).toEqual(["document", "dishes"]);
    const { body } = await world().get(`${content}/page/${dishes?.id}`, writer);
    expect(body.markdown).toContain(
      '{% openapi-operation spec="kitchen" path="/dishes/{dishId}" method="get" %}',
    );
    expect(body.computed.props).toEqual({ doc: "operations", page: "Dishes" });
    expect((await world().get(`${content}/path/all-of-it%2Finside`, writer)).body.title).toBe("Inside");
    expect(await pagesOf("Dishes", "?computed=false")).toEqual([]);
    const [placeholder] = await pagesOf("API", "?computed=false");
    expect(placeholder?.type).toBe("computed");
    expect((await world().get(`${content}/page/${dishes?.id}?computed=false`, writer)).status).toBe(404);
    const whole = await world().get(content, writer);
    expect(whole.body.pages.map(({ title }: ListedPage) => title)).toContain("Models");
  });
});

describe("search over a reference", () => {
  const found = async (query: string) => {
    const { text } = await world().visit(`${base}~/search.json?q=${encodeURIComponent(query)}`);
    const { results } = JSON.parse(text) as { results: { href: string; sections: { href: string }[] }[] };
    return results.flatMap(({ href, sections }) => [href, ...sections.map((section) => section.href)]);
  };

  test("finds operations by their summary, their path and their parameters, and follows new versions", async () => {
    await world().runJobs();
    for (const query of ["replace a dish", "dishes/{dishId}", "flavour", "lemons"]) {
      expect([query, (await found(query))[0]]).toEqual([query, `${base}dishes`]);
    }
    expect(await found("replace a dish")).toContain(`${base}dishes#replace-a-dish`);
    const byApi = await world().get(`/spaces/${space}/search?query=flavour`, writer);
    expect(byApi.text).toContain('"path":"dishes"');
    const dishes = structuredClone(KITCHEN_SINK) as { paths: object };
    dishes.paths = { "/broth": { get: { tags: ["Dishes"], summary: "Boil bouillon" } } };
    await addSpec("kitchen", dishes);
    await world().runJobs();
    expect([await found("bouillon"), await found("flavour")]).toEqual([
      [`${base}dishes`, `${base}dishes#boil-bouillon`],
      [],
    ]);
    await addSpec("kitchen", KITCHEN_SINK);
    await world().runJobs();
  });
});

describe("an operation that is asked for by method and path", () => {
  interface Result {
    title: { text: string }[];
    href: string;
    method?: string;
    ancestors: string[];
    sections: { href: string; method?: string }[];
  }
  const results = async (query: string, at = base): Promise<Result[]> =>
    JSON.parse((await world().visit(`${at}~/search.json?q=${encodeURIComponent(query)}`)).text).results;

  test("is the first result, at its heading", async () => {
    await world().runJobs();
    for (const query of ["PUT /dishes/{dishId}", "put  /Dishes/:id/", "PUT /dishes/{}"]) {
      const [first, ...others] = await results(query);
      expect([query, first]).toEqual([
        query,
        {
          title: [{ text: "Replace a dish" }],
          href: `${base}dishes#replace-a-dish`,
          method: "put",
          ancestors: ["Dishes"],
          excerpt: [{ text: "/dishes/{dishId}", match: true }],
          sections: [],
        },
      ]);
      const hrefs = others.flatMap(({ href, sections }) => [href, ...sections.map((one) => one.href)]);
      expect(hrefs).not.toContain(`${base}dishes#replace-a-dish`);
    }
    const byPath = (await results("/dishes/{dishId}")).slice(0, 2);
    expect(byPath.map(({ method, href }) => [method, href])).toEqual([
      ["get", `${base}dishes#get-a-dish`],
      ["put", `${base}dishes#replace-a-dish`],
    ]);
    for (const query of ["DELETE /dishes/{dishId}", "GET /hidden", "POST cooked", "/dishes"]) {
      const [first] = await results(query);
      expect([query, first?.method]).toEqual([query, undefined]);
    }
  });

  test("has its method beside its title, wherever it is found", async () => {
    const [dishes] = await results("replace a dish");
    expect(dishes?.href).toBe(`${base}dishes`);
    const section = dishes?.sections.find(({ href }) => href === `${base}dishes#replace-a-dish`);
    expect(section?.method).toBe("put");
    const { text } = await world().visit(`${base}~/search?q=${encodeURIComponent("put /dishes/{dishId}")}`);
    expect(text).toMatch(
      /<li class="result">[^]*?dishes#replace-a-dish"><span class="method method-put"\s*>PUT<\/span\s*> Replace a dish</,
    );
  });
});

describe("what a page leaves out", () => {
  test("is read where it unfolds, and nothing else is", async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `f${at}`,
        { type: "object", properties: { deep: { type: "string" } } },
      ]),
    );
    const paths = {
      "/wide": {
        get: {
          tags: ["Wide"],
          summary: "Wide",
          responses: {
            200: {
              description: "ok",
              content: { "application/json": { schema: { type: "object", properties: fields } } },
            },
          },
        },
      },
    };
    await addSpec("wide", { ...KITCHEN_SINK, tags: [], webhooks: {}, paths });
    await change(space, [reference("wide", { models: false })]);
    const address = /data-fragment="([^"]+)"/.exec(await read("wide"))?.[1] ?? "";
    const { status, text } = await world().visit(address);
    expect([status, text.includes('<code class="field-name">deep</code>')]).toEqual([200, true]);
    for (const other of [
      address.replace(/[^/]*$/, "f.absent"),
      address.replace(/schema\/./, "schema/0"),
      `${base}~/reference/schema/x/y`,
    ]) {
      expect([other, (await world().visit(other)).status]).toEqual([other, 404]);
    }
    const reads = async (path: string): Promise<string[]> => {
      const heard: string[] = [];
      const stop = hearStatements(world().deps.db, (sql) => heard.push(sql));
      await world().visit(path);
      stop();
      return heard.filter((sql) => sql.includes("openapi_pieces"));
    };
    // What was asked for once, and what leads nowhere, reads nothing of the description.
    expect(await reads(address)).toEqual([]);
    expect(await reads(`${address}/f.absent`)).toEqual([]);
    expect(await reads(address.replace(/(schema\/[^/]+\/)[^/]+/, "$1%23%2Fnowhere"))).toEqual([]);
    expect(await reads(`${address}${"/i".repeat(41)}`)).toEqual([]);
  });
});

test("what a page for its visitor shows of a description is found in its text once", async () => {
  const operation = '{% openapi-operation spec="kitchen" path="/dishes/{dishId}" method="get" %}';
  const markdown = `# Yours\n\n{% if visitor.claims.paid %}\n\nThanks.\n\n{% endif %}\n\n${operation}\n`;
  await change(space, [{ operation: "insert_page", slug: "yours", document: { markdown } }]);
  const { content } = world().deps;
  const { derived } = content;
  const found: string[] = [];
  const spy = vi.spyOn(content, "derived").mockImplementation((kind, key, compute) =>
    derived(kind, key, () => {
      if (kind === "openapi.shown") found.push(key);
      return compute();
    }),
  );
  for (let time = 0; time < 2; time++) expect(await read("yours")).toContain("Get a dish");
  spy.mockRestore();
  expect(found).toHaveLength(1);
});

test("the form of an operation leads to none of the schemas that its page doesn't show", async () => {
  const answer = (name: string) => ({
    200: {
      description: "It",
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  });
  await addSpec("ward", {
    openapi: "3.1.0",
    info: { title: "Ward", version: "1" },
    servers: [{ url: "https://ward.example" }],
    tags: [{ name: "Open" }],
    paths: {
      "/guest": { get: { tags: ["Open"], summary: "Guest", responses: answer("Guest") } },
      "/keeper": { get: { tags: ["Shut"], summary: "Keeper", responses: answer("Keeper") } },
    },
    components: {
      schemas: {
        Guest: { type: "object", properties: { name: { type: "string" } } },
        Keeper: { type: "object", properties: { pin: { type: "string" } } },
      },
    },
  });
  await change(space, [
    {
      operation: "insert_page",
      slug: "guests",
      document: { markdown: '# Guests\n\n{% openapi-operation spec="ward" path="/guest" method="get" %}\n' },
    },
  ]);
  const outline = /reference\/try\/[^/"]+\/[^/"]+\/([0-9a-f]+)\//.exec(await read("guests"))?.[1] ?? "";
  expect(outline).not.toBe("");
  const keeper = encodeURIComponent("#/components/schemas/Keeper");
  const status = async (from: string) =>
    (await world().visit(`${base}~/reference/schema/${from}/${keeper}`)).status;
  const signed = schemasOf(world().deps, world().organization, outline);
  expect([await status(outline), await status(`${outline}.x`), await status(signed)]).toEqual([
    404, 404, 200,
  ]);
});

test("a tag of many operations lists them by method and path, and so does the navigation", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `/dishes/${n}`,
      { get: { tags: ["Dishes"], summary: `Read **dish** ${n}`, responses: { 200: { description: "It" } } } },
    ]),
  );
  const tags = [{ name: "Dishes", description: "All that is cooked." }];
  const info = { title: "Menu", version: "1" };
  await addSpec("menu", { openapi: "3.1.0", info, tags, paths });
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Menu" }, writer);
  await change(body.id, [
    { operation: "insert_page", document: { markdown: "# Start" } },
    reference("menu", { models: false }),
  ]);
  const { body: site } = await world().post(
    `/orgs/${world().organization}/sites`,
    { title: "Menu", spaces: [body.id] },
    writer,
  );
  await world().post(`/orgs/${world().organization}/sites/${site.id}/publish`, undefined, writer);
  const { text } = await world().visit("/acme/menu/dishes");
  expect(text).toContain("All that is cooked.");
  const listed = [...text.matchAll(/<a class="operation-link" href="([^"]*)"[^]*?<\/a\s*>/g)];
  expect(listed).toHaveLength(30);
  const words = (listed[7]?.[0] ?? "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  expect(words).toBe("GET /dishes/7 Read dish 7");
  const { text: one } = await world().visit(listed[7]?.[1] ?? "");
  expect(one).toMatch(/<h1[^>]*><span>Read dish 7</);
  expect(one).toMatch(/class="nav-link"[^>]*aria-current="page"\s*>\s*<span class="method method-get"/);
  await world().runJobs();
  const found = await world().visit(`/acme/menu/~/search.json?q=${encodeURIComponent("get /dishes/7")}`);
  const [first, second] = JSON.parse(found.text).results;
  expect([first.href, first.method, first.ancestors]).toEqual([listed[7]?.[1], "get", ["Dishes"]]);
  expect(second?.href).not.toBe(first.href);
});

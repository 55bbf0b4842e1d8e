/** Content sources of integrations: pages that a script makes, for editors and readers. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { publication } from "../integrations/publication.fixture.ts";

const world = useWorld({ runsScripts: true });
let admin: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
});

/** A script that answers as published runtimes do: `pages` and `text` are what its source gives. */
const scriptOf = (pages: string, text: string): string => `
const getRevision = async ({ props, dependencies, event, environment, api }) => { ${pages} };
const getPageDocument = async ({ props, dependencies, event, environment, api }) => { ${text} };
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  const api = (path) => fetch(environment.apiEndpoint + "/v1" + path, {
    headers: { authorization: "Bearer " + environment.apiTokens.installation } });
  const input = { props: event.props, dependencies: event.dependencies, event, environment, api };
  const json = (output) => new Response(JSON.stringify(output), { headers: { "content-type": "application/json" } });
  if (event.sourceId !== "rows") return new Response("not handled", { status: 406 });
  if (event.type === "content_compute_revision") return json(await getRevision(input));
  if (event.type === "content_compute_document") return json({ document: await getPageDocument(input) });
  return new Response("not handled", { status: 406 });
} };`;

/** A document for each bird, below a group, and a link. */
const PAGES = `
  const page = (name, more = {}) => ({ type: "document", id: name.toLowerCase(), title: name,
    computed: { type: "integration:NAME:rows", props: { bird: name }, dependencies: {} }, ...more });
  return { pages: [
    { type: "group", title: "Birds", pages: props.birds.map((name) => page(name)) },
    { type: "link", title: "More", target: { kind: "url", url: "https://birds.example/" } },
    page("Overview", { description: "All of them", icon: "feather", pages: [page("Below")] }),
  ] };`;
const TEXT = `
  if (props.bird === "Tit") return { document: { object: "document", data: {}, nodes: [
    { object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [
      { object: "text", leaves: [{ object: "leaf", marks: [], text: "Small, and blue." }] } ] } ] } };
  return { markdown: "# " + props.bird + "\\n\\nA text about " + props.bird.toLowerCase()
    + ": see [the other](/pages/overview).\\n\\n<script>alert(1)</script>" };`;

const SPEC = { spec: { ref: { kind: "openapi", spec: "birds" } } };
const CONTENT_SOURCES = [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }];

async function publish(name: string, pages: string, text: string, more: object = {}): Promise<void> {
  const script = scriptOf(pages, text).replaceAll("NAME", name);
  const declared = { target: "space", visibility: "public", contentSources: CONTENT_SOURCES, script };
  const { status } = await world().post(
    `/integrations/${name}`,
    publication("acme", { ...declared, scopes: ["space:content:read"], ...more }),
    admin,
  );
  expect(status).toBe(200);
}

async function newSpace(title: string): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title }, admin)).body.id;
}

async function install(name: string, space: string): Promise<string> {
  const { organization } = world();
  const all = `/integrations/${name}/installations`;
  const made = await world().post(all, { organization }, admin);
  const at = `${all}/${made.body.id}`;
  expect((await world().post(`${at}/spaces`, { space }, admin)).status).toBe(201);
  return at;
}

const sourceOf = (name: string, props: object = { birds: ["Tit", "Owl"] }, dependencies: object = {}) => ({
  type: `integration:${name}:rows`,
  props,
  dependencies,
});

const insert = (space: string, computed: object) =>
  world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", type: "computed", title: "Made", computed }] },
    admin,
  );

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly path: string;
  readonly pages?: readonly Shown[];
}

const pagesOf = async (space: string): Promise<readonly Shown[]> =>
  (await world().get(`/spaces/${space}/content/pages`, admin)).body.pages;
const named = (pages: readonly Shown[] = []): string[] =>
  pages.flatMap(({ type, title, path, pages: below }) => [`${type} ${title} ${path ?? ""}`, ...named(below)]);

/** Runs jobs until something holds: a busy machine finds no place for a script at once. */
async function runUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    await world().runJobs();
    if (await holds()) return;
    world().ahead += 60_000;
  }
  throw new Error("It never held.");
}
const areMade = (space: string, count: number) => async () => named(await pagesOf(space)).length === count;

test("a computed page shows the pages that the script makes, with their texts", async () => {
  await publish("birds", PAGES, TEXT);
  const space = await newSpace("Birds");
  await install("birds", space);
  expect((await insert(space, sourceOf("birds"))).status).toBe(200);
  expect(named(await pagesOf(space))).toEqual(["computed Made made"]);
  await runUntil(areMade(space, 6));
  const pages = await pagesOf(space);
  expect(named(pages)).toEqual([
    "group Birds birds",
    "document Tit birds/tit",
    "document Owl birds/owl",
    "link More ",
    "document Overview overview",
    "document Below overview/below",
  ]);
  const owl = await world().get(`/spaces/${space}/content/path/birds%2Fowl?format=markdown`, admin);
  const overview = pages.find(({ title }) => title === "Overview");
  expect(owl.body.markdown).toContain(`A text about owl: see [the other](/pages/${overview?.id})`);
  const stored = await world().get(`/spaces/${space}/content/page/${overview?.id}?format=markdown`, admin);
  expect(stored.body.description).toBe("All of them");
  const tit = await world().get(`/spaces/${space}/content/path/birds%2Ftit?format=markdown`, admin);
  expect(tit.body.markdown).toContain("Small, and blue.");
});

/** Has the first page of a space made of something else. */
const makeOf = async (space: string, computed: object, more: object = {}) => {
  const { body } = await world().get(`/spaces/${space}/content/pages?computed=false`, admin);
  const page = body.pages.find(({ type }: Shown) => type === "computed").id;
  const changes = [{ operation: "update_page", page, computed, ...more }];
  return world().post(`/spaces/${space}/content`, { changes }, admin);
};

test("a computed page is made of something else, keeps its address, and pages of one name keep theirs", async () => {
  await publish("changed", PAGES, TEXT);
  const space = await newSpace("Changed");
  await install("changed", space);
  const [first, second] = [
    sourceOf("changed", { birds: ["Tit"] }),
    sourceOf("changed", { birds: ["Owl", "Jay"] }),
  ];
  await insert(space, first);
  await runUntil(areMade(space, 5));
  const idOf = async (name: string) => (await pagesOf(space)).find(({ title }) => title === name)?.id;
  const overview = await idOf("Overview");
  expect((await makeOf(space, second)).status).toBe(200);
  await runUntil(areMade(space, 6));
  expect(named(await pagesOf(space))).toContain("document Jay birds/jay");
  expect(named(await pagesOf(space))).not.toContain("document Tit birds/tit");
  expect(await idOf("Overview")).toBe(overview);
  const stored = await world().get(`/spaces/${space}/content/pages?computed=false`, admin);
  expect(stored.body.pages[0]).toMatchObject({ title: "Made", slug: "made", computed: second });
  // Who relies on what it was made of before is told, and nothing is changed.
  const late = await makeOf(space, sourceOf("changed", { birds: [] }), { was: { computed: first } });
  expect([late.status, late.body.conflicts[0]]).toEqual([
    409,
    expect.objectContaining({ kind: "page-field", field: "computed", base: first, primary: second }),
  ]);
  expect((await makeOf(space, first, { was: { computed: second } })).status).toBe(200);
  await runUntil(areMade(space, 5));
  expect(named(await pagesOf(space))).toContain("document Tit birds/tit");
});

test("what a computed page is made of is changed by the rules by which it is inserted, and of no other page", async () => {
  await publish("ruled", PAGES, TEXT);
  const space = await newSpace("Ruled");
  await install("ruled", space);
  await insert(space, sourceOf("ruled"));
  const path = "/changes/0/computed";
  for (const [computed, at] of [
    [{ type: "nothing" }, path],
    [{ ...sourceOf("ruled"), type: "integration:ruled:columns" }, `${path}/type`],
    [sourceOf("nowhere"), `${path}/type`],
    [
      sourceOf("ruled", {}, { a: { ref: { kind: "space", space: "unseen" } } }),
      `${path}/dependencies/a/ref/space`,
    ],
    [sourceOf("ruled", { birds: ["x".repeat(20_000)] }), path],
    [{ type: "builtin:openapi", props: { x: "x".repeat(20_000) }, dependencies: SPEC }, path],
  ] as const) {
    const { status, body } = await makeOf(space, computed);
    expect([status, body.error.details[0].path]).toEqual([400, at]);
  }
  const own = [{ operation: "insert_page", title: "Own", document: { markdown: "Words." } }];
  const { body } = await world().post(`/spaces/${space}/content`, { changes: own }, admin);
  const { page } = body.changes[0];
  const changes = [{ operation: "update_page", page, computed: sourceOf("ruled") }];
  const refused = await world().post(`/spaces/${space}/content`, { changes }, admin);
  expect([refused.status, refused.body.error.details[0]]).toEqual([
    400,
    { path, message: "is of computed pages; this is a document." },
  ]);
});

test("what a page is made of in a change request is one more, and refused when there are too many", async () => {
  await publish("many", PAGES, TEXT);
  const space = await newSpace("Many");
  await install("many", space);
  const write = (changes: object[], request = "") =>
    world().post(`/spaces/${space}${request}/content`, { changes }, admin);
  const fifties = (of: (at: number) => object) =>
    [0, 50].map((from) => Array.from({ length: 50 }, (_, at) => of(from + at)));
  const pages: string[] = [];
  const made = (at: number) => {
    const computed = sourceOf("many", { birds: [`Tit ${at}`] });
    return { operation: "insert_page", type: "computed", title: `Made ${at}`, computed };
  };
  for (const changes of fifties(made)) {
    const { body } = await write(changes);
    pages.push(...body.changes.map(({ page }: { page: string }) => page));
  }
  const anew = (name: string) => (at: number) => {
    const computed = sourceOf("many", { birds: [`${name} ${at}`] });
    return { operation: "update_page", page: pages[at], computed };
  };
  const opened = async () => {
    const { body } = await world().post(`/spaces/${space}/change-requests`, { subject: "Others" }, admin);
    return `/change-requests/${body.id}`;
  };
  const [one, other] = [await opened(), await opened()];
  for (const changes of fifties(anew("Owl"))) expect((await write(changes, one)).status).toBe(200);
  const refused = await write([anew("Jay")(0)], other);
  expect([refused.status, refused.body.error.type]).toEqual([409, "too-many-sources"]);
  expect(refused.body.error.message).toContain("merge or archive change requests");
});

const statusOf = async (space: string) => {
  const { body } = await world().get(`/spaces/${space}/content/computed`, admin);
  return body.items.map((one: { state: string; problem?: string }) => [one.state, one.problem]);
};
const refresh = async (space: string): Promise<void> => {
  expect((await world().post(`/spaces/${space}/content/computed/refresh`, {}, admin)).status).toBe(204);
};

test("what a script can't make is refused, or told beside the page and in the log, and what it made before stays", async () => {
  const space = await newSpace("Kept");
  const unknown = await insert(space, sourceOf("kept"));
  expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, "/changes/0/computed/type"]);
  await publish("kept", PAGES, TEXT);
  const at = await install("kept", space);
  const other = { ...sourceOf("kept"), type: "integration:kept:columns" };
  const refused = await insert(space, other);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining('It has "rows"'),
  ]);
  await insert(space, sourceOf("kept"));
  expect(await statusOf(space)).toEqual([["waiting", undefined]]);
  await runUntil(areMade(space, 6));
  expect(await statusOf(space)).toEqual([["ready", undefined]]);
  const before = await pagesOf(space);
  for (const [pages, problem] of [
    ["throw new Error('no');", /failed/],
    ["return { pages: 'all' };", /\/pages is no list. Give it one of pages/],
    ["return { pages: [{ type: 'document', title: '' }] };", /\/pages\/0\/title is empty. Give it one\./],
    [
      "return { pages: Array.from({ length: 600 }, (_, at) => ({ type: 'document', title: 'P' + at })) };",
      /500 pages/,
    ],
    [
      "const a = { type: 'group', title: 'A', pages: [] }; let p = a; for (let i = 0; i < 20; i++) p = { ...a, pages: [p] }; return { pages: [p] };",
      /10 pages deep/,
    ],
    [
      "return { pages: [{ type: 'document', title: 'A', id: 'a' }, { type: 'group', title: 'B', id: 'a', pages: [] }] };",
      /id a/,
    ],
    [
      "return { pages: [{ type: 'link', title: 'A', target: { kind: 'url', url: 'javascript:alert(1)' } }] };",
      /target/,
    ],
    [
      "return { pages: [{ type: 'document', title: 'A', computed: { type: 'integration:birds:rows', props: {} } }] };",
      /integration:kept/,
    ],
    [
      "return { pages: [{ type: 'computed', title: 'A', computed: { type: 'integration:kept:rows', props: {} } }] };",
      /3 deep/,
    ],
    ["return { pages: 'x'.repeat(2e6) };", /content_compute_revision is no JSON, larger than 1024 kB/],
  ] as const) {
    await publish("kept", pages, TEXT);
    await runUntil(async () => problem.test((await statusOf(space))[0]?.[1] ?? ""));
    expect([pages, await pagesOf(space)]).toEqual([pages, before]);
  }
  // Each version is tried anew: that the ones before it failed says nothing of how soon it may be asked again.
  const { failures } = await world()
    .deps.db.read.selectFrom("content_sources")
    .select("failures")
    .where("space_id", "=", space)
    .executeTakeFirstOrThrow();
  expect(failures).toBeLessThan(5);
  const { body } = await world().get("/integrations/kept/events?limit=100", admin);
  const asked = body.items.filter(
    ({ payload }: { payload: { type: string } }) => payload.type === "content_compute_revision",
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(JSON.stringify(asked)).not.toContain("Owl");
  await publish("kept", PAGES.replace("Below", "Beneath"), TEXT);
  await runUntil(async () => named(await pagesOf(space)).includes("document Beneath overview/beneath"));
  await world().delete(`${at}/spaces/${space}`, admin);
  await runUntil(areMade(space, 1));
  expect(await statusOf(space)).toEqual([
    ["failed", "The integration is not installed on this space. Install it there."],
  ]);
});

test("what is said of an answer that quotes what the script is told in secret says it without that", async () => {
  const space = await newSpace("Quoted");
  await publish(
    "quoted",
    `const { secrets, signingSecrets: { integration, installation, spaceInstallation } } = environment;
     const title = [secrets.KEY, integration, installation, spaceInstallation].join(" and ");
     const computed = { type: "integration:quoted:rows", props: {} };
     return { pages: [{ type: "document", title, computed }] };`,
    'return { object: "document", nodes: "none" };',
    { secrets: { KEY: "k3y of the publisher" } },
  );
  await install("quoted", space);
  await insert(space, sourceOf("quoted"));
  await runUntil(async () => (await statusOf(space))[0]?.[0] === "failed");
  const hidden = "[secret] and [secret] and [secret] and [secret]";
  expect(await statusOf(space)).toEqual([
    ["failed", expect.stringContaining(`The document of "${hidden}" can't be read`)],
  ]);
});

test("a document that is too long to be read beside others is read, and a source has one entry in the log", async () => {
  const space = await newSpace("Long");
  await publish(
    "long",
    `const of = (n) => ({ type: "integration:long:rows", props: { n } });
     return { pages: [1, 2, 3].map((n) => ({ type: "document", title: "Page " + n, computed: of(n) })) };`,
    `console.log("asked for " + props.n);
     const text = (text) => ({ object: "text", leaves: [{ object: "leaf", marks: [], text }] });
     const paragraph = { object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [text("Word ".repeat(20) + props.n)] };
     return { document: { object: "document", data: {}, nodes: Array.from({ length: 300 }, () => paragraph) } };`,
  );
  await install("long", space);
  await insert(space, sourceOf("long"));
  await runUntil(areMade(space, 3));
  const third = await world().get(`/spaces/${space}/content/path/page-3?format=markdown`, admin);
  expect(third.body.markdown.split("\n\n").length).toBe(300);
  const asked = async () => {
    const { body } = await world().get("/integrations/long/events?limit=100", admin);
    return body.items.filter(({ payload }: { payload: { type: string } }) =>
      payload.type.startsWith("content_compute"),
    );
  };
  await expect.poll(async () => (await asked()).length).toBe(1);
  const trace = JSON.stringify(
    await world().get(`/integrations/long/events/${(await asked())[0].id}`, admin),
  );
  for (const number of [1, 2, 3]) expect(trace).toContain(`asked for ${number}`);
});

test("pages stay when whoever set the integration up doesn't see the space any more, and it is said", async () => {
  const owner = await world().addPerson("otto", "create");
  const space = await newSpace("Left");
  await publish("left", PAGES, TEXT);
  const { organization } = world();
  const all = "/integrations/left/installations";
  const made = await world().post(all, { organization }, owner);
  await world().post(`${all}/${made.body.id}/spaces`, { space }, owner);
  await insert(space, sourceOf("left"));
  await runUntil(areMade(space, 6));
  const before = await pagesOf(space);
  const member = `/orgs/${organization}/members/${owner.id}`;
  for (const [path, change, problem] of [
    [`/spaces/${space}`, { defaultLevel: null }, "does not see this space. Give them a role on it"],
    [member, { role: "read" }, "have somebody who may install integrations change the installation"],
  ] as const) {
    const changed = await world().patch(path, change, admin);
    expect([path, changed.status]).toEqual([path, 200]);
    world().ahead += 6 * 3_600_000;
    await runUntil(async () => String((await statusOf(space))[0]?.[1]).includes(problem));
    expect(await pagesOf(space)).toEqual(before);
  }
});

test("pages follow what they are made from, and are made anew when asked", async () => {
  await publish(
    "count",
    `const { source } = dependencies;
     const answer = await api("/spaces/" + source.value.id + "/content/pages");
     const { pages } = await answer.json();
     const of = { type: "integration:count:rows", props: { n: pages.length } };
     return { pages: [{ type: "document", title: pages.length + " pages", computed: of },
       { type: "document", title: "At " + source.value.revision + " " + Math.random() }] };`,
    `return { markdown: "There are " + props.n };`,
  );
  const source = await newSpace("Source");
  const space = await newSpace("Counted");
  const at = await install("count", space);
  await world().post(`${at}/spaces`, { space: source }, admin);
  await insert(space, sourceOf("count", {}, { source: { ref: { kind: "space", space: source } } }));
  await runUntil(areMade(space, 2));
  expect(named(await pagesOf(space))[0]).toBe("document 0 pages 0-pages");
  const first = await pagesOf(space);
  // Nothing has changed: nobody is asked.
  await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", title: "Own" }] },
    admin,
  );
  await runUntil(areMade(space, 3));
  expect((await pagesOf(space)).slice(0, 2)).toEqual(first);
  await world().post(
    `/spaces/${source}/content`,
    { changes: [{ operation: "insert_page", title: "One" }] },
    admin,
  );
  await runUntil(async () => named(await pagesOf(space))[0] === "document 1 pages 1-pages");
  const second = named(await pagesOf(space))[1];
  await refresh(space);
  await runUntil(async () => named(await pagesOf(space))[1] !== second);
  const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Else", "else"));
  const reader = await world().addPerson("rea", "read");
  for (const [who, status] of [
    [stranger, 404],
    [reader, 403],
  ] as const) {
    expect((await world().get(`/spaces/${space}/content/computed`, who)).status).toBe(status);
    expect((await world().post(`/spaces/${space}/content/computed/refresh`, {}, who)).status).toBe(status);
  }
});

test("readers of a site read what is made as all other pages, and nothing of what is not for them", async () => {
  await publish(
    "guide",
    `const of = (n) => ({ type: "integration:guide:rows", props: { n } });
     return { pages: [{ type: "document", title: "Other", computed: of(2) }, { type: "document", title: "Open", computed: of(1) }] };`,
    `return { markdown: props.n === 1 ? 'Quokkas here.\\n\\n<script>alert(1)</script>\\n\\n{% if visitor.claims.staff %}\\nStaff words.\\n{% endif %}' : "Another wombat." };`,
  );
  const space = await newSpace("Shown");
  await install("guide", space);
  const computed = sourceOf("guide", { secret: ["p"] }, {});
  const { body: made } = await insert(space, computed);
  await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", title: "Home" }] },
    admin,
  );
  await runUntil(areMade(space, 3));
  await world().runJobs();
  const { organization } = world();
  const { body: site } = await world().post(
    `/orgs/${organization}/sites`,
    { title: "Site", spaces: [space] },
    admin,
  );
  await world().post(`/orgs/${organization}/sites/${site.id}/publish`, undefined, admin);
  const { body: of } = await world().get(`/orgs/${organization}/sites/${site.id}`, admin);
  const path = new URL(of.urls.published).pathname;
  const page = await world().visit(`${path}open`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Quokkas here.");
  expect(page.text).not.toContain("<script>alert(1)");
  expect(page.text).not.toContain("Staff words");
  for (const [file, text] of [
    ["llms.txt", "Open"],
    ["llms-full.txt", "Quokkas"],
    ["open.md", "Quokkas"],
    ["sitemap-pages.xml", "/open"],
  ] as const)
    expect([file, (await world().visit(path + file)).text]).toEqual([file, expect.stringContaining(text)]);
  const found = await world().get(`/spaces/${space}/search?query=quokkas`, admin);
  expect(found.body.items.map(({ title }: { title: string }) => title)).toEqual(["Open"]);
  const { body: resolved } = await world().post("/urls/published", { url: of.urls.published });
  const token = resolved.apiToken as string;
  const seed = made.changes[0].page;
  const pages = await world().post(
    `/spaces/${space}/content/computed/revision`,
    { source: computed, seed },
    admin,
  );
  expect(named(pages.body.pages)).toEqual(["document Other other", "document Open open"]);
  const source = pages.body.pages[1].computed;
  const document = (who: Person | string, asked: object) =>
    world().post(`/spaces/${space}/content/computed/document`, { source: asked, seed }, who);
  const listed = await world().get(`/spaces/${space}/content/pages`, token);
  const open = (listed.body.pages as (Shown & { computed?: object })[]).find(({ title }) => title === "Open");
  const told = { type: "integration:guide:rows", props: { page: open?.id }, dependencies: {} };
  expect(open?.computed).toEqual(told);
  for (const [who, asked] of [
    [admin, source],
    [token, told],
  ] as const) {
    const { status, text } = await document(who, asked);
    expect([status, text.includes("Quokkas"), text.includes("Staff words")]).toEqual([200, true, false]);
  }
  // What a page is made from is told to nobody who reads it on a site, and neither can it be guessed.
  for (const asked of [source, { ...told, props: { page: "other" } }]) {
    const none = await document(token, asked);
    expect([none.status, none.body.error.details[0].path]).toEqual([400, "/source"]);
  }
  expect((await world().get(`/spaces/${space}/content/computed`, token)).status).toBe(403);
  const held = await world().post(
    `/spaces/${space}/content/computed/revision`,
    { source: computed, seed: "x" },
    admin,
  );
  expect(held.status).toBe(400);
  const stored = await world().get(`/spaces/${space}/content/pages?computed=false`, admin);
  expect(named(stored.body.pages)).toEqual(["computed Made made", "document Home home"]);
});

/**
 * Every id that a path, a query or a body takes, replaced by one of another organization: nothing is found, nothing
 * changes, and the answer is the one to an id that nothing has, so that it doesn't tell what there is elsewhere. The same
 * for what the caller's own organization hides from them. Asserted from the route table, so that a new operation is
 * covered as it appears.
 */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";
import { sampleOf, type Schema } from "./sampleOf.ts";
import { type Answer, type Person, useWorld } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";

const world = useWorld();
let owner: Person;
let guest: Person;
let mine = new Map<string, string>();
let theirs = new Map<string, string>();

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  guest = await world().addPerson("gus", null);
  mine = await makeOneOfEach(world(), owner);
  const home = world().organization;
  const other = await world().addOrganization("Other", "other");
  const stranger = await world().addPerson("sam", "admin", other);
  world().organization = other;
  theirs = await makeOneOfEach(world(), stranger, { hostname: "docs.two.example", integration: "clock" });
  world().organization = home;
  // Those of oneOfEach are public.
  await world().deps.db.transact(async (tx) => {
    await tx.updateTable("integrations").set({ visibility: "private" }).where("name", "=", "clock").execute();
  });
});

/** What fields of bodies and queries name, by what paths call it. */
const FIELDS: Readonly<Record<string, string>> = {
  changeRequest: "changeRequestId",
  collection: "collectionId",
  connection: "gitConnectionId",
  contributor: "userId",
  defaultSiteSection: "siteSectionId",
  defaultSiteSpace: "siteSpaceId",
  defaultTeam: "teamId",
  draft: "siteSpaceId",
  organization: "organizationId",
  parent: "collectionId",
  page: "pageId",
  postedComment: "commentId",
  revision: "revisionId",
  section: "siteSectionId",
  sectionGroup: "siteSectionGroupId",
  site: "siteId",
  siteId: "siteId",
  siteSection: "siteSectionId",
  siteSpace: "siteSpaceId",
  siteSpaceId: "siteSpaceId",
  space: "spaceId",
  spaceId: "spaceId",
  spaces: "spaceId",
  team: "teamId",
  teams: "teamId",
  upload: "uploadId",
  user: "userId",
  users: "userId",
};

/** What fields of queries name, where that isn't what bodies name by them; a target is of any kind. */
const ASKED: Readonly<Record<string, string>> = {
  actor: "userId",
  authors: "userId",
  owner: "organizationId",
  pageId: "pageId",
  target: "spaceId",
  targetPage: "pageId",
};

/** What everybody may list, whoever owns it. */
const PUBLIC = new Set(["listIntegrations owner", "listOrganizationIntegrations owner"]);

/** What says that it finds nothing by another status, and does nothing, for whoever was never asked. */
const NOTHING: Readonly<Record<string, number>> = { removeRequestedReviewerFromChangeRequest: 204 };

/** Links are kept as they are written, like those of pages: whoever reads them is led to what their site shows them. */
const WRITTEN = /\.link\.to\./;

/** Names that are the same word in every organization, and what isn't an id. */
const WORDS = new Set([
  "accountName",
  "repositoryName",
  "projectId",
  "emailDomain",
  "pagePath",
  "conflictId",
  "eventId",
  "partNumber",
  "slug",
  "version",
]);

/** What all change requests of a space have of it until they change it. */
const SHARED = new Set(["pageId", "fileId", "reusableContentId"]);

function valid({ shapes }: Operation): unknown {
  return shapes.body === undefined ? undefined : sampleOf(shapes.body as Schema, false);
}

function send(
  operation: Operation,
  known: ReadonlyMap<string, string>,
  body: unknown,
  { asked = {}, as = owner }: { asked?: Readonly<Record<string, string>>; as?: Person } = {},
): Promise<Answer> {
  const query = operation.shapes.query as Schema | undefined;
  const needed = query?.required?.length ? (sampleOf(query, false) as Record<string, string>) : {};
  const text = new URLSearchParams({ ...needed, ...asked }).toString();
  const path = addressIn(known, operation.url);
  return world().call(operation.method, text === "" ? path : `${path}?${text}`, {
    as,
    ...(body === undefined || operation.upload !== undefined ? {} : { body }),
  });
}

/** An id of the same form that nothing has. */
const absentLike = (id: string): string => id.replace(/[a-z]/g, (letter) => (letter === "q" ? "w" : "q"));

/** All that somebody is answered, but for the id that they asked for and the request's own. */
function said({ status, headers, text }: Answer, id: string): unknown {
  const { date: _, ...rest } = headers;
  return { status, rest, text: text.replace(/"requestId":"\w+"/, "").replaceAll(id, "<id>") };
}

/** Each id of each path, with what it is called by and the paths' whole beginning up to it. */
function* placeholders(): Generator<readonly [operation: Operation, key: string, name: string]> {
  for (const operation of operations) {
    if (operation.access.kind !== "thing") continue;
    for (const [placeholder, name = ""] of operation.url.matchAll(/:(\w+)/g)) {
      const whole = operation.url.slice(0, operation.url.indexOf(placeholder) + placeholder.length);
      yield [operation, mine.has(whole) ? whole : name, name];
    }
  }
}

/** How many changes the installation has seen: each leaves at least a row. */
async function changes(): Promise<number> {
  const { n } = await world()
    .deps.db.read.selectFrom("audit")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

test("no path leads to a thing of another organization, or tells that there is one", async () => {
  const before = await changes();
  const found: string[] = [];
  for (const [operation, key, name] of placeholders()) {
    const foreign = theirs.get(key);
    if (WORDS.has(name) || foreign === undefined || foreign === mine.get(key)) continue;
    const ask = (id: string) => send(operation, new Map([...mine, [key, id]]), valid(operation));
    const answer = await ask(foreign);
    if (![404, 400, NOTHING[operation.operationId]].includes(answer.status))
      found.push(`${operation.operationId} :${name} ${answer.status}`);
    const absent = absentLike(foreign);
    expect([operation.operationId, name, said(answer, foreign)]).toEqual([
      operation.operationId,
      name,
      said(await ask(absent), absent),
    ]);
  }
  expect(found).toEqual([]);
  expect(await changes()).toBe(before);
});

test("what an organization hides from a guest looks as if it weren't there", async () => {
  const before = await changes();
  let hidden = 0;
  for (const [operation, key, name] of placeholders()) {
    const id = mine.get(key) ?? "";
    const ask = (known: string) =>
      send(operation, new Map([...mine, [key, known]]), valid(operation), { as: guest });
    const answer = await ask(id);
    if (WORDS.has(name) || answer.status !== 404) continue;
    hidden++;
    const absent = absentLike(id);
    expect([operation.operationId, name, said(answer, id)]).toEqual([
      operation.operationId,
      name,
      said(await ask(absent), absent),
    ]);
  }
  expect(hidden).toBeGreaterThan(300);
  expect(await changes()).toBe(before);
});

test("no path leads to a thing by another parent than its own", async () => {
  const at = `/orgs/${world().organization}`;
  const make = async (path: string, body: object): Promise<string> =>
    (await world().post(path, body, owner)).body.id;
  const space = await make(`${at}/spaces`, {});
  const parents = new Map([
    ["spaceId", space],
    ["changeRequestId", await make(`/spaces/${mine.get("spaceId")}/change-requests`, {})],
    ["siteId", await make(`${at}/sites`, { title: "Another" })],
  ]);
  const before = await changes();
  const found: string[] = [];
  let tried = 0;
  for (const [operation, key, name] of placeholders()) {
    const parent = parents.get(name);
    const below = operation.url.slice(operation.url.indexOf(`:${name}`) + name.length + 1);
    // What follows by another name than an id is in every one of them.
    const [, child] = /:(\w+)/.exec(below) ?? [];
    if (parent === undefined || child === undefined || WORDS.has(child)) continue;
    if (name === "changeRequestId" && SHARED.has(child)) continue;
    tried++;
    const { status } = await send(operation, new Map([...mine, [key, parent]]), valid(operation));
    if (![404, 400, NOTHING[operation.operationId]].includes(status))
      found.push(`${operation.operationId} :${name} ${status}`);
  }
  expect(tried).toBeGreaterThan(80);
  expect(found).toEqual([]);
  expect(await changes()).toBe(before);
});

test("no query finds a thing of another organization", async () => {
  const before = await changes();
  const found: string[] = [];
  const tried = new Set<string>();
  for (const operation of operations) {
    const query = operation.shapes.query as Schema | undefined;
    if (operation.access.kind === "anyone") continue;
    for (const field of Object.keys(query?.properties ?? {})) {
      // A list's page is a cursor.
      if (field === "page") continue;
      const foreign = theirs.get(ASKED[field] ?? FIELDS[field] ?? "");
      if (foreign === undefined || PUBLIC.has(`${operation.operationId} ${field}`)) continue;
      tried.add(field);
      const { status, body } = await send(operation, mine, valid(operation), { asked: { [field]: foreign } });
      // An export is lines, of which there are none.
      const isNothing = status === 200 && (body === undefined || body === "" || body.items?.length === 0);
      if (!isNothing && ![400, 404].includes(status))
        found.push(`${operation.operationId} ?${field} ${status}`);
    }
  }
  expect([...tried].toSorted()).toEqual([
    "actor",
    "authors",
    "changeRequest",
    "contributor",
    "draft",
    "owner",
    "pageId",
    "site",
    "siteSpace",
    "space",
    "target",
    "targetPage",
  ]);
  expect(found).toEqual([]);
  expect(await changes()).toBe(before);
});

/** Bodies with one field more, or another value in it, for each field that names something. */
function* misled(schema: Schema, body: unknown): Generator<[string, unknown]> {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    for (const choice of choices) yield* misled(choice, sampleOf(choice, false));
    return;
  }
  const fields = Object.entries(schema.properties ?? {});
  for (const [name, field] of fields) {
    const key = FIELDS[name];
    const foreign = key === undefined ? undefined : theirs.get(key);
    const object = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
    if (foreign !== undefined) {
      const isList = field.type === "array" || field.items !== undefined;
      yield [name, { ...object, [name]: isList ? [foreign] : foreign }];
    } else {
      for (const [inner, value] of misled(field, sampleOf(field, false)))
        yield [`${name}.${inner}`, { ...object, [name]: value }];
    }
  }
}

test("no body names a thing of another organization, or hears that there is one", async () => {
  const before = await changes();
  const taken: string[] = [];
  let tried = 0;
  for (const operation of operations) {
    const { body } = operation.shapes;
    if (body === undefined || operation.access.kind !== "thing" || operation.method === "GET") continue;
    for (const [field, sent] of misled(body as Schema, valid(operation))) {
      if (WRITTEN.test(field)) continue;
      tried++;
      const answer = await send(operation, mine, sent);
      const { status } = answer;
      if (status < 400 || status >= 500) taken.push(`${operation.operationId} ${field} ${status}`);
      const foreign = theirs.get(FIELDS[field.split(".").at(-1) ?? ""] ?? "") ?? "";
      const absent = absentLike(foreign);
      const other = JSON.parse(JSON.stringify(sent).replaceAll(foreign, absent)) as unknown;
      expect([operation.operationId, field, said(answer, foreign)]).toEqual([
        operation.operationId,
        field,
        said(await send(operation, mine, other), absent),
      ]);
    }
  }
  expect(tried).toBeGreaterThan(20);
  expect(taken).toEqual([]);
  expect(await changes()).toBe(before);
});

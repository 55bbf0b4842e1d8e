/** What content sources may be made from, how many a space has, and who may ask for them. */
import { beforeAll, expect, test } from "vitest";
import { sourcePages, StaleResult, whileFresh } from "../../content/computed/contentSources.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { publication } from "../integrations/publication.fixture.ts";

const world = useWorld({ runsScripts: true });
let admin: Person;
/** Edits one space and sees no other. */
let eve: Person;

/** One page, whose title is which dependencies the script was told of. */
const SCRIPT = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get("event"));
  const told = Object.entries(event.dependencies).map(([name, { value }]) => name + ":" + (value === null ? "no" : "yes"));
  return new Response(JSON.stringify({ pages: [{ type: "document", title: told.sort().join(" ") || "none" }] }), {
    headers: { "content-type": "application/json" } });
} };`;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  eve = await world().addPerson("eve", null);
  const contentSources = [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }];
  const more = { target: "space", visibility: "public", contentSources, script: SCRIPT };
  for (const [name, scopes] of [
    ["told", ["space:content:read", "openapi:read"]],
    ["closed", []],
    ["writing", ["openapi:write"]],
  ] as const)
    await world().post(`/integrations/${name}`, publication("acme", { ...more, scopes }), admin);
  const source = { text: "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}" };
  await world().post(`/orgs/${world().organization}/openapi`, { slug: "own", source }, admin);
});

async function newSpace(title: string): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title }, admin)).body.id;
}

async function install(name: string, spaces: readonly string[]): Promise<void> {
  const { organization } = world();
  const all = `/integrations/${name}/installations`;
  const known = await world().get(`${all}`, admin);
  const [there] = known.body.items ?? [];
  const { id } = there ?? (await world().post(all, { organization }, admin)).body;
  for (const space of spaces) await world().post(`${all}/${id}/spaces`, { space }, admin);
}

const onSpace = (space: string) => ({ ref: { kind: "space", space } });
const OWN_SPEC = { ref: { kind: "openapi", spec: "own" } };
const page = (dependencies: object, name = "told") => ({
  operation: "insert_page",
  type: "computed",
  title: "Made",
  computed: { type: `integration:${name}:rows`, props: {}, dependencies },
});
const write = (space: string, changes: readonly object[], who = admin) =>
  world().post(`/spaces/${space}/content`, { changes }, who);

async function titlesOf(space: string): Promise<string[]> {
  const { body } = await world().get(`/spaces/${space}/content/pages`, admin);
  return body.pages.map(({ title }: { title: string }) => title);
}
const listed = async (space: string): Promise<{ state: string; problem?: string }[]> =>
  (await world().get(`/spaces/${space}/content/computed?limit=100`, admin)).body.items;

async function runUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    await world().runJobs();
    if (await holds()) return;
    world().ahead += 60_000;
  }
  throw new Error("It never held.");
}

test("who inserts a page has to see what it is made from, and what nobody vouches for is told of its own space alone", async () => {
  const [space, hidden, apart] = [await newSpace("Open"), await newSpace("Hidden"), await newSpace("Apart")];
  await install("told", [space, hidden]);
  await world().post(`/spaces/${space}/permissions`, { users: [eve.id], role: "edit" }, admin);
  for (const [of, field] of [
    [onSpace(hidden), "space"],
    [onSpace("nowhere"), "space"],
    [{ ref: { kind: "page", page: "p", space: hidden } }, "space"],
    [OWN_SPEC, "spec"],
  ] as const) {
    const { status, body } = await write(space, [page({ "a/b": of })], eve);
    expect([status, body.error.details[0].path]).toEqual([
      400,
      `/changes/0/computed/dependencies/a~1b/ref/${field}`,
    ]);
  }
  expect((await write(space, [page({ own: onSpace(space) })], eve)).status).toBe(200);
  const made = await write(space, [
    page({ b: onSpace(hidden), c: onSpace(apart), spec: OWN_SPEC, own: onSpace(space) }),
  ]);
  expect(made.status).toBe(200);
  const all = "b:yes c:no own:yes spec:yes";
  await runUntil(async () => (await titlesOf(space)).join() === `own:yes,${all}`);
  // A copy is made by nobody who was asked what they see.
  const copied = await write(space, [{ operation: "duplicate_page", page: made.body.changes[0].page }], eve);
  expect(copied.status).toBe(200);
  await runUntil(async () => (await listed(space)).some(({ state }) => state === "failed"));
  expect((await listed(space)).find(({ state }) => state === "failed")?.problem).toContain('depends on "b"');
  expect((await titlesOf(space)).toSorted()).toEqual([all, "Made", "own:yes"].toSorted());
});

test("a script is told of nothing that its installation has no scope for", async () => {
  const space = await newSpace("Closed");
  await install("closed", [space]);
  await write(space, [page({ own: onSpace(space), spec: OWN_SPEC }, "closed")]);
  await runUntil(async () => (await titlesOf(space)).join() === "own:no spec:no");
});

test("a script that may write specifications reads them, as published sources expect", async () => {
  const space = await newSpace("Writing");
  await install("writing", [space]);
  await write(space, [page({ own: onSpace(space), spec: OWN_SPEC }, "writing")]);
  await runUntil(async () => (await titlesOf(space)).join() === "own:no spec:yes");
});

test("what was made is read by its id, and looked for again when it has gone", async () => {
  const space = await newSpace("Read");
  await install("told", [space]);
  await write(space, [page({})]);
  await runUntil(async () => (await titlesOf(space)).join() === "none");
  const { read } = world().deps.db;
  const { organization_id, key, result_id } = await read
    .selectFrom("content_sources")
    .select(["organization_id", "key", "result_id"])
    .where("space_id", "=", space)
    .executeTakeFirstOrThrow();
  const of = { organization_id, id: space };
  let looks = 0;
  const look = () =>
    sourcePages(read, of, { key, id: looks++ === 0 ? "before" : (result_id ?? ""), madeAt: 0 });
  expect((await whileFresh(look)).map(({ title }) => title)).toEqual(["none"]);
  expect(looks).toBe(2);
  const never = sourcePages(read, of, { key, id: "before", madeAt: 0 });
  await expect(never).rejects.toThrow(StaleResult);
});

test("tokens that read content read what was made, those that read specifications read these", async () => {
  const space = await newSpace("Tokens");
  await install("told", [space]);
  const made = await write(space, [page({})]);
  await runUntil(async () => (await titlesOf(space)).join() === "none");
  const seed = made.body.changes[0].page;
  const token = async (scopes: readonly string[]): Promise<string> =>
    (await world().post("/user/tokens", { label: "x", scopes }, admin)).body.token ?? "none";
  const spec = { type: "builtin:openapi", props: { models: true }, dependencies: { spec: OWN_SPEC } };
  const computed = page({}).computed;
  for (const [scope, source, status] of [
    ["space:read", computed, 200],
    ["openapi:read", computed, 403],
    ["space:read", spec, 403],
    ["openapi:read", spec, 200],
    ["openapi:write", computed, 403],
    ["openapi:write", spec, 200],
  ] as const) {
    const asked = { source, seed };
    const answer = await world().post(
      `/spaces/${space}/content/computed/revision`,
      asked,
      await token([scope]),
    );
    expect([scope, source.type, answer.status]).toEqual([scope, source.type, status]);
  }
});

test("a space has at most so many sources; those of deleted pages count for nothing, and go", async () => {
  const space = await newSpace("Full");
  await install("told", [space]);
  const made: { page: string }[] = [];
  for (let half = 0; half < 2; half++) {
    const pages = Array.from({ length: 50 }, () => page({}));
    const { status, body } = await write(space, pages);
    expect(status).toBe(200);
    made.push(...body.changes);
  }
  const refused = await write(space, [page({})]);
  expect([refused.status, refused.body.error.type]).toEqual([409, "too-many-sources"]);
  const deleted = made.slice(1).map((one) => ({ operation: "delete_page", page: one.page }));
  await write(space, deleted.slice(0, 50));
  await write(space, deleted.slice(50));
  expect((await write(space, [page({})])).status).toBe(200);
  await runUntil(async () => (await listed(space)).length === 2);
  expect(await titlesOf(space)).toHaveLength(2);
});

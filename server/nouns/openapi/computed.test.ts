import { beforeAll, describe, expect, test } from "vitest";
import { KITCHEN_SINK } from "../../content/computed/apis.fixture.ts";
import { documentViolations } from "../../test/documentContract.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let space: string;
let base: string;

beforeAll(async () => {
  writer = await world().addPerson("wim", "create");
  reader = await world().addPerson("rob", "read");
  guest = await world().addPerson("gil", null);
  stranger = await world().addPerson("sven", "admin", await world().addOrganization("Else", "else"));
  const org = `/orgs/${world().organization}`;
  space = (await world().post(`${org}/spaces`, { title: "Computed" }, writer)).body.id;
  base = `/spaces/${space}/content/computed`;
  const source = { text: JSON.stringify(KITCHEN_SINK) };
  await world().post(`${org}/openapi`, { slug: "kitchen", source }, writer);
  await world().runJobs();
  await world().post(`${org}/openapi`, { slug: "unread", source: { text: "{}" } }, writer);
});

const spec = (slug = "kitchen", value?: unknown) => ({
  spec: { ref: { kind: "openapi", spec: slug }, ...(value === undefined ? {} : { value }) },
});
const compute = (kind: "revision" | "document", props: object, more: object = {}) => {
  const source = { type: "builtin:openapi", props, dependencies: spec(), ...more };
  return world().post(`${base}/${kind}`, { source, seed: "seed" }, reader);
};

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly computed: { readonly props: object };
  readonly pages: readonly Listed[];
}

test.each([
  ["an integration that isn't there", { type: "integration:charts:rows", props: {} }, "/type"],
  ["no specification", { type: "builtin:openapi", props: { models: true } }, ""],
  ["nothing", {}, ""],
])("no page is made of %s, which is said when it is put there", async (_, computed, field) => {
  const change = { operation: "insert_page", type: "computed", title: "API", computed };
  const { status, body } = await world().post(`/spaces/${space}/content`, { changes: [change] }, writer);
  expect([status, body.error.details?.[0]?.path]).toEqual([400, `/changes/0/computed${field}`]);
});

describe("getComputedRevision", () => {
  test("answers the pages that a computed page with the same seed shows", async () => {
    const { status, body } = await compute("revision", { models: true });
    expect(status).toBe(200);
    const { pages, ...rest } = body as { pages: Listed[] };
    expect(rest).toEqual({ files: [], reusableContents: [] });
    expect(pages.map(({ title, path }) => [title, path])).toEqual([
      ["Dishes", "dishes"],
      ["All of it", "all-of-it"],
      ["Operations", "operations"],
      ["Models", "models"],
    ]);
    expect(pages[1]?.pages.map(({ path }) => path)).toEqual(["all-of-it/inside"]);
    const computed = { type: "builtin:openapi", props: { models: true }, dependencies: spec() };
    const change = { operation: "insert_page", type: "computed", title: "API", computed };
    const made = await world().post(`/spaces/${space}/content`, { changes: [change] }, writer);
    const shown = (await world().get(`/spaces/${space}/content/pages`, reader)).body.pages as Listed[];
    const seed = made.body.changes[0].page;
    const source = { type: "builtin:openapi", props: { models: true }, dependencies: spec() };
    const again = await world().post(`${base}/revision`, { source, seed }, reader);
    const ids = (list: readonly Listed[]): unknown[] =>
      list.flatMap(({ id, pages: inner }) => [id, ...ids(inner)]);
    expect(ids(shown)).toEqual(expect.arrayContaining(ids(again.body.pages)));
    const apart = await compute("revision", { models: false, grouping: "by-operation" });
    expect((apart.body.pages[0] as Listed).pages.length).toBeGreaterThan(1);
  });

  test("takes the source of a page as it is told, also where nobody said whether there are models", async () => {
    for (const props of [undefined, {}, { grouping: "by-operation" }]) {
      const computed = { type: "builtin:openapi", dependencies: spec(), ...(props && { props }) };
      const change = { operation: "insert_page", type: "computed", title: "API", computed };
      const made = await world().post(`/spaces/${space}/content`, { changes: [change] }, writer);
      const seed = made.body.changes[0].page;
      const { body } = await world().get(`/spaces/${space}/content/page/${seed}?computed=false`, reader);
      expect(body.computed).toEqual({ ...computed, props: { models: true, ...props } });
      const again = await world().post(`${base}/revision`, { source: body.computed, seed }, reader);
      expect(again.status).toBe(200);
      expect(again.body.pages.at(-1).title).toBe("Models");
    }
  });

  test("takes the version that is named, and only one of this specification", async () => {
    const { body } = await world().get(`/orgs/${world().organization}/openapi/kitchen`, reader);
    const value = { object: "openapi-spec", id: body.id, slug: "kitchen", lastVersion: body.lastVersion };
    const named = await compute("revision", { models: true }, { dependencies: spec("kitchen", value) });
    expect(named.status).toBe(200);
    const other = { ...value, lastVersion: "none" };
    const none = await compute("revision", { models: true }, { dependencies: spec("kitchen", other) });
    expect([none.status, none.body.error.details[0].path]).toEqual([400, "/source/dependencies/spec"]);
  });
});

describe("getComputedDocument", () => {
  test.each([
    [{ doc: "models" }, "openapi-schemas", 1],
    [{ doc: "operations", page: "Dishes" }, "openapi", 3],
    [{ doc: "operations", page: "getdish" }, "openapi", 1],
    [{ doc: "operations", page: "Operations" }, "openapi", 1],
    [{ doc: "info", page: "Dishes" }, "openapi", 0],
  ])("answers %o", async (props, type, count) => {
    const { status, body } = await compute("document", props);
    expect([status, documentViolations(body)]).toEqual([200, []]);
    const nodes = body.nodes as { type: string }[];
    expect(nodes.filter((node) => node.type.startsWith(type))).toHaveLength(count);
  });

  test("knows every page that getComputedRevision names", async () => {
    for (const grouping of ["by-tag", "by-operation"]) {
      const { body } = await compute("revision", { models: true, grouping });
      const props = (list: readonly Listed[]): object[] =>
        list.flatMap(({ computed, pages }) => [computed.props, ...props(pages)]);
      for (const one of props(body.pages)) {
        expect([one, (await compute("document", one)).status]).toEqual([one, 200]);
      }
    }
  });
});

describe("both", () => {
  test("say what is wrong with a source", async () => {
    const ref = "/source/dependencies/spec/ref/spec";
    for (const [kind, props, more, path] of [
      ["revision", { models: true }, { dependencies: spec("absent") }, ref],
      ["revision", { models: true }, { dependencies: spec("unread") }, "/source/dependencies/spec"],
      ["revision", { models: true }, { type: "builtin:else" }, "/source/type"],
      ["revision", {}, {}, "/source/props/models"],
      ["document", { doc: "operations", page: "absent" }, {}, "/source/props/page"],
    ] as const) {
      const { status, body } = await compute(kind, props, more);
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
  });

  test("answer nobody who may not see the space or the specification", async () => {
    const source = { type: "builtin:openapi", props: { models: true }, dependencies: spec() };
    const documents = { type: "builtin:openapi", props: { doc: "models" }, dependencies: spec() };
    for (const [kind, body] of [
      ["revision", { source, seed: "s" }],
      ["document", { source: documents, seed: "s" }],
    ] as const) {
      const url = `${base}/${kind}`;
      expect((await world().post(url, body)).status).toBe(401);
      expect((await world().post(url, body, stranger)).status).toBe(404);
      expect((await world().post(url, body, guest)).status).toBe(404);
    }
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let owner: Person;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
});

async function addSpace(fields: object = {}): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, fields, owner)).body.id;
}

/** Writes pages by their references and gives their ids by them. */
async function write(space: string, pages: Record<string, string>, at = "") {
  const changes = Object.entries(pages).map(([ref, markdown]) => ({
    operation: "insert_page",
    title: ref,
    slug: ref,
    ref,
    document: { markdown },
  }));
  const query = at === "" ? "" : "?compat=false";
  const answer = await world().post(`/spaces/${space}${at}/content${query}`, { changes }, owner);
  expect(answer.status).toBe(200);
  const done = answer.body.changes as { ref: string; page: string }[];
  return new Map(done.map(({ ref, page }) => [ref, page]));
}

const links = (space: string, query = "", as = owner) => world().get(`/spaces/${space}/links${query}`, as);

/** What items lead to, with status and who links to it. */
function outline(items: readonly Record<string, any>[]): string[] {
  return items.map(({ status, targetReference: to, locationReferences: from }) => {
    const target =
      to?.url ?? to?.page?.slug ?? to?.file?.name ?? to?.reusableContent?.title ?? to?.space?.title;
    const anchor = to?.internalLocation?.anchor;
    const where = from.map((one: any) => one.page?.slug ?? one.reusableContent?.title);
    return `${status} ${target}${anchor ? `#${anchor}` : ""} from ${where.join(" ")}`;
  });
}

describe("links of a space", () => {
  test("are told by what they lead to, with status, relation and places", async () => {
    const space = await addSpace({ title: "One" });
    const files = [{ name: "a.txt", ref: "a.txt", contentType: "text/plain", base64: "QQ==" }];
    const changes = [
      { operation: "insert_files", files },
      {
        operation: "insert_page",
        title: "b",
        slug: "b",
        ref: "b",
        document: { markdown: "# b\n\n## Top\n" },
      },
      {
        operation: "insert_page",
        title: "a",
        slug: "a",
        document: {
          markdown:
            "[b](./b.md) [top](./b.md#top)\n\nMore of [b](./b.md).\n\n[f](./a.txt) [gone](./gone.md) " +
            "[app](HTTP://app.test/s/x) [site](http://sites.test/acme/) [like](http://app.testing/) " +
            "[far](https://Example.com/Path) [here](#more)",
        },
      },
    ];
    await world().post(`/spaces/${space}/content`, { changes }, owner);
    const { status, body } = await links(space);
    expect(status).toBe(200);
    expect(outline(body.items).toSorted()).toEqual([
      "broken ./gone.md from a",
      "in-app http://app.test/s/x from a",
      "in-app http://sites.test/acme/ from a",
      "ok a#more from a",
      "ok a.txt from a",
      "ok b from a a",
      "ok b#top from a",
      "ok http://app.testing/ from a",
      "ok https://example.com/Path from a",
    ]);
    expect(body.stats).toEqual({ total: 9, broken: { total: 1, changeRequest: 0 } });
    expect(body.count).toBe(9);
    const twice = body.items.find(
      (item: any) => item.targetReference.page?.slug === "b" && !item.targetReference.internalLocation,
    );
    const nodes = twice.locationReferences.map((one: any) => one.internalLocation);
    expect(nodes).toEqual([
      { type: "node", node: expect.any(String) },
      { type: "node", node: expect.any(String) },
    ]);
    expect(nodes[0].node).not.toBe(nodes[1].node);
    expect(twice).toMatchObject({ relation: "reference", sources: 1 });
    for (const [name, count] of [
      ["ok", 6],
      ["broken", 1],
      ["in-app", 2],
    ] as const) {
      const some = await links(space, `?status=${name}`);
      expect([name, some.body.count, some.body.items.length]).toEqual([name, count, count]);
      expect(new Set(some.body.items.map((item: any) => item.status))).toEqual(new Set([name]));
      expect(some.body.stats).toEqual(body.stats);
    }
  });

  test("are read page by page, each once, under a filter as well", async () => {
    const space = await addSpace();
    const many = Array.from({ length: 12 }, (_, n) => `[x](https://example.com/${n}) [y](./gone-${n}.md)`);
    await write(space, { a: many.join("\n\n"), b: many.join("\n\n") });
    for (const [filter, total] of [
      ["", 24],
      ["&status=ok", 12],
      ["&status=broken", 12],
      ["&status=in-app", 0],
    ] as const) {
      const seen: string[] = [];
      for (let next: string | undefined = ""; next !== undefined;) {
        const { body } = await links(space, `?limit=5${filter}${next && `&page=${next}`}`);
        expect([body, body.count]).toEqual([body, total]);
        seen.push(...outline(body.items));
        next = body.next?.page;
      }
      expect([filter, seen.length, new Set(seen).size]).toEqual([filter, total, total]);
    }
  });

  test("break and mend as their targets go and come, at the revision that is asked", async () => {
    const space = await addSpace();
    const ids = await write(space, { a: "[b](./b.md)", b: "text" });
    const first = (await links(space)).body;
    expect(outline(first.items)).toEqual(["ok b from a"]);
    const gone = [{ operation: "delete_page", page: ids.get("b") }];
    await world().post(`/spaces/${space}/content`, { changes: gone }, owner);
    const { body } = await links(space);
    expect(outline(body.items)).toEqual([`broken /pages/${ids.get("b")} from a`]);
    expect(body.stats.broken.total).toBe(1);
  });

  test("to other spaces tell of them only to those who may see them", async () => {
    const secret = await addSpace({ title: "Secret plans" });
    await world().patch(`/spaces/${secret}`, { defaultLevel: null }, owner);
    const inside = await write(secret, { plan: "text" });
    const space = await addSpace();
    const gone = "x".repeat(20);
    await write(space, {
      a: `[s](/spaces/${secret}) [p](/spaces/${secret}/pages/${inside.get("plan")}) [n](/spaces/${secret}/pages/none) [g](/spaces/${gone})`,
    });
    const { body } = await links(space);
    expect(outline(body.items).toSorted()).toEqual(
      [
        "ok Secret plans from a",
        "ok plan from a",
        `broken /spaces/${secret}/pages/none from a`,
        `broken /spaces/${gone} from a`,
      ].toSorted(),
    );
    expect(body.stats.broken.total).toBe(2);
    const reader = await world().addPerson("rita", "read");
    const seen = await links(space, "", reader);
    expect(seen.text).not.toMatch(/Secret plans|"slug":"plan"/);
    expect(seen.body.stats.broken.total).toBe(4);
    expect(new Set(seen.body.items.map((item: any) => item.status))).toEqual(new Set(["broken"]));
    expect((await links(space, "?status=ok", reader)).body.count).toBe(0);
  });

  test("of a page are its own", async () => {
    const space = await addSpace();
    const ids = await write(space, { a: "[b](./b.md) [x](https://example.com)", b: "[c](./c.md)", c: "" });
    const page = (id = "", query = "", as = owner) =>
      world().get(`/spaces/${space}/content/page/${id}/links${query}`, as);
    const { body } = await page(ids.get("a"));
    expect(outline(body.items)).toEqual(["ok b from a", "ok https://example.com from a"]);
    expect(body.stats.total).toBe(3);
    expect((await page(ids.get("a"), "?status=broken")).body.items).toEqual([]);
    expect((await page("absent")).status).toBe(404);
    expect((await page(ids.get("a"), "?status=odd")).status).toBe(400);
  });
});

describe.each([
  ["listSpaceLinks", "/links"],
  ["listPageLinksInSpace", "/content/page/PAGE/links"],
  ["listSpacePageBacklinks", "/content/page/PAGE/backlinks"],
  ["listSpaceFileBacklinks", "/content/files/FILE/backlinks"],
  ["listSpaceReusableContentBacklinks", "/content/reusable-contents/REUSABLE/backlinks"],
  ["listChangeRequestLinks", "/change-requests/REQUEST/links"],
  ["listPageLinksInChangeRequest", "/change-requests/REQUEST/content/page/PAGE/links"],
  ["listChangeRequestPageBacklinks", "/change-requests/REQUEST/content/page/PAGE/backlinks"],
  ["listChangeRequestFileBacklinks", "/change-requests/REQUEST/content/files/FILE/backlinks"],
  [
    "listChangeRequestReusableContentBacklinks",
    "/change-requests/REQUEST/content/reusable-contents/REUSABLE/backlinks",
  ],
])("%s", (id, pattern) => {
  test("answers those who see the space, and what is there", async () => {
    const space = await addSpace();
    const ids = await write(space, { a: "text" });
    const files = [{ name: "a.txt", contentType: "text/plain", base64: "QQ==" }];
    await world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "insert_files", files }] },
      owner,
    );
    const insert = { operation: "insert_reusable_content", title: "S", document: { markdown: "text" } };
    const { body: inserted } = await world().post(`/spaces/${space}/content`, { changes: [insert] }, owner);
    const [file] = (await world().get(`/spaces/${space}/content/files`, owner)).body.items;
    const { body: request } = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    const { reusableContent } = inserted.changes[0];
    const named = pattern
      .replace("PAGE", ids.get("a") ?? "")
      .replace("FILE", file.id)
      .replace("REUSABLE", reusableContent);
    const path = `/spaces/${space}${named.replace("REQUEST", request.id)}`;
    const reader = await world().addPerson(`rita-${id}`, "read");
    const other = await world().addOrganization("Other", `other-${id.toLowerCase()}`);
    const stranger = await world().addPerson(`sam-${id}`, "admin", other);
    const status = async (at: string, as?: Person) => (await world().get(at, as)).status;
    expect(await status(path, reader)).toBe(200);
    expect(await status(path, stranger)).toBe(404);
    expect(await status(path)).toBe(401);
    expect(await status(`${path}?page=odd`, reader)).toBe(400);
    expect(await status(`${path}?limit=0`, reader)).toBe(400);
    if (!pattern.endsWith("backlinks")) expect(await status(`${path}?status=odd`, reader)).toBe(400);
    const absent = path
      .replace(/(page|files|reusable-contents)\/[^/]+/, "$1/absent")
      .replace(/requests\/[^/]+/, "requests/absent");
    if (absent !== path) expect(await status(absent, reader)).toBe(404);
  });
});

describe("backlinks", () => {
  test("are the inverse of links, in spaces and change requests", async () => {
    const space = await addSpace();
    const ids = await write(space, { a: "[b](./b.md)", b: "[b](./b.md#x) [a](./a.md)", c: "[b](./b.md)" });
    const path = `/spaces/${space}/content/page/${ids.get("b")}/backlinks`;
    const { body } = await world().get(path, owner);
    expect(body.items.map((one: any) => one.page.slug).toSorted()).toEqual(["a", "b", "c"]);
    expect(body.count).toBe(3);
    expect(body.items[0].versionContext.type).toBe("revision");
    expect(body.items[0].internalLocation.type).toBe("node");
    const one = await world().get(`${path}?limit=2`, owner);
    const rest = await world().get(`${path}?limit=2&page=${one.body.next.page}`, owner);
    expect([...one.body.items, ...rest.body.items].map((item: any) => item.page.slug)).toEqual(
      body.items.map((item: any) => item.page.slug),
    );
    expect(rest.body.next).toBeUndefined();
    expect((await world().get(`/spaces/${space}/content/page/absent/backlinks`, owner)).status).toBe(404);

    const { body: request } = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    const at = `/change-requests/${request.id}`;
    await write(space, { d: `[b](/pages/${ids.get("b")})` }, at);
    const there = await world().get(`/spaces/${space}${at}/content/page/${ids.get("b")}/backlinks`, owner);
    expect(there.body.items.map((item: any) => item.page.slug).toSorted()).toEqual(["a", "b", "c", "d"]);
    expect(there.body.items[0].versionContext.changeRequest.id).toBe(request.id);
    expect((await world().get(path, owner)).body.count).toBe(3);
  });

  test("of files know covers", async () => {
    const space = await addSpace();
    const files = [{ name: "a.png", ref: "a.png", contentType: "image/png", base64: "QQ==" }];
    await world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "insert_files", files }] },
      owner,
    );
    const [file] = (await world().get(`/spaces/${space}/content/files`, owner)).body.items;
    const cover = { ref: { kind: "file", file: file.id } };
    const changes = [
      { operation: "insert_page", title: "a", slug: "a", cover, document: { markdown: "text" } },
      { operation: "insert_page", title: "b", slug: "b", document: { markdown: `![x](/files/${file.id})` } },
    ];
    await world().post(`/spaces/${space}/content`, { changes }, owner);
    const path = `/content/files/${file.id}/backlinks`;
    const { body } = await world().get(`/spaces/${space}${path}`, owner);
    expect(body.items.map((one: any) => one.page.slug).toSorted()).toEqual(["a", "b"]);
    const { body: request } = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    const there = await world().get(`/spaces/${space}/change-requests/${request.id}${path}`, owner);
    expect(there.body.count).toBe(2);
    expect((await world().get(`/spaces/${space}/content/files/absent/backlinks`, owner)).status).toBe(404);
  });
});

describe("broken links of change requests", () => {
  test("are told apart from those of the space", async () => {
    const space = await addSpace();
    const ids = await write(space, { a: "[b](./b.md) [gone](./gone.md)", b: "text" });
    const { body: request } = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    const at = `/spaces/${space}/change-requests/${request.id}`;
    const gone = [{ operation: "delete_page", page: ids.get("b") }];
    await world().post(`${at}/content`, { changes: gone }, owner);
    const lost = `broken /pages/${ids.get("b")} from a`;
    const read = async (query: string) => (await world().get(`${at}/links${query}`, owner)).body;
    expect(outline((await read("")).items)).toEqual(["broken ./gone.md from a", lost]);
    expect((await read("")).stats).toEqual({ total: 2, broken: { total: 2, changeRequest: 1 } });
    expect(outline((await read("?brokenContext=change-request")).items)).toEqual([lost]);
    expect(outline((await read("?brokenContext=space")).items)).toEqual(["broken ./gone.md from a"]);
    expect((await read("?brokenContext=space&status=ok")).items).toEqual([]);
    const page = await world().get(`${at}/content/page/${ids.get("a")}/links?status=broken`, owner);
    expect(page.body.items.length).toBe(2);
    expect((await links(space)).body.stats.broken).toEqual({ total: 1, changeRequest: 0 });
    await world().patch(at, { status: "open" }, owner);
    expect((await links(space)).body.stats.broken).toEqual({ total: 1, changeRequest: 1 });
  });
});

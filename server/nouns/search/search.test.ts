import { beforeAll, describe, expect, test } from "vitest";
import { queueIndexing } from "../../content/head.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let guest: Person;
let stranger: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

async function newSpace(title: string, as = writer, organization = world().organization): Promise<string> {
  const { status, body } = await world().post(`/orgs/${organization}/spaces`, { title }, as);
  expect(status).toBe(201);
  return body.id;
}

const insert = (title: string, text: string, more: object = {}) => ({
  operation: "insert_page",
  document: { markdown: `# ${title}\n\n${text}` },
  ...more,
});

async function change(space: string, changes: object[], as = writer): Promise<string[]> {
  const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, as);
  expect(status).toBe(200);
  return body.changes.map(({ page }: { page: string }) => page);
}

const search = (space: string, query: string, as: Person | undefined = reader, more = ""): Promise<Answer> =>
  world().get(`/spaces/${space}/search?query=${encodeURIComponent(query)}${more}`, as);

const titles = ({ body }: Answer): string[] => body.items.map(({ title }: { title: string }) => title);

describe("searchSpaceContent", () => {
  test("finds sections by their words, with addresses", async () => {
    const space = await newSpace("Guide");
    const [parent = ""] = await change(space, [insert("Kitchen", "Cooks live here.")]);
    const [page] = await change(space, [
      insert("Kettle", "Introduction.\n\n## How it boils\n\nWater becomes steam.", { into: parent }),
    ]);
    await world().runJobs();
    const { status, body } = await search(space, "steam");
    expect(status).toBe(200);
    const url = `http://app.test/s/${space}/${page}`;
    expect(body).toEqual({
      count: 1,
      items: [
        {
          id: page,
          title: "Kettle",
          description: "",
          path: "kitchen/kettle",
          score: expect.any(Number),
          rank: 1,
          resultType: "page",
          ancestors: [{ title: "Kitchen" }],
          sections: [
            {
              id: "how-it-boils",
              title: "How it boils",
              path: "kitchen/kettle#how-it-boils",
              score: expect.any(Number),
              resultType: "section",
              body: "Water becomes steam.",
              urls: { app: `${url}#how-it-boils` },
            },
          ],
          urls: { app: url },
        },
      ],
    });
    expect((await search(space, "introduction")).body.items[0].sections[0]).toMatchObject({
      id: page,
      title: "Kettle",
      path: "kitchen/kettle",
    });
  });

  test("ranks titles over headings over text, takes beginnings and typos, and pages through", async () => {
    const space = await newSpace("Ranks");
    await change(space, [
      insert("Text", "A thermostat."),
      insert("Thermostat", "Text."),
      insert("Heading", "## Thermostat\n\nText."),
    ]);
    await world().runJobs();
    const ranked = ["Thermostat", "Heading", "Text"];
    for (const query of ["thermostat", "therm", "thermostet"]) {
      expect(titles(await search(space, query))).toEqual(ranked);
    }
    const seen: string[] = [];
    let page = "";
    for (let reads = 0; reads < 3; reads++) {
      const answer = await search(space, "thermostat", reader, `&limit=1${page}`);
      expect(answer.body.count).toBe(3);
      seen.push(...titles(answer));
      page = answer.body.next ? `&page=${answer.body.next.page}` : "";
    }
    expect([seen, page]).toEqual([ranked, ""]);
  });

  test("leaves out at once what has gone, though the index follows later", async () => {
    const space = await newSpace("Gone");
    const [gone, hidden] = await change(space, [insert("One", "secretword"), insert("Two", "secretword")]);
    await world().runJobs();
    expect(titles(await search(space, "secretword"))).toHaveLength(2);
    await change(space, [
      { operation: "delete_page", page: gone },
      { operation: "update_page", page: hidden, noIndex: true },
    ]);
    expect((await search(space, "secretword")).body.items).toEqual([]);
    await world().runJobs();
    expect((await search(space, "secretword")).body).toEqual({ count: 0, items: [] });
  });

  test("takes any text as a query, up to 512 characters", async () => {
    const space = await newSpace("Texts");
    for (const query of ['"', "a:b*", "()", "%_\\", "'; drop", "\u{1f600}".repeat(512), "NEAR(a b)", "-"]) {
      expect((await search(space, query)).status).toBe(200);
    }
    for (const query of ["", "x".repeat(513)]) expect((await search(space, query)).status).toBe(400);
    expect((await world().get(`/spaces/${space}/search`, reader)).status).toBe(400);
    expect((await search(space, "a", reader, "&sort=title")).status).toBe(400);
    expect((await search(space, "a", reader, "&limit=0")).status).toBe(400);
  });

  test("asks who is there", async () => {
    const space = await newSpace("Closed");
    expect((await world().get(`/spaces/${space}/search?query=a`)).status).toBe(401);
  });

  test("hides the space from strangers and guests", async () => {
    const space = await newSpace("Hidden");
    for (const person of [stranger, guest]) expect((await search(space, "a", person)).status).toBe(404);
    expect((await search("nowhere", "a")).status).toBe(404);
  });
});

describe("searchOrganizationContent", () => {
  const searchAll = (query: string, as: Person | undefined = reader, more = "") =>
    world().get(`/orgs/${world().organization}/search?query=${encodeURIComponent(query)}${more}`, as);

  test("groups pages by space, that of the best page first, and pages through spaces", async () => {
    const [first, second] = [await newSpace("First"), await newSpace("Second")];
    await change(first, [insert("One", "orchid")]);
    await change(second, [insert("Orchid", "a"), insert("Two", "orchid")]);
    await world().runJobs();
    const { status, body } = await searchAll("orchid");
    expect(status).toBe(200);
    expect(body.count).toBe(2);
    expect(body.items).toMatchObject([
      { id: second, title: "Second", pages: [{ title: "Orchid", path: "orchid" }, { title: "Two" }] },
      { id: first, title: "First", pages: [{ title: "One", sections: [{ body: "orchid" }] }] },
    ]);
    const one = await searchAll("orchid", reader, "&limit=1");
    expect([titles(one), one.body.count]).toEqual([["Second"], 2]);
    const two = await searchAll("orchid", reader, `&limit=1&page=${one.body.next.page}`);
    expect([titles(two), two.body.next]).toEqual([["First"], undefined]);
  });

  test("answers from what the caller may read alone", async () => {
    const open = await newSpace("Open");
    const closed = await newSpace("Closed");
    for (const space of [open, closed]) await change(space, [insert("Page", "marigold")]);
    const trash = await newSpace("Trash");
    await change(trash, [insert("Page", "marigold")]);
    const elsewhere = await newSpace("Elsewhere", stranger, stranger && (await organizationOf(stranger)));
    await change(elsewhere, [insert("Page", "marigold")], stranger);
    await world().runJobs();
    const { db } = world().deps;
    await db.transact(async (tx) => {
      const policy = {
        id: "closed",
        organization_id: world().organization,
        body: '[{"default":null,"creator":"x"}]',
      };
      await tx.insertInto("policies").values(policy).execute();
      await tx.updateTable("spaces").set({ acl: "closed" }).where("id", "=", closed).execute();
      await tx.updateTable("spaces").set({ deleted_at: 1 }).where("id", "=", trash).execute();
    });
    const { body } = await searchAll("marigold");
    expect([body.items.map(({ id }: { id: string }) => id), body.count]).toEqual([[open], 1]);
    expect((await searchAll("marigold", guest)).body).toEqual({ count: 0, items: [] });
    expect((await search(closed, "marigold")).status).toBe(404);
    const key = { organization_id: world().organization, id: trash };
    await db.transact((tx) => queueIndexing(tx, key, world().deps.clock.now(), world().deps.newId));
    await world().runJobs();
  });

  async function organizationOf(person: Person): Promise<string> {
    return (await world().get("/orgs", person)).body.items[0].id;
  }

  test("takes a query of 1 to 512 characters", async () => {
    for (const query of ["", "x".repeat(513)]) expect((await searchAll(query)).status).toBe(400);
  });

  test("asks who is there", async () => {
    expect((await world().get(`/orgs/${world().organization}/search?query=a`)).status).toBe(401);
  });

  test("hides the organization from strangers", async () => {
    expect((await searchAll("a", stranger)).status).toBe(404);
  });
});

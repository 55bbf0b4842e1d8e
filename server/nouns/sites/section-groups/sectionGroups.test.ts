import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let site: string;
/** Ids of the sections One, Two and Three. */
let ids: string[];

interface Part {
  id: string;
  title: string;
  sections?: Part[];
}

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title: "Grouped" }, editor);
  site = `${sites}/${body.id}`;
  ids = [];
  for (const title of ["One", "Two", "Three"]) {
    const space = await world().post(`/orgs/${world().organization}/spaces`, { title }, editor);
    ids.push((await world().post(`${site}/sections`, { spaceId: space.body.id }, editor)).body.id);
  }
});

const make = async (title: string, sections: string[] = []) =>
  (await world().post(`${site}/section-groups`, { title, sections }, editor)).body as Part;
/** The structure as titles; groups with what they hold. */
const outline = async () =>
  (await world().get(`${site}/structure`, reader)).body.structure.map((part: Part) =>
    part.sections ? [part.title, ...part.sections.map(({ title }) => title)] : part.title,
  );
const clear = async () => {
  for (const { id } of (await world().get(`${site}/section-groups`, editor)).body.items as Part[]) {
    await world().delete(`${site}/section-groups/${id}`, editor);
  }
  for (const id of ids) await world().post(`${site}/sections/${id}/move`, {}, editor);
};

describe("addSectionGroupToSite", () => {
  test("puts the sections that it names under it, in their order", async () => {
    const { status, body, headers } = await world().post(
      `${site}/section-groups`,
      { title: "More", icon: "star", sections: [ids[2], ids[1]] },
      editor,
    );
    expect([status, body.icon]).toEqual([201, "star"]);
    expect(headers["location"]).toContain(`/section-groups/${body.id}`);
    expect(body.sections[0].sectionGroup).toBe(body.id);
    expect(await outline()).toEqual(["One", ["More", "Three", "Two"]]);
    await clear();
    expect(await outline()).toEqual(["One", "Two", "Three"]);
  });

  test("refuses what isn't one, and those who may not", async () => {
    const path = `${site}/section-groups`;
    const before = await outline();
    for (const body of [
      {},
      { title: "" },
      { title: "x".repeat(101) },
      { title: "x", sections: ["absent"] },
      { title: "x", sections: [ids[0], ids[0]] },
    ]) {
      expect((await world().post(path, body, editor)).status).toBe(400);
    }
    expect((await world().post(path, { title: "No" })).status).toBe(401);
    expect((await world().post(path, { title: "No" }, reader)).status).toBe(403);
    expect((await world().post(path, { title: "No" }, stranger)).status).toBe(404);
    expect(await outline()).toEqual(before);
  });
});

describe("listSiteSectionGroups", () => {
  test("lists them in their order", async () => {
    const [a, b] = [await make("A"), await make("B", [String(ids[0])])];
    const first = await world().get(`${site}/section-groups?limit=1`, reader);
    expect([first.body.items[0].id, first.body.count]).toEqual([a.id, 2]);
    const next = await world().get(`${site}/section-groups?limit=1&page=${first.body.next.page}`, reader);
    expect(next.body.items[0]).toMatchObject({ id: b.id, sections: [{ id: ids[0] }] });
    expect((await world().get(`${site}/section-groups?limit=x`, reader)).status).toBe(400);
    expect((await world().get(`${site}/section-groups`)).status).toBe(401);
    expect((await world().get(`${site}/section-groups`, stranger)).status).toBe(404);
    await clear();
  });
});

describe("updateSiteSectionGroupById and deleteSiteSectionGroupById", () => {
  test("rename it, and keep its sections where it stood", async () => {
    const group = await make("Old", [String(ids[0]), String(ids[1])]);
    const path = `${site}/section-groups/${group.id}`;
    const { body, headers } = await world().patch(path, { title: "New", icon: "star" }, editor);
    expect([body.title, body.icon, body.sections.length]).toEqual(["New", "star", 2]);
    expect((await world().patch(path, { icon: null }, editor)).body.icon).toBeUndefined();
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { title: "Late" }, editor, tag)).status).toBe(412);
    expect((await world().patch(path, { title: "" }, editor)).status).toBe(400);
    expect((await world().patch(path, { title: "No" })).status).toBe(401);
    expect((await world().patch(path, { title: "No" }, reader)).status).toBe(403);
    expect((await world().patch(path, { title: "No" }, stranger)).status).toBe(404);
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect(await outline()).toEqual(["Three", "One", "Two"]);
    await clear();
  });
});

describe("addSectionToGroup and removeSectionFromGroup", () => {
  test("move a section into a group, from one to another, and out after it", async () => {
    const [a, b] = [await make("A", [String(ids[0])]), await make("B")];
    const into = (group: Part, body: object, as?: Person) =>
      world().post(`${site}/section-groups/${group.id}/sections`, body, as);
    const added = await into(a, { sectionId: ids[1] }, editor);
    expect([added.status, added.body.sections.length]).toEqual([201, 2]);
    await into(b, { sectionId: ids[0] }, editor);
    await into(b, { sectionId: ids[0] }, editor);
    expect(await outline()).toEqual(["Three", ["A", "Two"], ["B", "One"]]);
    for (const body of [{}, { sectionId: "absent" }]) expect((await into(a, body, editor)).status).toBe(400);
    expect((await into(a, { sectionId: ids[1] })).status).toBe(401);
    expect((await into(a, { sectionId: ids[1] }, reader)).status).toBe(403);
    expect((await into(a, { sectionId: ids[1] }, stranger)).status).toBe(404);
    const path = `${site}/section-groups/${a.id}/sections/${ids[1]}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect(await outline()).toEqual(["Three", ["A"], "Two", ["B", "One"]]);
    await clear();
  });
});

describe("moveSiteSectionGroup", () => {
  test("moves it among sections and groups of the top", async () => {
    const group = await make("A", [String(ids[1])]);
    const move = (body: object, as?: Person) =>
      world().post(`${site}/section-groups/${group.id}/move`, body, as);
    const before = { position: { before: { type: "site-section", id: ids[0] } } };
    const { status, headers } = await move(before, editor);
    expect([status, headers["deprecation"]]).toEqual([200, "true"]);
    expect(await outline()).toEqual([["A", "Two"], "One", "Three"]);
    await move({}, editor);
    expect(await outline()).toEqual(["One", "Three", ["A", "Two"]]);
    const inside = { position: { before: { type: "site-section", id: ids[1] } } };
    expect((await move(inside, editor)).status).toBe(400);
    expect((await move({})).status).toBe(401);
    expect((await move({}, reader)).status).toBe(403);
    expect((await move({}, stranger)).status).toBe(404);
    await clear();
  });
});

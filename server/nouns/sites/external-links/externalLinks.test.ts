import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let site: string;
/** Another site of the same organization, with a group of its own. */
let other: string;
let otherGroup: string;
let sections: string[];
let group: string;

interface Part {
  readonly object: string;
  readonly id: string;
  readonly title: string;
  readonly children?: readonly Part[];
}

const make = async (path: string, body: object): Promise<string> =>
  (await world().post(path, body, editor)).body.id;
const newSpace = (title: string) => make(`/orgs/${world().organization}/spaces`, { title });

async function newSite(title: string, titles: readonly string[]): Promise<[string, string[]]> {
  const sites = `/orgs/${world().organization}/sites`;
  const path = `${sites}/${await make(sites, { title })}`;
  const ids: string[] = [];
  for (const each of titles) ids.push(await make(`${path}/sections`, { spaceId: await newSpace(each) }));
  return [path, ids];
}

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  [site, sections] = await newSite("Linked", ["One", "Two"]);
  group = await make(`${site}/section-groups`, { title: "More", sections: [sections[1]] });
  [other] = await newSite("Elsewhere", ["Three"]);
  otherGroup = await make(`${other}/section-groups`, { title: "Foreign" });
});

const STATUS = { title: "Status", url: "https://status.example.com/" };
const add = (body: object, as: Person | undefined = editor): Promise<Answer> =>
  world().post(`${site}/external-links`, body, as);
const patch = (id: string, body: object, as: Person | undefined = editor): Promise<Answer> =>
  world().patch(`${site}/external-links/${id}`, body, as);
const remove = (id: string, as: Person | undefined = editor): Promise<Answer> =>
  world().delete(`${site}/external-links/${id}`, as);
const structure = async (of = site): Promise<readonly Part[]> =>
  (await world().get(`${of}/structure`, reader)).body.structure;
/** The structure as titles; groups with what they hold. */
const outline = async () =>
  (await structure()).map(({ title, children }) =>
    children ? [title, ...children.map((child) => child.title)] : title,
  );
const fault = ({ status, body }: Answer): unknown[] => [
  status,
  body.error.details?.[0]?.path ?? body.error.message,
];

describe("addExternalLinkToSite", () => {
  test("adds one after everything else, or in a group", async () => {
    const { status, body, headers } = await add({
      ...STATUS,
      icon: "signal",
      description: "Whether it runs",
      condition: "visitor.claims.staff === true",
      draft: true,
    });
    expect([status, body]).toEqual([
      201,
      {
        object: "site-external-link",
        id: expect.any(String),
        title: "Status",
        description: "Whether it runs",
        icon: "signal",
        url: "https://status.example.com/",
        draft: true,
        condition: "visitor.claims.staff === true",
      },
    ]);
    expect(headers["location"]).toMatch(new RegExp(`/external-links/${body.id}$`));
    const inside = await add({ title: "Forum", url: "http://forum.example.com", parent: group });
    expect(inside.body).toMatchObject({ sectionGroup: group, draft: false });
    expect(await outline()).toEqual(["One", ["More", "Two", "Forum"], "Status"]);
    const more = (await structure()).find(({ id }) => id === group) as Part & { sections: readonly Part[] };
    expect([more.sections.map(({ title }) => title), more.children?.map(({ object }) => object)]).toEqual([
      ["Two"],
      ["site-section", "site-external-link"],
    ]);
    for (const { id } of [body, inside.body]) expect((await remove(id)).status).toBe(205);
    expect(await outline()).toEqual(["One", ["More", "Two"]]);
  });

  test("names the field that is wrong, and writes nothing", async () => {
    const before = await outline();
    for (const [body, path] of [
      [{ url: STATUS.url }, "/title"],
      [{ ...STATUS, title: "S" }, "/title"],
      [{ title: "Status" }, "/url"],
      [{ ...STATUS, url: "status.example.com" }, "/url"],
      [{ ...STATUS, url: "/status" }, "/url"],
      [{ ...STATUS, url: "javascript:alert(1)" }, "/url"],
      [{ ...STATUS, url: "JaVaScRiPt:alert(1)//https://a.example" }, "/url"],
      [{ ...STATUS, url: "data:text/html,x" }, "/url"],
      [{ ...STATUS, url: "mailto:a@example.com" }, "/url"],
      [{ ...STATUS, url: "https://exa mple.com/" }, "/url"],
      [{ ...STATUS, url: `https://example.com/${"x".repeat(2048)}` }, "/url"],
      [{ ...STATUS, parent: otherGroup }, "/parent"],
      [{ ...STATUS, parent: sections[0] }, "/parent"],
      [{ ...STATUS, parent: "absent" }, "/parent"],
      [{ ...STATUS, condition: "visitor." }, "/condition"],
      [{ ...STATUS, draft: "yes" }, "/draft"],
      [{ ...STATUS, path: "status" }, "/path"],
    ] as const)
      expect([body, ...fault(await add(body))]).toEqual([body, 400, path]);
    expect(await outline()).toEqual(before);
  });

  test("is for those who may change the site", async () => {
    expect((await world().post(`${site}/external-links`, STATUS)).status).toBe(401);
    expect((await add(STATUS, reader)).status).toBe(403);
    expect((await add(STATUS, stranger)).status).toBe(404);
  });

  test("needs a site with sections", async () => {
    const sites = `/orgs/${world().organization}/sites`;
    const plain = await make(sites, { title: "Plain", spaces: [await newSpace("Only")] });
    const { status, body } = await world().post(`${sites}/${plain}/external-links`, STATUS, editor);
    expect([status, body.error.message]).toEqual([
      400,
      "The site has no sections. Add one first: external links stand beside them.",
    ]);
  });

  test("keeps to a hundred of a site", async () => {
    const [full] = await newSite("Full", ["Start"]);
    const row = {
      organization_id: world().organization,
      site_id: full.split("/").at(-1) ?? "",
      created_at: 0,
    };
    await world().deps.db.transact((tx) =>
      tx
        .insertInto("site_external_links")
        .values(
          [...Array(99).keys()].map((at) => ({ ...row, ...STATUS, id: `full${at}`, position: `a${at}` })),
        )
        .execute(),
    );
    expect((await world().post(`${full}/external-links`, STATUS, editor)).status).toBe(201);
    const { status, body } = await world().post(`${full}/external-links`, STATUS, editor);
    expect([status, body.error.type]).toEqual([409, "too-many-external-links"]);
  });
});

describe("updateSiteExternalLinkById", () => {
  test("changes what is named, and clears by null", async () => {
    const { body: made } = await add({ ...STATUS, icon: "signal", description: "Runs?", draft: true });
    const changed = await patch(made.id, { title: "State", url: "https://state.example.com/", draft: false });
    expect(changed.body).toEqual({
      ...made,
      title: "State",
      url: "https://state.example.com/",
      draft: false,
    });
    const cleared = await patch(made.id, { icon: null, description: null, condition: null });
    expect(Object.keys(cleared.body).toSorted()).toEqual(["draft", "id", "object", "title", "url"]);
    const tag = { "if-match": String(changed.headers["etag"]) };
    const late = await world().patch(`${site}/external-links/${made.id}`, { title: "Late" }, editor, tag);
    expect(late.status).toBe(412);
    expect((await patch(made.id, {})).body).toEqual(cleared.body);
    await remove(made.id);
  });

  test("moves it into a group, and out to the top", async () => {
    const { body: made } = await add(STATUS);
    expect((await patch(made.id, { parent: group })).body.sectionGroup).toBe(group);
    expect(await outline()).toEqual(["One", ["More", "Two", "Status"]]);
    const { body: sorted } = await world().patch(
      `${site}/structure/sort`,
      {
        item: { type: "site-external-link", id: made.id },
        position: { before: { type: "site-section", id: sections[1] } },
      },
      editor,
    );
    expect(sorted).toMatchObject({ object: "site-external-link", id: made.id });
    expect(await outline()).toEqual(["One", ["More", "Status", "Two"]]);
    // The same parent again moves nothing.
    await patch(made.id, { parent: group });
    expect(await outline()).toEqual(["One", ["More", "Status", "Two"]]);
    expect(fault(await patch(made.id, { parent: otherGroup }))).toEqual([400, "/parent"]);
    await patch(made.id, { parent: null });
    expect(await outline()).toEqual(["One", ["More", "Two"], "Status"]);
    const first = { type: "site-section", id: sections[0] };
    const item = { type: "site-external-link", id: made.id };
    await world().patch(`${site}/structure/sort`, { item, position: { before: first } }, editor);
    await world().patch(`${site}/structure/sort`, { item: first, position: { before: item } }, editor);
    await world().patch(`${site}/structure/sort`, { item, position: { before: first } }, editor);
    expect(await outline()).toEqual(["Status", "One", ["More", "Two"]]);
    await remove(made.id);
  });

  test("refuses what is no address, whoever may not, and links of another site", async () => {
    const { body: made } = await add(STATUS);
    for (const [body, path] of [
      [{ title: "" }, "/title"],
      [{ url: "javascript:alert(1)" }, "/url"],
      [{ url: null }, "/url"],
      [{ condition: "visitor." }, "/condition"],
    ] as const)
      expect(fault(await patch(made.id, body))).toEqual([400, path]);
    const own = `${site}/external-links/${made.id}`;
    expect((await world().patch(own, { title: "No" })).status).toBe(401);
    expect((await patch(made.id, { title: "No" }, reader)).status).toBe(403);
    expect((await patch(made.id, { title: "No" }, stranger)).status).toBe(404);
    expect((await world().patch(`${other}/external-links/${made.id}`, { title: "No" }, editor)).status).toBe(
      404,
    );
    expect((await world().delete(`${other}/external-links/${made.id}`, editor)).status).toBe(404);
    expect((await world().delete(own)).status).toBe(401);
    expect((await remove(made.id, reader)).status).toBe(403);
    expect((await remove(made.id, stranger)).status).toBe(404);
    expect((await structure()).at(-1)).toEqual(made);
    expect((await remove(made.id)).status).toBe(205);
    expect((await remove(made.id)).status).toBe(404);
  });
});

describe("what an external link stands beside", () => {
  test("leaves it its place: groups that go, and the last section", async () => {
    const { body: made } = await add({ ...STATUS, parent: group });
    expect((await world().delete(`${site}/section-groups/${group}`, editor)).status).toBe(205);
    expect(await outline()).toEqual(["One", "Two", "Status"]);
    for (const id of sections) await world().delete(`${site}/sections/${id}`, editor);
    // A site without sections shows none, and has it again with the next section.
    expect((await structure()).map(({ object }) => object)).toEqual(["site-space"]);
    expect((await patch(made.id, { title: "Status page" })).body.title).toBe("Status page");
    await make(`${site}/sections`, { spaceId: await newSpace("Again") });
    expect(await outline()).toEqual(expect.arrayContaining(["Again", "Status page"]));
  });

  test("tells of it as of the site's other parts", async () => {
    const { body: made } = await add(STATUS);
    await patch(made.id, { title: "State" });
    await remove(made.id);
    const log = `/orgs/${world().organization}/audit-events?target=${made.id}`;
    const admin = await world().addPerson("ada", "admin");
    const { items } = (await world().get(log, admin)).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "site-external-link.delete",
      "site-external-link.update",
      "site-external-link.create",
    ]);
  });
});

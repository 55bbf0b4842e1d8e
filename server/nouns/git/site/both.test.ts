import { beforeAll, describe, expect, test } from "vitest";
import type { GitHost } from "../../../test/gitHost.ts";
import { type Person, useWorld } from "../../../test/harness.ts";
import { SyncedSpace, useGitHost } from "../gitSpace.fixture.ts";
import { CONFIG, FILES, IN_STEP, newSite, siteFromRepository, type SyncedSite } from "./gitSite.fixture.ts";

const world = useWorld();
const gitHost = useGitHost();
let ada: Person;
let host: GitHost;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  host = gitHost();
});

const fromRepository = () => siteFromRepository(world(), ada, host);

describe("what both sides make of one site between two syncs", () => {
  let site: SyncedSite;
  beforeAll(async () => {
    site = await fromRepository();
  });
  const shops = CONFIG.replace(
    "title: Selling\n          path: sales",
    "title: Selling\n          path: shops",
  );

  test("a new space of Lectern goes into a section that the branch gives another path", async () => {
    site.repository.commit({ "docs.yaml": shops });
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guides" }, ada);
    const { id: sectionId } = await site.section("Selling");
    await world().post(`${site.place}/site-spaces`, { spaceId: made.body.id, sectionId }, ada);
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await site.structure()).toEqual([
      ["Teams", ["Selling", "Sales", "Guides"]],
      ["Everybody", "English", "French"],
    ]);
    expect((await site.section("Selling")).path).toBe("shops");
    expect(site.repository.show("docs.yaml")).toContain("key: guides\n");
  });

  test("a space that Lectern shows twice keeps its folder", async () => {
    const sales = await site.space("Sales");
    site.repository.commit({
      "docs.yaml": site.repository.show("docs.yaml").replace("title: Everybody", "title: Everyone"),
    });
    const { id: sectionId } = await site.section("Everybody");
    await world().post(`${site.place}/site-spaces`, { spaceId: sales.id, sectionId }, ada);
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect((await site.structure())[1]).toEqual(["Everyone", "English", "French", "Sales"]);
    expect((await world().get(`/spaces/${sales.id}/git/info`, ada)).status).toBe(200);
  });
});

test("a site without sections keeps its spaces, though it has a group that nothing is in", async () => {
  const site = await newSite(world(), ada, host, ["Guides"]);
  const { status } = await world().post(`${site.place}/section-groups`, { title: "Later" }, ada);
  expect(status).toBe(201);
  await site.connect({ direction: "lectern" });
  expect(await site.status()).toMatchObject(IN_STEP);
  const { id } = await site.space("Guides");
  const written = site.repository.show("docs.yaml");
  expect(written).toMatch(/type: space\n(?:.*\n)*.*title: Guides\n/);
  site.repository.commit({ "docs.yaml": written.replace("title: Product", "title: Handbook") });
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect((await world().get(site.place, ada)).body.title).toBe("Handbook");
  expect((await site.space("Guides")).id).toBe(id);
  expect((await world().get(`/spaces/${id}/git/info`, ada)).status).toBe(200);
  const { items } = (await world().get(`${site.place}/section-groups`, ada)).body;
  expect(items.map(({ title }: { title: string }) => title)).toEqual(["Later"]);
});

describe("links of a site that lead elsewhere", () => {
  test("come to the other side from either one, and rest where no section is left", async () => {
    const site = await fromRepository();
    const { repository } = site;
    const links = async () => {
      const { structure } = (await world().get(`${site.place}/structure`, ada)).body;
      const inside = structure.flatMap((part: { children?: object[] }) => [part, ...(part.children ?? [])]);
      return inside
        .filter(({ object }: { object: string }) => object === "site-external-link")
        .map(({ title, url, draft, icon, description, condition, sectionGroup }: Record<string, string>) => ({
          title,
          url,
          draft,
          icon,
          description,
          condition,
          isInGroup: sectionGroup !== undefined,
        }));
    };
    const status = "        - { type: external-link, key: status, title: Status, url: https://a.example/ }\n";
    repository.commit({
      "docs.yaml": CONFIG.replace("      children:\n", `      children:\n${status}`),
    });
    expect(await site.sync()).toMatchObject(IN_STEP);
    const own = { title: "Status", url: "https://a.example/", draft: false, isInGroup: true };
    expect(await links()).toEqual([own]);

    const forum = { title: "Forum", url: "https://b.example/", draft: true, condition: "visitor.claims.a" };
    await world().post(`${site.place}/external-links`, forum, ada);
    expect(await site.sync()).toMatchObject(IN_STEP);
    const said = repository.show("docs.yaml");
    for (const line of ["url: https://b.example/", "condition: visitor.claims.a", "draft: true"])
      expect(said).toContain(line);
    repository.commit({ "docs.yaml": said.replace("https://a.example/", "https://c.example/") });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await links()).toEqual([
      { ...own, url: "https://c.example/" },
      { ...forum, isInGroup: false },
    ]);

    const wrong = said.replace("https://a.example/", "javascript:alert(1)");
    repository.commit({ "docs.yaml": wrong });
    expect(await site.sync()).not.toMatchObject({ state: "synced" });
    repository.commit({ "docs.yaml": said.replace(/^.*key: status.*\n/m, "") });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await links()).toEqual([{ ...forum, isInGroup: false }]);
  });
});

describe("folders of a site", () => {
  const all =
    "{ type: space, key: all-en, title: English, path: en, content: { directory: ./all, language: en } }";
  const folders = (...two: [next: string, english: string]): string =>
    CONFIG.replace(
      all,
      `{ type: space, key: all-next, title: Next, path: next, content: { directory: ${two[0]} } }\n        - ${all.replace("./all", two[1])}`,
    );

  test("are left by one space for a new one, exchanged, and no other space's", async () => {
    const site = await fromRepository();
    const english = await site.space("English");
    const { id } = await english.page("Welcome");
    site.repository.commit({
      "docs.yaml": folders("./all", "./old"),
      "all/README.md": "# Next\n\nNew.\n",
      "old/README.md": FILES["all/README.md"],
    });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await (await site.space("Next")).texts()).toEqual({ Next: "New.\n" });
    expect(await english.page("Welcome")).toMatchObject({ id, markdown: "To all.\n" });

    site.repository.commit({
      "docs.yaml": folders("./old", "./all"),
      "all/README.md": FILES["all/README.md"],
      "old/README.md": "# Next\n\nNew.\n",
    });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await (await site.space("Next")).texts()).toEqual({ Next: "New.\n" });
    expect(await english.page("Welcome")).toMatchObject({ id, markdown: "To all.\n" });

    // What another space is kept in is not taken by a move.
    const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Own" }, ada);
    const own = new SyncedSpace(world(), ada, body.id, site.repository);
    expect((await own.connect({ direction: "lectern", projectDirectory: "own" })).status).toBe(201);
    await world().runJobs();
    site.repository.commit({ "docs.yaml": folders("./old", "./own") });
    expect(await site.sync()).toMatchObject({
      state: "attention",
      attention: {
        kind: "config",
        message: expect.stringMatching(/^English: Another space is kept in step/),
      },
    });
    const { items } = (await world().get(`${site.place}/spaces/git/installations`, ada)).body;
    expect(items.map((one: { projectDirectory: string }) => one.projectDirectory)).toEqual([
      "",
      "all",
      "old",
      "teams/sales",
    ]);
  });
});

describe("a site whose branch was rewritten", () => {
  test("is as the branch says or stays as it is, as somebody chooses", async () => {
    const site = await fromRepository();
    const first = site.repository.tip() ?? "";
    const english = await site.space("English");
    const rewrite = async (from: string, to: string) => {
      await english.write("Welcome", `Before ${to}.\n`);
      expect(await site.sync()).toMatchObject(IN_STEP);
      site.repository.move(first);
      site.repository.commit({ "docs.yaml": CONFIG.replace(from, to) });
    };
    const waits = { state: "attention", attention: { kind: "rewritten", choices: ["git", "lectern"] } };
    await rewrite("title: Selling", "title: Shops");
    expect(await site.sync()).toMatchObject(waits);
    expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
    expect(site.repository.show("docs.yaml")).toContain("title: Selling");
    expect((await site.section("Selling")).path).toBe("sales");

    await rewrite("title: Everybody", "title: Everyone");
    const { id } = await site.section("Everybody");
    await world().patch(`${site.place}/sections/${id}`, { title: "Ours" }, ada);
    expect(await site.sync()).toMatchObject(waits);
    expect(await site.resolve("git")).toMatchObject(IN_STEP);
    expect((await site.section("Everyone")).id).toBe(id);
  });
});

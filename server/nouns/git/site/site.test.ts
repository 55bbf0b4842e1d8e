import { beforeAll, describe, expect, test } from "vitest";
import type { GitHost } from "../../../test/gitHost.ts";
import { changedAnswers } from "../../../test/changedAnswers.ts";
import { type Person, useWorld } from "../../../test/harness.ts";
import { POLL_MS } from "../sync/remote.ts";
import { newSpace, SyncedSpace, useGitHost } from "../gitSpace.fixture.ts";
import { CONFIG, FILES, IN_STEP, newSite, siteFromRepository, type SyncedSite } from "./gitSite.fixture.ts";

const world = useWorld();
const gitHost = useGitHost();
let ada: Person;
let guest: Person;
let stranger: Person;
let host: GitHost;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  guest = await world().addPerson("gus", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  host = gitHost();
});

const fromRepository = () => siteFromRepository(world(), ada, host);

describe("a site that begins in Lectern", () => {
  test("goes into a folder for each space by one commit, and changes of either side come to the other", async () => {
    const site = await newSite(world(), ada, host, ["Guides", "Reference"]);
    const { status, body } = await site.connect({ direction: "lectern" });
    expect([status, body.target]).toEqual([
      201,
      { type: "site", organizationId: world().organization, siteId: site.id },
    ]);
    expect(await site.status()).toMatchObject(IN_STEP);
    const { repository } = site;
    expect(Object.keys(repository.files())).toEqual([
      "docs.yaml",
      "product/SUMMARY.md",
      "product/on-guides.md",
      "reference/SUMMARY.md",
      "reference/on-reference.md",
    ]);
    expect(repository.show("docs.yaml")).toContain("directory: ./reference");
    expect(host.git(repository.name, ["rev-list", "--count", "main"])).toBe("1");
    // Nothing more to do.
    const first = repository.tip();
    await site.sync();
    expect(repository.tip()).toBe(first);

    await (await site.space("Guides")).write("On Guides", "Ours.\n");
    repository.commit({ "reference/on-reference.md": "# On Reference\n\nTheirs.\n" });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(repository.show("product/on-guides.md")).toBe("# On Guides\n\nOurs.\n");
    expect(await (await site.space("Reference")).texts()).toEqual({ "On Reference": "Theirs.\n" });

    // Two spaces and a section go out together; of docs.yaml the words change that were changed.
    const before = repository.tip() ?? "";
    await (await site.space("Guides")).write("On Guides", "Ours again.\n");
    await (await site.space("Reference")).write("On Reference", "Ours too.\n");
    const { id } = await site.section("Reference");
    await world().patch(`${site.place}/sections/${id}`, { title: "The API" }, ada);
    expect(await site.sync()).toMatchObject(IN_STEP);
    const after = repository.tip() ?? "";
    expect(repository.numbers(before, after)).toEqual([
      "1\t1\tdocs.yaml",
      "1\t1\tproduct/on-guides.md",
      "1\t1\treference/on-reference.md",
    ]);
    expect(host.git(repository.name, ["rev-list", "--count", `${before}..main`])).toBe("1");
    expect(host.git(repository.name, ["log", "-1", "--format=%s%n%b"])).toMatch(
      /^Update Product: 2 spaces\n- Update On Guides\n- Update On Reference\n- Update the structure of Product\n\nLectern-Site: /,
    );
    expect(repository.check()).toBe("");
  });

  test("has only the spaces in the repository that somebody has named", async () => {
    const site = await newSite(world(), ada, host, ["Open", "Secret"]);
    const { id: spaceId } = await site.space("Open");
    await site.connect({
      direction: "lectern",
      childInstallationProjectDirectories: [{ spaceId, directory: "./open" }],
    });
    expect(Object.keys(site.repository.files())).toEqual(["docs.yaml", "open/SUMMARY.md", "open/on-open.md"]);
    // Later ones are put there by hand, and taken away, where the files stay.
    const { id: secret } = await site.space("Secret");
    const place = (directory: string | null) =>
      world().patch(
        site.address,
        { childInstallationProjectDirectories: [{ spaceId: secret, directory }] },
        ada,
      );
    expect((await place("./more")).status).toBe(200);
    await world().runJobs();
    expect(site.repository.show("docs.yaml")).toContain("directory: ./more");
    expect(site.repository.show("more/on-secret.md")).toContain("About Secret.");
    expect((await place("./elsewhere")).body).toMatchObject({ error: { type: "git-folder" } });
    await place(null);
    await world().runJobs();
    expect(site.repository.show("docs.yaml")).toContain("directory: null");
    expect(site.repository.show("more/on-secret.md")).toContain("About Secret.");
    expect((await world().get(`/spaces/${secret}`, ada)).body.gitSync).toBeUndefined();
  });
});

describe("a site that begins in the repository", () => {
  let site: SyncedSite;
  beforeAll(async () => {
    site = await fromRepository();
  });

  test("is what docs.yaml says, with the pages of its folders, and makes no commit", async () => {
    expect(await site.structure()).toEqual([
      ["Teams", ["Selling", "Sales"]],
      ["Everybody", "English", "French"],
    ]);
    expect((await world().get(site.place, ada)).body.title).toBe("Handbook");
    expect(await (await site.space("Sales")).texts()).toEqual({
      Sales: "How we sell.\n",
      Prices: "One hundred.\n",
    });
    expect(await (await site.space("French")).pages()).toEqual([]);
    const { items } = (await world().get(`${site.place}/spaces/git/installations`, ada)).body;
    expect(
      items.map(({ target, projectDirectory, parentInstallationId }: never) => [
        (target as { type: string }).type,
        projectDirectory,
        parentInstallationId === site.installation,
      ]),
    ).toEqual([
      ["site", "", false],
      ["space", "all", true],
      ["space", "teams/sales", true],
    ]);
    expect(host.git(site.repository.name, ["rev-list", "--count", "main"])).toBe("1");
  });

  test("follows renames, moves, new spaces and those that go; a folder moves with its pages in one commit", async () => {
    const other = await fromRepository();
    const sales = await other.space("Sales");
    const prices = await sales.page("Prices");
    const config = CONFIG.replace(
      "title: Selling\n          path: sales",
      "title: Shops\n          path: shops",
    )
      .replace("./teams/sales", "./shops")
      .replace(/ +- \{ type: space, key: all-fr.*\n/, "")
      .concat(
        "    - type: section\n      key: new\n      title: Newcomers\n      path: new\n      children:\n        - { type: space, key: new-space, title: Start, path: start, content: { directory: start } }\n",
      );
    other.repository.commit({
      "docs.yaml": config,
      "teams/sales/README.md": null,
      "teams/sales/prices.md": null,
      "shops/README.md": FILES["teams/sales/README.md"],
      "shops/prices.md": "# Prices\n\nTwo hundred.\n",
      "start/README.md": "# Start\n\nHere.\n",
    });
    expect(await other.sync()).toMatchObject(IN_STEP);
    expect(await other.structure()).toEqual([
      ["Teams", ["Shops", "Sales"]],
      ["Everybody", "English"],
      ["Newcomers", "Start"],
    ]);
    // The same space and pages, elsewhere.
    expect((await other.space("Sales")).id).toBe(sales.id);
    expect(await sales.page("Prices")).toMatchObject({ id: prices.id, markdown: "Two hundred.\n" });
    expect(await (await other.space("Start")).texts()).toEqual({ Start: "Here.\n" });
    // What was written in Lectern since goes into the folder as it is now.
    await sales.write("Prices", "Three hundred.\n");
    const before = other.repository.tip() ?? "";
    expect(await other.sync()).toMatchObject(IN_STEP);
    expect(other.repository.numbers(before, other.repository.tip() ?? "")).toEqual(["1\t1\tshops/prices.md"]);
    // Former addresses lead on.
    const { rows } = await world()
      .deps.db.read.selectFrom("former_site_paths")
      .select("path")
      .where("site_id", "=", other.id)
      .execute()
      .then((found) => ({ rows: found.map(({ path }) => path) }));
    expect(rows).toContain("sales/");
  });

  test("tells whoever keeps answers of it what docs.yaml takes away, though no page has changed", async () => {
    const other = await fromRepository();
    other.repository.commit({ "docs.yaml": CONFIG.replace(/ +- \{ type: space, key: all-fr.*\n/, "") });
    const told = await changedAnswers(world(), async () => {
      expect(await other.sync()).toMatchObject(IN_STEP);
    });
    expect(told).toEqual([`site:${other.id}`]);
  });

  test("tells whoever shows one of its spaces where docs.yaml gives that another title", async () => {
    const other = await fromRepository();
    const { id } = await other.space("Sales");
    other.repository.commit({ "docs.yaml": CONFIG.replace("title: Sales", "title: Shops") });
    const told = await changedAnswers(world(), async () => {
      expect(await other.sync()).toMatchObject(IN_STEP);
    });
    expect(told).toEqual([`site:${other.id}`, `space:${id}`]);
  });

  test("takes nothing of a docs.yaml that can't be read, says where, and goes on once it can", async () => {
    site.repository.commit({
      "docs.yaml": CONFIG.replace("title: Selling", "titel: Selling"),
      "all/README.md": "# Welcome\n\nTo everybody.\n",
    });
    expect(await site.sync()).toMatchObject({
      state: "attention",
      attention: {
        kind: "config",
        choices: [],
        message: expect.stringMatching(/^docs.yaml can't be taken. Line 11: `titel` is not known here./),
      },
    });
    expect(await (await site.space("English")).texts()).toEqual({ Welcome: "To all.\n" });
    site.repository.commit({ "docs.yaml": `${CONFIG}# ${"much ".repeat(420_000)}\n` });
    expect((await site.sync()).attention).toMatchObject({
      kind: "config",
      message: expect.stringContaining("docs.yaml is larger than 2 MB. Make it smaller, then"),
    });
    const latin = Buffer.from(CONFIG.replace("Selling", "Verk\u00e4ufer"), "latin1");
    site.repository.commit({ "docs.yaml": latin });
    expect((await site.sync()).attention).toMatchObject({
      kind: "config",
      message: expect.stringContaining(
        "docs.yaml can't be taken: it isn't UTF-8 text. Save it as UTF-8, then",
      ),
    });
    // A key that stands for something else would take with it what stood below.
    const turned = CONFIG.replace("key: all\n", "key: everybody\n").replace("key: all-fr", "key: all");
    site.repository.commit({ "docs.yaml": turned });
    expect(await site.sync()).toMatchObject({
      state: "attention",
      attention: {
        kind: "config",
        message: expect.stringMatching(/`all` was a section: give the space another key/),
      },
    });
    expect(await site.structure()).toEqual([
      ["Teams", ["Selling", "Sales"]],
      ["Everybody", "English", "French"],
    ]);
    expect(site.repository.show("docs.yaml")).toBe(turned);
    site.repository.commit({ "docs.yaml": CONFIG });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(await (await site.space("English")).texts()).toEqual({ Welcome: "To everybody.\n" });

    // One that has gone changes no site.
    site.repository.commit({ "docs.yaml": null });
    expect(await site.sync()).toMatchObject({ state: "attention", attention: { choices: ["lectern"] } });
    expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
    expect(site.repository.show("docs.yaml")).toContain("key: sales-space");
  });

  test("goes on where one of its spaces waits for somebody", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`all/page-${index}.md`, `# Page ${index}\n\nText.\n`]),
    );
    site.repository.commit(many);
    await site.sync();
    site.repository.commit({
      ...Object.fromEntries(Object.keys(many).map((path) => [path, null])),
      "teams/sales/prices.md": "# Prices\n\nTwo hundred.\n",
    });
    expect(await site.sync()).toMatchObject({
      state: "attention",
      attention: {
        kind: "mass-deletion",
        message: expect.stringMatching(/^English: The branch has lost 30/),
      },
    });
    const { items } = (await world().get(`/orgs/${world().organization}/git/waiting`, ada)).body;
    const own = items.filter((one: { installation: string; parentInstallation?: string }) =>
      [one.installation, one.parentInstallation].includes(site.installation),
    );
    expect(own).toMatchObject([
      { target: { type: "site", siteId: site.id }, attention: { choices: ["apply", "lectern"] } },
    ]);
    // Who administrates the space alone hears of that.
    const part = await world().addPerson(`part-${site.id.slice(0, 8)}`, null);
    const english = (await site.space("English")).id;
    await world().post(`/spaces/${english}/permissions`, { users: [part.id], role: "create" }, ada);
    expect((await world().get(`/orgs/${world().organization}/git/waiting`, part)).body.items).toMatchObject([
      { title: "English", parentInstallation: site.installation, attention: { kind: "mass-deletion" } },
    ]);
    const [told] = (await world().get("/user/notifications", ada)).body.items;
    expect(told).toMatchObject({ type: "git-standstill", site: { id: site.id } });
    expect(told.space).toBeUndefined();
    expect((await (await site.space("Sales")).page("Prices")).markdown).toBe("Two hundred.\n");
    expect(await (await site.space("English")).pages()).toHaveLength(31);
    // A look at the branch finds it where it was: nothing runs for that.
    const runs = async () => (await world().get(`${site.address}/runs`, ada)).body.items.length;
    const [ran, asked] = [await runs(), host.heard.length];
    world().ahead += 2 * POLL_MS;
    await world().runJobs();
    expect([host.heard.length > asked, await runs()]).toEqual([true, ran]);
    expect(await site.resolve("apply")).toMatchObject(IN_STEP);
    expect(await (await site.space("English")).pages()).toHaveLength(1);
  });

  test("keeps what both sides have made of its structure, and holds what they made of one page", async () => {
    const { id } = await site.section("Everybody");
    await world().patch(`${site.place}/sections/${id}`, { title: "All of us" }, ada);
    await (await site.space("English")).write("Welcome", "Ours.\n");
    site.repository.commit({
      "docs.yaml": CONFIG.replace("title: Everybody", "title: Everyone").replace(
        "title: Selling",
        "title: Shops",
      ),
      "all/README.md": "# Welcome\n\nTheirs.\n",
    });
    const { held } = await site.sync();
    expect(held).toHaveLength(1);
    expect(await site.structure()).toEqual([
      ["Teams", ["Shops", "Sales"]],
      ["All of us", "English", "French"],
    ]);
    expect(site.repository.show("docs.yaml")).toContain("title: All of us");
    const { items } = (await world().get(`${site.address}/runs`, ada)).body;
    expect(items[0].report.notes).toContain(
      "Both sides have changed the title of “All of us”: what Lectern says stands.",
    );
    expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
    expect(site.repository.show("all/README.md")).toBe("# Welcome\n\nOurs.\n");
  });

  test("waits for somebody where a space is kept in step by itself, and says which", async () => {
    const french = await site.space("French");
    const alone = await newSpace(world(), ada, host);
    const own = new SyncedSpace(world(), ada, french.id, alone.repository);
    await own.connect();
    await world().runJobs();
    const before = site.repository.show("docs.yaml");
    site.repository.commit({ "docs.yaml": before.replace("directory: null", "directory: ./fr") });
    expect(await site.sync()).toMatchObject({
      state: "attention",
      attention: {
        kind: "config",
        message: expect.stringMatching(/^French: The space is kept in step with a repository already./),
      },
    });
    await world().delete(own.address, ada);
    expect(await site.sync()).toMatchObject(IN_STEP);
  });

  test("leaves what is in the trash where it was, or beside what takes its place", async () => {
    const french = await site.space("French");
    const path = async () =>
      (await world().get(`${site.place}/site-spaces`, ada)).body.items.find(
        (one: { space: { id: string } }) => one.space.id === french.id,
      )?.path;
    const say = async (change: (text: string) => string) => {
      site.repository.commit({ "docs.yaml": change(site.repository.show("docs.yaml")) });
      expect(await site.sync()).toMatchObject(IN_STEP);
    };
    const trash = () => world().delete(`/spaces/${french.id}`, ada);
    const restore = () => world().post(`/spaces/${french.id}/restore`, {}, ada);
    await trash();
    await site.sync();
    await say((text) => text.replace("title: Shops", "title: Stores"));
    await restore();
    expect(await path()).toBe("fr");
    await site.sync();
    await trash();
    await site.sync();
    await say((text) =>
      text.replace(
        /^( +)(- .*key: all-en)/m,
        "$1- { type: space, key: again, title: Again, path: fr, content: { directory: null } }\n$1$2",
      ),
    );
    await restore();
    expect(await path()).toBe("fr-2");
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect(site.repository.show("docs.yaml")).toContain("path: fr-2");
  });
});

describe("a site in the trash", () => {
  test("is left alone, and brought in step as soon as it is back", async () => {
    const site = await newSite(world(), ada, host, ["Kept"]);
    await site.connect({ direction: "lectern" });
    const path = `/orgs/${world().organization}/sites/${site.id}`;
    expect((await world().delete(path, ada)).status).toBe(205);
    const file = Object.keys(site.repository.files()).find((name) => name.endsWith("on-kept.md")) ?? "";
    site.repository.commit({ [file]: site.repository.show(file).replace("About Kept.", "Meanwhile.") });
    await world().runJobs();
    expect((await world().post(`${path}/restore`, {}, ada)).status).toBe(200);
    await world().runJobs();
    const { id } = await site.space("Kept");
    const { pages } = (await world().get(`/spaces/${id}/content`, ada)).body;
    const page = await world().get(`/spaces/${id}/content/page/${pages[0].id}?format=markdown`, ada);
    expect(page.body.markdown).toContain("Meanwhile.");
  });
});

describe("what somebody else keeps on a site", () => {
  let site: SyncedSite;
  let mia: Person;
  let secret: string;
  const preview = async (by: Person) => {
    const { body } = await world().post(`${site.address}/preview`, {}, by);
    await world().runJobs();
    return `${site.address}/runs/${body.id}`;
  };
  beforeAll(async () => {
    mia = await world().addPerson("mia", "create");
    site = await newSite(world(), ada, host, ["Open", "Secret"]);
    secret = (await site.space("Secret")).id;
    await world().patch(`/spaces/${secret}`, { defaultLevel: null }, ada);
  });

  test("goes into no repository by the word of whoever keeps the site alone", async () => {
    site.repository.commit({
      "docs.yaml": `site:
  title: Product
  structure:
    - type: section
      key: secret
      title: Secret
      path: secret
      default: true
      children:
        - { type: space, key: s, title: Secret, path: secret, content: { directory: ./s } }
`,
    });
    const { body } = await world().post(
      "/git/installations",
      {
        provider: "git",
        target: { type: "site", siteId: site.id },
        providerConfiguration: { url: host.url(site.repository.name), branch: "refs/heads/main" },
      },
      mia,
    );
    await world().runJobs();
    const one = `/git/installations/${body.id}`;
    expect((await world().get(`${one}/status`, mia)).body).toMatchObject({
      state: "attention",
      attention: { kind: "owner" },
    });
    expect((await world().get(`/spaces/${secret}`, ada)).body.gitSync).toBeUndefined();
    expect((await world().delete(one, mia)).status).toBe(205);
  });

  test("is shown to nobody else: neither in the list nor by a look at what a sync would do", async () => {
    site.repository.move(null);
    await site.connect({ direction: "lectern" });
    expect(await site.status()).toMatchObject(IN_STEP);
    const list = `${site.place}/spaces/git/installations`;
    expect((await world().get(list, ada)).body.count).toBe(3);
    expect((await world().get(list, mia)).body.count).toBe(2);
    await (await site.space("Open")).write("On Open", "For all.\n");
    await (await site.space("Secret")).write("On Secret", "For few.\n");
    const [whole, part] = [await preview(ada), await preview(mia)];
    const { report } = (await world().get(whole, ada)).body;
    expect(report.preview.diff).toContain("For few.");
    const seen = await world().get(part, mia);
    expect(seen.body).toMatchObject({
      state: "success",
      report: { preview: { pageCount: 0, fileCount: 1 } },
    });
    expect(seen.body.report.preview.diff).toContain("For all.");
    for (const path of [part, whole, `${site.address}/runs`])
      expect((await world().get(path, mia)).text).not.toContain("For few.");
  });

  test("is brought in step by whoever administrates a space, and its site stays its owner's", async () => {
    const open = (await site.space("Open")).id;
    const gil = await world().addPerson("gil", "read");
    await world().post(`/spaces/${open}/permissions`, { users: [gil.id], role: "create" }, ada);
    const { installationId } = (await world().get(`/spaces/${open}/git/info`, gil)).body;
    expect((await world().post(`/git/installations/${installationId}/sync`, {}, gil)).status).toBe(200);
    await world().runJobs();
    expect(await site.status()).toMatchObject(IN_STEP);
    expect((await world().get(site.address, ada)).body.owner).toBe(ada.id);
    expect(site.repository.show("product/on-open.md")).toContain("For all.");
  });
});

test("a site may say in docs.yaml whatever it may say in Lectern", async () => {
  const site = await newSite(world(), ada, host, ["Guides", "Reference"]);
  const { id } = await site.section("Reference");
  const section = { title: "📖".repeat(128), description: "", icon: "" };
  expect((await world().patch(`${site.place}/sections/${id}`, section, ada)).status).toBe(200);
  const { id: space } = await site.space("Guides");
  expect((await world().patch(`/spaces/${space}`, { title: "📗".repeat(50) }, ada)).status).toBe(200);
  await site.connect({ direction: "lectern" });
  expect(await site.status()).toMatchObject(IN_STEP);
  const { repository } = site;
  expect(repository.show("docs.yaml")).toContain(section.title);
  // It is read again when something has changed there.
  repository.commit({ "docs.yaml": `# Ours.\n${repository.show("docs.yaml")}` });
  expect(await site.sync()).toMatchObject(IN_STEP);
});

test("takes a language away where docs.yaml does, and indexes the space by the rules of none", async () => {
  const site = await fromRepository();
  const { id } = await site.space("English");
  const language = async () => (await world().get(`/spaces/${id}`, ada)).body.language;
  expect(await language()).toBe("en");
  const config = CONFIG.replace(", language: en", "");
  site.repository.commit({ "docs.yaml": config });
  await world().post(`${site.address}/sync`, {}, ada);
  await world().runJobs();
  expect(await site.status()).toMatchObject(IN_STEP);
  expect(await language()).toBeUndefined();
  expect(site.repository.show("docs.yaml")).toBe(config);
  const indexed = await world()
    .deps.db.read.selectFrom("search_state")
    .select("tokenizer")
    .where("space_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(indexed.tokenizer).not.toMatch(/en$/);
});

describe("the installation of a site", () => {
  test("keeps pages that were written before its repository said what goes where", async () => {
    const site = await newSite(world(), ada, host, ["Late"]);
    const late = await site.space("Late");
    await late.change({ operation: "delete_page", page: (await late.page("On Late")).id });
    site.repository.commit({ "late/README.md": "# Theirs\n\nOf the branch.\n" });
    expect((await site.connect({ direction: "git" })).status).toBe(201);
    expect(await site.status()).toMatchObject({ attention: { kind: "config" } });
    const document = { markdown: "Since then.\n" };
    await late.change({ operation: "insert_page", type: "document", title: "Ours", document });
    site.repository.commit({
      "docs.yaml":
        "site:\n  title: Product\n  structure:\n    - { type: space, key: late, title: Late, path: late, default: true, content: { directory: ./late } }\n",
    });
    expect(await site.sync()).toMatchObject(IN_STEP);
    expect((await site.space("Late")).id).toBe(late.id);
    expect(await late.texts()).toEqual({ Ours: "Since then.\n", Theirs: "Of the branch.\n" });
  });

  test("is refused twice, for what only spaces have, and to whoever may not", async () => {
    const site = await newSite(world(), ada, host, ["One"]);
    site.repository.commit({ "README.md": "# None\n" });
    expect((await site.connect({ direction: "git" })).body.error.type).toBe("confirm-needed");
    expect((await site.connect({ outgoing: "pull-request" })).status).toBe(400);
    // Nothing says what the site would be.
    await site.connect({ direction: "git", confirm: true });
    expect(await site.status()).toMatchObject({ state: "attention", attention: { choices: ["lectern"] } });
    expect((await site.structure()).length).toBe(1);
    const { installation } = site;
    expect((await site.connect()).body.error.type).toBe("git-connected");
    const one = `/git/installations/${installation}`;
    site.installation = installation;
    expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
    for (const body of [{ outgoing: "pull-request" }, { previewPullRequests: true }])
      expect((await world().patch(one, body, ada)).status).toBe(400);
    for (const [person, status] of [
      [guest, 403],
      [stranger, 404],
    ] as const) {
      expect((await world().get(one, person)).status).toBe(404);
      expect((await world().get(`${site.place}/spaces/git/installations`, person)).status).toBe(status);
    }
    const space = await site.space("One");
    const { items } = (await world().get(`${site.place}/spaces/git/installations`, ada)).body;
    const part = `/git/installations/${items[1].id}`;
    expect((await world().patch(part, { paused: true }, ada)).body.error.type).toBe("git-part");
    expect((await world().delete(part, ada)).body.error.type).toBe("git-part");
    expect((await world().get(`/spaces/${space.id}/git/info`, ada)).body).toMatchObject({
      installationId: items[1].id,
    });
    // A pause stops all of it; an end leaves both sides as they are.
    await world().patch(one, { paused: true }, ada);
    await space.write("On One", "Paused.\n");
    await world().runJobs();
    expect(site.repository.show("one/on-one.md")).not.toContain("Paused.");
    await world().patch(one, { paused: false }, ada);
    await world().runJobs();
    expect(site.repository.show("one/on-one.md")).toContain("Paused.");
    const preview = await world().post(`${one}/preview`, {}, ada);
    await world().runJobs();
    expect((await world().get(`${one}/runs/${preview.body.id}`, ada)).body).toMatchObject({
      state: "success",
    });
    expect((await world().delete(one, ada)).status).toBe(205);
    expect((await world().get(`/spaces/${space.id}/git/info`, ada)).status).toBe(404);
    expect(Object.keys(site.repository.files())).toContain("one/on-one.md");
  });
});

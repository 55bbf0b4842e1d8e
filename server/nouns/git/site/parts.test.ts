/** A space that gets a folder of its site's branch, a site that moves, and a docs.yaml that has lost the site. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";
import { useGitHost } from "../gitSpace.fixture.ts";
import { CONFIG, FILES, IN_STEP, newSite, siteFromRepository } from "./gitSite.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let cid: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  cid = await world().addPerson("cid", "edit");
});

test("a space is put into its site's branch by the site's name, with what the site is reached by", async () => {
  const site = await newSite(world(), ada, host(), ["Open", "Late"]);
  const [open, late] = [await site.space("Open"), await site.space("Late")];
  const put = (spaceId: string, more: object = {}, by = ada) =>
    world().post(
      "/git/installations",
      { provider: "git", target: { type: "space", spaceId, siteId: site.id }, ...more },
      by,
    );
  const early = await put(late.id);
  expect([early.status, early.body.error.type]).toEqual([409, "missing-site-git-sync-config"]);
  const folders = [{ spaceId: open.id, directory: "./open" }];
  await site.connect({ direction: "lectern", childInstallationProjectDirectories: folders });

  const refused = async (more: object, field: string) => {
    const { status, body } = await put(late.id, more);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
  };
  await refused({ provider: "github" }, "/provider");
  await refused({ outgoing: "off" }, "/outgoing");
  await refused({ providerConfiguration: { branch: "refs/heads/x" } }, "/providerConfiguration");
  await refused({ projectDirectory: "../x" }, "/projectDirectory");
  const alone = await world().post(`/orgs/${world().organization}/spaces`, { title: "Alone" }, ada);
  expect((await put(alone.body.id)).body.error.message).toContain("/target/spaceId");
  expect([403, 404]).toContain((await put(late.id, {}, cid)).status);

  const unasked = await put(late.id, { direction: "git" });
  expect([unasked.status, unasked.body.error.type]).toEqual([409, "confirm-needed"]);
  const { status, body } = await put(late.id);
  const [above] = (await world().get(`${site.place}/spaces/git/installations`, ada)).body.items;
  expect([status, body]).toMatchObject([
    201,
    {
      target: { type: "space", spaceId: late.id, siteId: site.id },
      parentInstallationId: site.installation,
      projectDirectory: "late",
      syncRoot: {
        installationId: site.installation,
        target: { type: "site", organizationId: world().organization, siteId: site.id },
      },
    },
  ]);
  expect([above.id, above.syncRoot.target]).toEqual([site.installation, body.syncRoot.target]);
  const [again, overlap] = [await put(late.id), await put(open.id, { projectDirectory: "late/x" })];
  expect([again.status, overlap.status]).toEqual([409, 409]);
  await world().runJobs();
  expect(await site.status()).toMatchObject(IN_STEP);
  expect(site.repository.show("late/on-late.md")).toContain("About Late.");
  expect(site.repository.show("docs.yaml")).toContain("directory: ./late");
  const one = await world().get(`/git/installations/${body.id}`, ada);
  expect(one.body.target).toEqual({ type: "space", spaceId: late.id, siteId: site.id });
  const info = (await world().get(`/spaces/${late.id}/git/info`, ada)).body;
  expect(info).toMatchObject({ installationId: body.id, parentInstallationId: site.installation });
});

test("a whole site moves to another branch and folder: what is there is joined, the branch before stays", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const moved = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`docs/${path}`, text]));
  repository.commit({ ...moved, "docs/all/more.md": "# More\n\nNext.\n" }, "Next", "next");
  const before = repository.tip();
  await (await site.space("Sales")).write("Prices", "Three hundred.\n");
  const place = { providerConfiguration: { branch: "refs/heads/next" }, projectDirectory: "docs" };
  const told = await world().patch(site.address, place, ada);
  expect([told.status, told.body.error.type]).toEqual([409, "confirm-needed"]);
  const done = await world().patch(site.address, { ...place, confirm: true }, ada);
  expect([done.status, done.body.providerConfiguration.branch, done.body.projectDirectory]).toEqual([
    200,
    "refs/heads/next",
    "docs",
  ]);
  await world().runJobs();
  expect(await site.status()).toMatchObject({ ...IN_STEP, branch: "refs/heads/next" });
  // Of what both say nothing is known that they agreed on there: both stay.
  const prices = repository.show("docs/teams/sales/prices.md", "next");
  expect(prices).toBe("# Prices\n\nThree hundred.\n\nOne hundred.\n");
  expect(repository.show("docs/docs.yaml", "next")).toBe(CONFIG);
  expect(await (await site.space("English")).texts()).toEqual({ Welcome: "To all.\n", More: "Next.\n" });
  expect(repository.tip()).toBe(before);
  await (await site.space("English")).write("More", "Ours.\n");
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect(repository.show("docs/all/more.md", "next")).toBe("# More\n\nOurs.\n");
  expect(repository.tip()).toBe(before);
});

test("a docs.yaml that has lost all spaces takes nothing off the site before somebody says so", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const structure = await site.structure();
  // What was confirmed of something else says nothing of this.
  await world().deps.db.transact((tx) =>
    tx
      .updateTable("git_installations")
      .set({ confirmed: 1 })
      .where("organization_id", "=", world().organization)
      .where("id", "=", site.installation)
      .execute(),
  );
  const empty = "site:\n  title: Handbook\n  structure: []\n";
  const asked = {
    state: "attention",
    attention: {
      kind: "structure",
      choices: ["apply", "lectern"],
      message: expect.stringContaining("3 of 3"),
    },
  };
  repository.commit({ "docs.yaml": empty });
  expect(await site.sync()).toMatchObject(asked);
  expect(await site.structure()).toEqual(structure);
  expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
  expect(await site.structure()).toEqual(structure);
  expect(repository.show("docs.yaml")).toContain("directory: ./teams/sales");
  expect(repository.show("teams/sales/prices.md")).toBe(FILES["teams/sales/prices.md"]);

  repository.commit({ "docs.yaml": empty });
  expect(await site.sync()).toMatchObject(asked);
  expect(await site.resolve("apply")).toMatchObject(IN_STEP);
  expect(await site.structure()).toEqual([]);
  expect(repository.show("docs.yaml")).toBe(empty);
});

test("what is decided of one space's lost pages decides nothing of what another space holds", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`all/page-${index}.md`, `# Page ${index}\n\nText.\n`]),
  );
  repository.commit(many);
  await site.sync();
  const sales = await site.space("Sales");
  await sales.write("Prices", "Ours.\n");
  const theirs = "# Prices\n\nTheirs.\n";
  repository.commit({
    "teams/sales/prices.md": theirs,
    ...Object.fromEntries(Object.keys(many).map((path) => [path, null])),
  });
  expect(await site.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
  expect(await site.resolve("lectern")).not.toHaveProperty("attention");
  expect(await (await site.space("English")).pages()).toHaveLength(31);
  expect(repository.show("all/page-1.md")).toBe("# Page 1\n\nText.\n");
  expect(repository.show("teams/sales/prices.md")).toBe(theirs);
  // Asked for itself, it is decided.
  expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
  expect(repository.show("teams/sales/prices.md")).toBe("# Prices\n\nOurs.\n");
});

test("what was decided of one thing decides nothing of what has come since", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const structure = await site.structure();
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`all/page-${index}.md`, `# Page ${index}\n\nText.\n`]),
  );
  repository.commit(many);
  await site.sync();
  repository.commit(Object.fromEntries(Object.keys(many).map((path) => [path, null])));
  expect(await site.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
  // Whoever answers has not seen this yet.
  repository.commit({ "docs.yaml": "site:\n  title: Handbook\n  structure: []\n" });
  expect(await site.resolve("apply")).toMatchObject({ state: "attention", attention: { kind: "structure" } });
  expect(await site.structure()).toEqual(structure);
  expect(await (await site.space("English")).pages()).toHaveLength(31);
  // Of the pages it was said, and they are the same.
  expect(await site.resolve("lectern")).toMatchObject(IN_STEP);
  expect(await site.structure()).toEqual(structure);
  expect(await (await site.space("English")).pages()).toHaveLength(1);
});

test("a link into the folder of another space stays as it is written, and the run says what to do", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const text =
    "# Welcome\n\n[prices](../teams/sales/prices.md#now), [more](../teams/sales/), [code](../code/main.c), [gone](gone.md)\n";
  site.repository.commit({ "all/README.md": text });
  const { lastRun, ...status } = await site.sync();
  expect(status).toMatchObject(IN_STEP);
  const { problems, brokenLinks } = lastRun.report.imported;
  expect(brokenLinks.map(({ url }: { url: string }) => url)).toEqual([
    "../teams/sales/prices.md#now",
    "../teams/sales/",
    "../code/main.c",
    "gone.md",
  ]);
  expect(problems).toEqual([
    {
      path: "all/README.md",
      message:
        "../teams/sales/prices.md#now leads into the folder of another space, where Git Sync makes no links: write the address of the page instead",
    },
  ]);
  expect(site.repository.show("all/README.md")).toBe(text);
});

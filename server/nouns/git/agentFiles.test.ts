import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";
import { siteFromRepository } from "./site/gitSite.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
});

const HOME = { "README.md": "# Home\n\nWelcome.\n" };

async function want(agentInstructions: readonly string[], of: { readonly address: string } = space) {
  const { status, body } = await world().patch(of.address, { agentInstructions }, ada);
  expect([status, body.agentInstructions]).toEqual([200, agentInstructions]);
  await world().runJobs();
}

const tipOf = (one: Repository = repository): string => one.tip() ?? "";
const subject = (): string => host().git(repository.name, ["log", "-1", "--format=%s", "main"]);

test("are made once, and are the repository's from then on", async () => {
  repository.commit({ ...HOME, "CLAUDE.md": "Ours.\n" });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
  const before = tipOf();
  await want([]);
  expect(tipOf()).toBe(before);

  await want(["agents", "claude"]);
  expect(repository.numbers(before, tipOf())).toEqual([expect.stringMatching(/^\d+\t0\tAGENTS\.md$/)]);
  expect(subject()).toBe("Add instructions for agents");
  expect(repository.show("AGENTS.md")).toContain("`SUMMARY.md` is the table of contents");
  expect(repository.show("CLAUDE.md")).toBe("Ours.\n");
  expect(await space.status()).toMatchObject({ state: "synced", pagesAhead: 0, isBehind: false });

  repository.commit({ "AGENTS.md": "# Theirs\n", "guide.md": "# Guide\n\nHow.\n" });
  await space.sync();
  await space.write("Home", "Welcome back.\n");
  await space.sync();
  expect(repository.show("AGENTS.md")).toBe("# Theirs\n");
  // Without a table of contents every file is a page, but these.
  expect((await space.pages()).map(({ title }) => title)).toEqual(["Home", "Guide"]);

  repository.commit({ "AGENTS.md": null });
  await space.sync();
  await space.write("Home", "Welcome again.\n");
  await want(["agents"]);
  expect(Object.keys(repository.files()).toSorted()).toEqual(["CLAUDE.md", "README.md", "guide.md"]);
});

test("stand in another place again, and nowhere that nothing is pushed to", async () => {
  repository.commit({ "docs/README.md": "# Home\n" });
  await space.connect({ direction: "git", confirm: true, projectDirectory: "docs", outgoing: "off" });
  await world().runJobs();
  const before = tipOf();
  await want(["claude"]);
  expect([repository.tip(), (await space.status()).state]).toEqual([before, "synced"]);
  await world().patch(space.address, { outgoing: "push" }, ada);
  await world().runJobs();
  expect(repository.show("CLAUDE.md")).toContain("The folder `docs/` is kept in step");

  host().git(repository.name, ["branch", "other", before]);
  const providerConfiguration = { branch: "refs/heads/other" };
  await world().patch(space.address, { providerConfiguration, confirm: true }, ada);
  await world().runJobs();
  expect(host().git(repository.name, ["ls-tree", "--name-only", "other"]).split("\n")).toEqual([
    "CLAUDE.md",
    "docs",
  ]);
});

test("go out as a pull request where nothing else may", async () => {
  const tip = repository.commit(HOME);
  await space.connect({ direction: "git", confirm: true, outgoing: "pull-request" });
  await world().runJobs();
  await want(["agents"]);
  const branch = `lectern/${space.id}`;
  expect(repository.tip()).toBe(tip);
  expect(repository.numbers(tip, branch)).toEqual([expect.stringMatching(/^\d+\t0\tAGENTS\.md$/)]);
  const proposed = host().git(repository.name, ["rev-parse", branch]);
  await space.sync();
  expect(host().git(repository.name, ["rev-parse", branch])).toBe(proposed);
  host().git(repository.name, ["branch", "-f", "main", branch]);
  await space.sync();
  expect(await space.status()).toMatchObject({ state: "synced", pagesAhead: 0 });
  repository.commit({ "AGENTS.md": null });
  await space.sync();
  expect(host().git(repository.name, ["rev-parse", branch])).toBe(proposed);
});

test("are of a site's repository as well", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const before = tipOf(site.repository);
  await want(["agents"], site);
  const after = tipOf(site.repository);
  expect(site.repository.numbers(before, after)).toEqual([expect.stringMatching(/^\d+\t0\tAGENTS\.md$/)]);
  expect(host().git(site.repository.name, ["log", "-1", "--format=%s", "main"])).toBe(
    "Add instructions for agents",
  );
  await site.sync();
  expect(site.repository.tip()).toBe(after);
});

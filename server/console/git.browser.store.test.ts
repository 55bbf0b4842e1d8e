/** How a space is kept in step with a branch, in a browser: chosen, moved, and decided where it stands still. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { newSpace, openHost } from "../nouns/git/gitSpace.fixture.ts";
import type { ApiAnswer, ApiRequest } from "../test/gitHost.ts";
import { shoot, THEMES } from "./consoleBrowser.fixture.ts";
import { useWriting } from "./writing.fixture.ts";

const { ada, browser, open, world } = useWriting();

/** What a GitHub of one's own lists: two repositories, of which one is there. */
const listed =
  (address: string) =>
  ({ path, authorization }: ApiRequest): ApiAnswer => {
    if (authorization !== "Bearer good") return { status: 401, body: { message: "Bad credentials" } };
    const one = { id: 7, full_name: "acme/docs", clone_url: address, default_branch: "main" };
    const other = { ...one, id: 8, full_name: "acme/website", clone_url: `${address}-website` };
    const branches = ["main", "next"].map((name) => ({ name }));
    if (path.includes("/user/repos")) return { status: 200, body: [one, other] };
    if (path.includes("/branches")) return { status: 200, body: branches };
    if (path.includes("/contents")) return { status: 200, body: [{ type: "dir", name: "guide" }] };
    return { status: 404, body: { message: "Not Found" } };
  };

const installationOf = async (space: string): Promise<string> =>
  (await world().get(`/spaces/${space}/git/info`, ada())).body.installationId;

/** Connects spaces whose syncs wait for somebody. */
async function manyWait(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { body: space } = await world().post(
      `/orgs/${world().organization}/spaces`,
      { title: `Waiting ${index}` },
      ada(),
    );
    const providerConfiguration = {
      url: `https://git.example.com/waiting/${index}`,
      branch: "refs/heads/main",
    };
    const target = { type: "space", spaceId: space.id };
    await world().post("/git/installations", { provider: "git", target, providerConfiguration }, ada());
    await world().deps.db.transact((tx) =>
      tx
        .updateTable("git_installations")
        .set({ state: "attention", attention: JSON.stringify(LOST), choice: null, poll_at: null })
        .where("space_id", "=", space.id)
        .execute(),
    );
  }
}

const LOST = {
  kind: "mass-deletion",
  message:
    'The branch has lost 30 of 40 pages. Delete them here too ("apply"), or put them back on the branch ("lectern").',
  choices: ["apply", "lectern"],
  question: "mass-deletion 0123",
};

test("the preview of a pull request leads to the site that shows the space, and to no way back to it", async () => {
  const organization = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${organization}/spaces`, { title: "Shown" }, ada());
  await world().post(`${organization}/sites`, { title: "Site", spaces: [space.id] }, ada());
  const home = { operation: "insert_page", title: "Home", document: { markdown: "First." } };
  const written = await world().post(`/spaces/${space.id}/content`, { changes: [home] }, ada());
  expect(written.status).toBeLessThan(300);
  const [{ id: page }] = (await world().get(`/spaces/${space.id}/content/pages`, ada())).body.pages;
  // In no list of the space, as what shows a pull request is in none.
  const request = await world().post(`/spaces/${space.id}/change-requests`, { subject: "Newer" }, ada());
  const at = `/spaces/${space.id}/change-requests/${request.body.id}`;
  const changes = [
    { operation: "insert_page", title: "New", document: { markdown: "Words." } },
    { operation: "update_page", page, document: { markdown: "Better." } },
  ];
  await world().post(`${at}/content`, { changes }, ada());
  const { revision } = (await world().get(at, ada())).body;
  const { tab, context, wrong } = await open(ada());
  const main = tab.locator("main");
  const restore = main.getByRole("button", { name: "Bring the space back to this" });
  const restorePage = main.getByRole("button", { name: "Bring this page back" });
  await tab.goto(`${browser().origin}/s/${space.id}/~/revisions/${revision}?proposed`);
  const preview = main.getByRole("link", { name: "Preview" });
  await expect.poll(() => preview.getAttribute("href")).toContain(`/~/revisions/${revision}/`);
  expect(await restore.count()).toBe(0);
  await browser().check(tab);
  await main.getByLabel("Compared with").selectOption("now");
  await tab.waitForURL(/with=now/);
  await preview.waitFor();
  await main.getByText("Better").first().waitFor();
  expect([await restore.count(), await restorePage.count()]).toEqual([0, 0]);
  await tab.goto(`${browser().origin}/s/${space.id}/~/revisions/${revision}?with=now`);
  await restore.waitFor();
  await restorePage.first().waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

test("a sync that fails again and again is on the first screen, with the reason", async () => {
  const organization = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${organization}/spaces`, { title: "Away" }, ada());
  const providerConfiguration = { url: "https://git.example.com/away", branch: "refs/heads/main" };
  const target = { type: "space", spaceId: space.id };
  const { body } = await world().post(
    "/git/installations",
    { provider: "git", target, providerConfiguration },
    ada(),
  );
  await world().deps.db.transact(async (tx) => {
    const row = await tx
      .updateTable("git_installations")
      .set({ state: "failed", failures: 6, poll_at: null })
      .where("id", "=", body.id)
      .returning("organization_id")
      .executeTakeFirstOrThrow();
    const run = {
      id: "away",
      operation: "check",
      cause: "poll",
      state: "failure",
      stage: "repo_fetch",
    } as const;
    const times = { created_at: 1, updated_at: 1, completed_at: 1 };
    await tx
      .insertInto("git_runs")
      .values({ ...row, ...run, ...times, installation_id: body.id, error: "The host is away." })
      .execute();
  });
  const { tab, context, wrong } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  const failing = tab.locator("main").getByRole("listitem").filter({ hasText: "Git Sync stands still" });
  await failing.getByText("It is tried again every hour. The host is away.").waitFor();
  await browser().check(tab);
  expect(wrong).toEqual([]);
  await context.close();
  await world().delete(`/git/installations/${body.id}`, ada());
});

test("a repository, a branch and a folder are chosen from what the host has, and others later", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-console-git-lists-"));
  const host = await openHost(folder);
  try {
    const synced = await newSpace(world(), ada(), host);
    const { repository } = synced;
    host.api = listed(host.url(repository.name));
    repository.commit({ "README.md": "# Home\n", "guide/README.md": "# Guide\n\nWords.\n" });
    repository.commit({ "guide/README.md": "# Guide\n\nNext words.\n" }, "Next", "next");
    const { tab, context, wrong } = await open(ada());
    const shots = async (name: string): Promise<void> => {
      if (process.env["LECTERN_SHOTS"] === undefined) return browser().check(tab);
      for (const colorScheme of THEMES)
        for (const width of [1440, 390]) {
          await tab.emulateMedia({ colorScheme });
          await tab.setViewportSize({ width, height: 1200 });
          await browser().check(tab);
          await shoot(tab, `git-${name}-${colorScheme}-${width}`);
        }
      await tab.setViewportSize({ width: 1280, height: 900 });
    };
    const main = tab.locator("main");
    await tab.goto(`${browser().origin}/s/${synced.id}/~/git`);
    await main.getByLabel("Address").fill(new URL(host.url(repository.name)).origin);
    await main.getByLabel("Host").selectOption("GitHub");
    // A token that the host doesn't take is said where somebody can choose another host.
    await main.getByLabel("Token", { exact: true }).fill("bad");
    await shots("connect");
    await main.getByRole("button", { name: "Choose from its repositories" }).click();
    await main.getByText("Bad credentials").waitFor();
    await shots("refused");
    await main.getByRole("button", { name: "Another host or token" }).click();
    await main.getByLabel("Address").fill(new URL(host.url(repository.name)).origin);
    await main.getByLabel("Host").selectOption("GitHub");
    await main.getByLabel("Token", { exact: true }).fill("good");
    await main.getByRole("button", { name: "Choose from its repositories" }).click();
    await main.getByRole("combobox", { name: "Repository" }).pressSequentially("docs");
    await tab.getByRole("option", { name: "acme/docs" }).waitFor();
    await tab.getByRole("option", { name: "acme/website" }).waitFor({ state: "detached" });
    await shots("choose");
    await tab.getByRole("option", { name: "acme/docs" }).click();
    await expect
      .poll(() => main.getByRole("combobox", { name: "Branch", exact: true }).inputValue())
      .toBe("main");
    await main.getByRole("combobox", { name: "Directory" }).click();
    await tab.getByRole("option", { name: "guide" }).click();
    await main.getByLabel("What counts at first").selectOption("git");
    await main.getByRole("button", { name: "Connect", exact: true }).click();
    await main.getByText("The first sync with main is to come").waitFor();
    await world().runJobs();
    await main.getByText("In step with main", { exact: true }).waitFor();
    expect(await synced.texts()).toEqual({ Guide: "Words.\n" });

    // Another branch: what would be replaced is told, and then it is.
    await main.getByRole("button", { name: "Choose another place" }).click();
    await main.getByRole("combobox", { name: "Branch", exact: true }).fill("next");
    await main.getByLabel("What counts at first").selectOption("git");
    await shots("move");
    await main.getByRole("button", { name: "Move it" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByText("The space has 1 page, and the repository takes their place.").waitFor();
    await shots("told");
    await dialog.getByRole("button", { name: "Move it" }).click();
    await main.getByText("The first sync with next is to come").waitFor();
    await world().runJobs();
    await main.getByText("In step with next", { exact: true }).waitFor();
    expect(await synced.texts()).toEqual({ Guide: "Next words.\n" });
    await shots("connected");

    // A commit of ours is taken off the branch: it is told in the inbox and on the first screen, and decided there.
    const before = repository.tip("next") ?? "";
    await synced.write("Guide", "Ours.\n");
    await tab.reload();
    await main.getByText("Last in step with next", { exact: true }).waitFor();
    await main.getByText("1 page changed here since").waitFor();
    await world().post(`/git/installations/${await installationOf(synced.id)}/sync`, {}, ada());
    await world().runJobs();
    expect(repository.show("guide/README.md", "next")).toContain("Ours.");
    repository.move(before, "next");
    repository.commit({ "guide/more.md": "# More\n\nTheirs.\n" }, "Rewritten", "next");
    await world().post(`/git/installations/${await installationOf(synced.id)}/sync`, {}, ada());
    await world().runJobs();
    await tab.goto(`${browser().origin}/inbox`);
    await main.getByRole("link", { name: /Git Sync stands still.*Docs/ }).waitFor();
    await shots("inbox");
    await tab.goto(`${browser().origin}/o/${world().organization}`);
    const waiting = main.getByRole("listitem").filter({ hasText: "commits of Lectern are gone" });
    await waiting.getByRole("link", { name: "Docs" }).waitFor();
    await shots("standstill");
    await waiting.getByRole("button", { name: "Put this space on top" }).click();
    await main.getByText("Decided: the sync goes on by it.").waitFor();
    await world().runJobs();
    // Nothing has to be loaded anew for it to be gone from the list.
    await waiting.waitFor({ state: "detached" });
    await manyWait(7);
    await tab.reload();
    await main.getByText("and 2 more: they come up here once these are decided").waitFor();
    await shots("many");
    const first = main.getByRole("listitem").filter({ hasText: "has lost 30 of 40 pages" }).first();
    await first.getByRole("button", { name: "Delete them here too" }).click();
    await tab.getByRole("dialog").getByText("has lost 30 of 40 pages").waitFor();
    await shots("apply");
    await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(
      await world()
        .deps.db.read.selectFrom("git_installations")
        .select("id")
        .where("choice", "=", "apply")
        .execute(),
    ).toEqual([]);
    expect(repository.show("guide/README.md", "next")).toContain("Ours.");
    await tab.goto(`${browser().origin}/s/${synced.id}/~/git`);
    await main.getByText("In step with next", { exact: true }).waitFor();
    // The token that the host didn't take.
    expect(wrong.filter((line) => !/status of 409/.test(line))).toEqual([]);
    await context.close();
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});

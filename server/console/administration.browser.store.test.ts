/** People, permissions, settings and what developers need, as an administrator has them in a browser. */
import { createHmac } from "node:crypto";
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Receiver } from "../jobs/delivery/receiver.fixture.ts";
import { newSpace, openHost } from "../nouns/git/gitSpace.fixture.ts";
import { newSite } from "../nouns/git/site/gitSite.fixture.ts";
import { newFolder } from "../test/folders.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { THEMES, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);

let ada: Person;
let team = "";
let collection = "";
let space = "";
let receiver: Receiver;

const of = () => `/orgs/${world().organization}`;

afterAll(() => receiver.close());
beforeAll(async () => {
  receiver = await Receiver.open();
  ada = await world().addPerson("ada", "admin");
  team = (await world().put(`${of()}/teams`, { title: "Docs", members: [ada.id] }, ada)).body.id;
  await world().post(`${of()}/saml`, { label: "Acme login" }, ada);
  collection = (await world().post(`${of()}/collections`, { title: "Product" }, ada)).body.id;
  space = (await world().post(`${of()}/spaces`, { title: "Guides", parent: collection }, ada)).body.id;
  await world().post(`/collections/${collection}/permissions`, { teams: [team], role: "review" }, ada);
  await world().post(`${of()}/openapi`, { slug: "birds", source: { text: "{}" } }, ada);
  await world().runJobs();
  await world().post(`${of()}/link-invites`, { role: "read" }, ada);
});

/** A refused call is what these tests are about; the browser's console says so too. */
const faults = (wrong: readonly string[]) => wrong.filter((line) => !/status of 4\d\d/.test(line));

const open: ReturnType<typeof browser>["open"] = (as, options) => browser().open(as, options);

/** Of a screen of the organization, unless the path says another thing. */
const addressOf = (path: string) => (/^\/[sc]\//.test(path) ? path : `/o/${world().organization}${path}`);
const go = (tab: Page, path: string) => tab.goto(browser().origin + addressOf(path));
const main = (tab: Page) => tab.locator("main");

/** Each screen with what shows that it is there. */
const screens = (): readonly [path: string, sign: string][] => [
  ["/sites", "No sites yet"],
  ["/members", "ada@example.com"],
  ["/teams", "Docs"],
  [`/teams/${team}`, "Add member"],
  ["/invites", "Invitation links"],
  ["/sso", "Enter these at your identity provider"],
  ["/settings", "Delete the organization"],
  ["/webhooks", "No webhooks yet"],
  ["/specs", "birds"],
  ["/specs/birds", "It has mistakes"],
  ["/integrations", "No integrations"],
  ["/translations", "No translations yet"],
  ["/jobs", "Work that goes on after it was asked for. Jobs are kept for 30 days after they have ended."],
  ["/audit", "team.create"],
  [`/s/${space}/~/settings`, "Delete the space"],
  [`/s/${space}/~/permissions`, "Administrator of the organization"],
  [`/s/${space}/~/git`, "What counts at first"],
  [`/c/${collection}/permissions`, "All other members"],
];

test.each(THEMES)("every screen, in %s", (theme) =>
  browser().look(
    ada,
    theme,
    "administration",
    screens().map(([path, sign]) => [addressOf(path), `text=${JSON.stringify(sign)}`]),
  ),
);

test("who is not an administrator is told so, and who can change that", async () => {
  const rea = await world().addPerson("rea", "read");
  const { tab, context, wrong } = await open(rea);
  await go(tab, "/settings");
  await main(tab).getByText("You have no access to this").waitFor();
  await main(tab)
    .getByText(/ada can give you access/)
    .waitFor();
  await go(tab, "/members");
  await main(tab).getByText("ada@example.com").waitFor();
  expect(await main(tab).getByRole("combobox", { name: "Role of ada" }).count()).toBe(0);
  expect(await main(tab).getByRole("button", { name: "Invite people" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await context.close();
});

test("people are invited all or none, and the last administrator stays", async () => {
  const { tab, context, wrong } = await open(ada);
  await go(tab, "/members");
  await main(tab).getByRole("button", { name: "Invite people" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("E-mail addresses").fill("ben@acme.test\nmia@acme.test\nnobody at all");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByText("nobody at all is not an e-mail address. Nobody was invited.").waitFor();
  const emails = async () =>
    (await world().get(`${of()}/members?limit=100`, ada)).body.items.map(
      ({ user }: { user: { email: string } }) => user.email,
    );
  expect(await emails()).not.toContain("ben@acme.test");
  await browser().check(tab);
  await tab.keyboard.press("Escape");
  await dialog.getByText("Discard what you typed?").waitFor();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByLabel("E-mail addresses").fill("ben@acme.test, mia@acme.test");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByLabel("Command that makes a link for mia@acme.test").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await main(tab).getByText("2 people are members now. No e-mail was sent").waitFor();
  expect(await emails()).toEqual(expect.arrayContaining(["ben@acme.test", "mia@acme.test"]));

  await main(tab).getByLabel("Name or e-mail address").fill("ada");
  await main(tab).getByText("1 in all").waitFor();
  await main(tab).getByRole("combobox", { name: "Role of ada" }).selectOption({ label: "Read" });
  const refusal = main(tab).locator("[role=alert]", { hasText: /administrator/ });
  await refusal.waitFor();
  expect((await world().get(`${of()}/members/${ada.id}`, ada)).body.role).toBe("admin");
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("fields that somebody else changed meanwhile are taken over, and the same field asks whose stays", async () => {
  const { tab, context, wrong } = await open(ada);
  const patch = (body: object) => world().patch(of(), body, ada);
  const organization = async () => (await world().get(of(), ada)).body;
  await go(tab, "/settings");
  const title = main(tab).getByLabel("Name", { exact: true });
  const card = main(tab).locator("form", { hasText: "Name and address" });
  const save = card.getByRole("button", { name: "Save", exact: true });
  await title.fill("Acme One");
  await patch({ hostname: "acme-meanwhile" });
  await save.click();
  await card.getByText("Saved. Everybody in the organization sees it.").waitFor();
  expect(await organization()).toMatchObject({ title: "Acme One", hostname: "acme-meanwhile" });

  await title.fill("Acme Mine");
  await patch({ title: "Acme Theirs" });
  await save.click();
  await card.getByText(/^ada changed this/).waitFor();
  expect(await title.inputValue()).toBe("Acme Mine");
  expect((await organization()).title).toBe("Acme Theirs");
  await browser().check(tab);

  // What was typed waits while one looks elsewhere, and so does what it was typed on: whose stays is asked again.
  await tab.getByRole("link", { name: "People" }).click();
  await main(tab).getByText("ada@example.com").waitFor();
  await tab.getByRole("link", { name: "Settings" }).click();
  await expect.poll(() => title.inputValue()).toBe("Acme Mine");
  await save.click();
  await card.getByRole("button", { name: "Save mine" }).click();
  await card.getByText("Saved. Everybody in the organization sees it.").waitFor();
  expect((await organization()).title).toBe("Acme Mine");
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("a team gets a role on a space, which says who may what and why, and takes it back", async () => {
  const bea = await world().addPerson("bea", "read");
  const { tab, context, wrong } = await open(ada);
  await go(tab, `/s/${space}/~/permissions`);
  await main(tab).getByRole("button", { name: "Add person or team" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Person").fill("bea");
  await tab.getByRole("option", { name: /bea/ }).click();
  await dialog.getByLabel("Role").selectOption({ label: "Edit" });
  await dialog.getByRole("button", { name: "Give role" }).click();
  await main(tab).getByText("bea may edit here from now on.").waitFor();
  await main(tab)
    .getByRole("row", { name: /bea.*Edit.*Given to them in Guides/ })
    .waitFor();
  expect((await world().get(`/spaces/${space}`, bea)).body.permissions).toMatchObject({
    edit: true,
    admin: false,
  });
  await main(tab).getByRole("button", { name: "Actions for bea" }).click();
  await tab.getByRole("menuitem", { name: "Take the role back" }).click();
  await main(tab).getByText("bea has no role of their own here any more.").waitFor();
  await main(tab)
    .getByRole("row", { name: /bea.*Read.*Role in the organization/ })
    .waitFor();
  await main(tab).getByLabel("May", { exact: true }).selectOption({ label: "No access" });
  await main(tab).getByRole("button", { name: "Save", exact: true }).click();
  await main(tab).getByText("Saved. This applies from now on.").waitFor();
  expect((await world().get(`/spaces/${space}`, bea)).status).toBe(404);
  await world().patch(`/spaces/${space}`, { defaultLevel: "inherit" }, ada);
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("merge rules are chosen as sentences and name people", async () => {
  const { tab, context, wrong } = await open(ada);
  await go(tab, `/s/${space}/~/settings`);
  const card = main(tab).locator("form", { hasText: "Merge rules" });
  await card.getByLabel("Merge rules").selectOption({ label: "These rules" });
  await card.getByLabel("Add rule").selectOption({ label: "Somebody has approved it" });
  await card.getByLabel("Add rule").selectOption({ label: "All of these people have approved it" });
  await card.getByLabel("Person").fill("ada");
  await tab.getByRole("option", { name: /ada/ }).click();
  await card.getByRole("button", { name: "Take ada out" }).waitFor();
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await card.getByText("Saved. This applies to open change requests too.").waitFor();
  expect((await world().get(`/spaces/${space}`, ada)).body.mergeRules).toEqual({
    type: "rules",
    rules: [
      { rule: "require_at_least_one_approved_review" },
      { rule: "require_specific_reviewers", users: [ada.id] },
    ],
  });
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("a webhook's secret is shown once; what failed is shown with its answer, and sent again after the repair", async () => {
  const { tab, context, wrong } = await open(ada);
  await go(tab, "/webhooks");
  await main(tab).getByRole("button", { name: "New webhook" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Address").fill("ftp://example.com");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await dialog.getByText(/Must be an https address/).waitFor();
  await dialog.getByLabel("Address").fill(`${receiver.url}/chat`);
  await dialog.getByLabel("Events", { exact: true }).selectOption({ label: "Chosen events" });
  await dialog.getByLabel("space_created", { exact: true }).check();
  await browser().check(tab);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const secret = await tab.getByRole("textbox", { name: "Secret" }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  // It is not closed by accident.
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "I have copied it" }).click();
  await main(tab)
    .getByRole("heading", { name: `${receiver.url}/chat` })
    .waitFor();
  expect(await main(tab).getByText(secret).count()).toBe(0);

  receiver.failing(500, "The chat is closed for today");
  await main(tab).getByRole("button", { name: "Send a test" }).click();
  await main(tab).getByText("A test is on its way. It is listed below.").waitFor();
  await world().runJobs();
  await main(tab).getByRole("button", { name: "ping" }).click();
  await dialog.getByText("The chat is closed for today").waitFor();
  await dialog.getByText(/^500 after/).waitFor();
  await browser().check(tab);

  receiver.answer = (response) => void response.writeHead(200).end("Thanks");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await main(tab).getByText("Sent again.").waitFor();
  await world().runJobs();
  await dialog.getByText("Thanks").waitFor();
  await dialog.getByText("Delivered").waitFor();
  expect(receiver.at("/chat")).toHaveLength(2);
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("a description with a mistake says where it is, and a repaired one takes its place", async () => {
  const { tab, context, wrong } = await open(ada);
  const file = (name: string, text: string) => ({
    name,
    mimeType: "application/yaml",
    buffer: Buffer.from(text),
  });
  await go(tab, "/specs");
  await main(tab).getByRole("button", { name: "Add specification" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Name in addresses").fill("pets");
  await dialog.getByLabel("Where it comes from").selectOption({ label: "A file from this device" });
  await dialog
    .getByLabel("File (JSON or YAML)")
    .setInputFiles(file("pets.yaml", "openapi: 3.1.0\ninfo:\n  title: [Pets\n"));
  await dialog.getByRole("button", { name: "Add specification" }).click();
  await main(tab).getByRole("heading", { name: "pets", level: 1 }).waitFor();
  await world().runJobs();
  await main(tab)
    .getByText(/line \d+/i)
    .waitFor();
  await browser().check(tab);

  await main(tab).getByRole("button", { name: "Replace source…" }).click();
  await dialog.getByLabel("Where it comes from").selectOption({ label: "A file from this device" });
  const whole = "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: '1'\npaths: {}\n";
  await dialog.getByLabel("File (JSON or YAML)").setInputFiles(file("pets.yaml", whole));
  await dialog.getByRole("button", { name: "Replace" }).click();
  await dialog.waitFor({ state: "hidden" });
  await world().runJobs();
  await main(tab).getByText("Pages are made from it").waitFor();
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("the audit log has what was done, by action and by thing, and is exported", async () => {
  const { tab, context, wrong } = await open(ada);
  await world().patch(`${of()}/teams/${team}`, { title: "Writers" }, ada);
  await go(tab, "/audit");
  await main(tab).getByLabel("Action", { exact: true }).selectOption("team.update");
  await main(tab).getByText("1 in all").waitFor();
  await main(tab).getByText("team.update", { exact: true }).last().click();
  await main(tab)
    .getByText(/"title": "Writers"/)
    .waitFor();
  await main(tab)
    .getByRole("button", { name: /^Actions for team.update/ })
    .click();
  await tab.getByRole("menuitem", { name: "Only this thing" }).click();
  await main(tab).getByLabel("Action", { exact: true }).selectOption({ label: "Any action" });
  await main(tab)
    .getByRole("row", { name: /team.create/ })
    .waitFor();
  expect(
    await main(tab)
      .getByRole("row", { name: /space\.create/ })
      .count(),
  ).toBe(0);
  const saving = tab.waitForEvent("download");
  await main(tab).getByRole("button", { name: "Export" }).click();
  expect((await saving).suggestedFilename()).toBe("audit-log.jsonl");
  await main(tab).getByLabel("From").fill("2001-01-01");
  await main(tab).getByLabel("Until").fill("2001-01-02");
  await main(tab).getByText("Nothing matches. Try other words, or fewer filters.").waitFor();
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("what was typed of a repository is kept but for the token, and only who may is led to a GitHub App", async () => {
  const sam = await world().addPerson("sam", "read");
  const wish = { users: [sam.id], role: "admin" };
  expect((await world().post(`/spaces/${space}/permissions`, wish, ada)).status).toBe(204);
  for (const [person, isLed] of [
    [ada, true],
    [sam, false],
  ] as const) {
    const { tab, context, wrong } = await open(person);
    await go(tab, `/s/${space}/~/git`);
    await main(tab).getByLabel("Address").fill("https://github.com/acme/docs");
    await main(tab).getByLabel("Directory").fill("guides");
    await main(tab).getByLabel("Token", { exact: true }).fill("ghp_secret");
    const link = main(tab).getByRole("link", { name: "create or install a GitHub App" });
    await (
      isLed ? link : main(tab).getByText("an administrator of the organization can create or install")
    ).waitFor();
    expect(await link.count()).toBe(isLed ? 1 : 0);
    await tab.reload();
    await main(tab).getByLabel("Address").waitFor();
    const values = await Promise.all(
      ["Address", "Directory", "Token"].map((name) =>
        main(tab).getByLabel(name, { exact: true }).inputValue(),
      ),
    );
    expect(values).toEqual(["https://github.com/acme/docs", "guides", ""]);
    expect(await tab.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("ghp_secret");
    expect(wrong).toEqual([]);
    await context.close();
  }
});

test("a space is connected with a repository, brought in step, asked what it needs, and let go", async () => {
  const folder = newFolder("console-git");
  const host = await openHost(folder);
  try {
    const synced = await newSpace(world(), ada, host);
    const { repository } = synced;
    await synced.change({ operation: "insert_page", title: "Mine", document: { markdown: "Ours." } });
    repository.commit({
      "README.md": "# Home\n\nWords.\n",
      "gone.bin": "version https://git-lfs.github.com/spec/v1\n",
    });
    const { tab, context, wrong } = await browser().open(ada);
    await go(tab, `/s/${synced.id}/~/git`);
    await main(tab).getByLabel("Address").fill(host.url(repository.name));
    await main(tab).getByLabel("What counts at first").selectOption("git");
    await main(tab).getByRole("button", { name: "Connect" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Replace it" }).click();
    await main(tab).getByText("The first sync with main is to come").waitFor();
    await world().runJobs();
    await main(tab).getByText("In step with main", { exact: true }).waitFor();
    const runs = main(tab).getByRole("region", { name: "Runs" });
    await runs.getByText("From the branch").waitFor();
    await runs.getByText("Done · 1 file left alone").click();
    await runs.getByText("gone.bin: its bytes are kept by Git LFS, which a sync does not fetch").waitFor();
    await browser().check(tab);
    // What the host is to be given is shown once.
    await main(tab).getByRole("button", { name: "Set it up by hand" }).click();
    const address = main(tab).getByLabel("Address of the webhook");
    await address.waitFor();
    const told = new URL(await address.inputValue()).pathname.replace("/v1", "");
    expect((await world().call("POST", told, { raw: "" })).status).toBe(202);
    await main(tab).getByRole("button", { name: "I have copied it" }).click();
    await world().runJobs();

    // What a sync would do is seen before; and a repository that wants a token by now gets one.
    await synced.write("Home", "Ours.\n");
    const looked = tab.waitForResponse(/\/preview$/);
    await main(tab).getByRole("button", { name: "Show what a sync would do" }).click();
    await looked;
    await world().runJobs();
    await main(tab).getByText("1 file would change on the branch").waitFor();
    await main(tab).getByText("The difference on the branch").click();
    await main(tab).getByText("-Words.").waitFor();
    host.tokens.set(repository.name, "git:good");
    const kept = tab.waitForResponse(/\/check$/);
    await main(tab).getByLabel("New token").fill("good");
    await main(tab).getByRole("button", { name: "Save the token" }).click();
    await kept;
    await world().runJobs();
    await main(tab).getByText("The host takes it").waitFor();
    await main(tab).getByText("pushes too").waitFor();
    await browser().check(tab);

    // Both sides change the same block: it waits, and the screen says where it is decided.
    await synced.write("Home", "Ours, again.\n");
    repository.commit({ "README.md": "# Home\n\nTheirs.\n" });
    const asked = tab.waitForResponse(/\/sync$/);
    await main(tab).getByRole("button", { name: "Sync now" }).click();
    await asked;
    await world().runJobs();
    await main(tab).getByRole("heading", { name: "Held back" }).waitFor();
    await main(tab).getByText("In step with main, but for what is held back").waitFor();
    // By its number, as everything else calls it.
    const home = main(tab).getByRole("link", { name: "Home" });
    expect(await home.getAttribute("href")).toBe(`/s/${synced.id}/~/changes/1`);
    await browser().check(tab);
    // It can be decided here as well, all at once.
    const decided = tab.waitForResponse(/\/resolve$/);
    await main(tab).getByRole("button", { name: "Take the branch" }).click();
    await decided;
    await world().runJobs();
    await main(tab).getByText("In step with main", { exact: true }).waitFor();
    await main(tab).getByText("Held back").waitFor({ state: "detached" });
    await main(tab).getByRole("button", { name: "Pause" }).click();
    await main(tab).getByText("Paused", { exact: true }).waitFor();
    await main(tab).getByRole("button", { name: "Resume" }).click();

    await main(tab).getByRole("button", { name: "Disconnect" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await main(tab).getByText("What counts at first").waitFor();
    expect(repository.show("README.md")).toBe("# Home\n\nTheirs.\n");

    // A host whose addresses are known is led to from each page.
    host.tokens.clear();
    await synced.connect({ provider: "gitea", outgoing: "off" });
    await world().runJobs();
    const page = await synced.page("Home");
    await go(tab, `/s/${synced.id}/${page.id}`);
    const file = tab.getByRole("link", { name: `Edit the file on ${new URL(host.url("")).host}` });
    expect(await file.getAttribute("href")).toBe(`${host.url(repository.name)}/_edit/main/README.md`);
    // The bar is there before the page.
    await tab.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await browser().check(tab);

    // A pull request is talked about here, and written and merged there.
    await world().patch(synced.address, { reviewPullRequests: true }, ada);
    repository.move(repository.tip() ?? "", "better");
    const head = repository.commit({ "README.md": "# Home\n\nBetter.\n" }, "Better", "better");
    host.git(repository.name, ["update-ref", "refs/pull/7/head", head]);
    const { secret } = (await world().post(`${synced.address}/webhook`, {}, ada)).body;
    const said = { sha: head, ref: "better", repo: { id: 1 } };
    const pull = { number: 7, title: "Better words", state: "open", merged: false, head: said };
    const raw = JSON.stringify({
      action: "opened",
      number: 7,
      pull_request: { ...pull, base: { ref: "main", repo: { id: 1 } } },
    });
    const headers = {
      "content-type": "application/json",
      "x-gitea-event": "pull_request",
      "x-gitea-signature": createHmac("sha256", secret).update(raw).digest("hex"),
    };
    const heard = await world().call("POST", `/git/webhooks/${synced.installation}`, { raw, headers });
    expect(heard.status).toBe(202);
    await world().runJobs();
    await go(tab, `/s/${synced.id}/~/git`);
    await main(tab).getByLabel("Show each as a change request").waitFor();
    await browser().check(tab);
    await main(tab).getByRole("link", { name: "1 page changed" }).click();
    await main(tab).getByText("It follows a pull request, which is changed").waitFor();
    const there = main(tab).getByRole("link", { name: `#7 of ${repository.name}` });
    expect(await there.getAttribute("href")).toBe(`${host.url(repository.name)}/pulls/7`);
    expect(await main(tab).getByRole("button", { name: "Merge", exact: true }).count()).toBe(0);
    await browser().check(tab);
    await go(tab, `${new URL(tab.url()).pathname}/diff`);
    await main(tab).locator(".page-diff").getByText("Better.").waitFor();
    expect(
      await main(tab)
        .getByRole("button", { name: /^Take back/ })
        .count(),
    ).toBe(0);
    expect(faults(wrong)).toEqual([]);
    await context.close();
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});

test("a space is translated to a language, and says how its pages stand", async () => {
  const text = {
    operation: "insert_page",
    type: "document",
    title: "Install",
    document: { markdown: "Text." },
  };
  expect((await world().post(`/spaces/${space}/content`, { changes: [text] }, ada)).status).toBe(200);
  const { tab, context, wrong } = await open(ada);
  await go(tab, "/translations");
  await main(tab).getByRole("button", { name: "New translation" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Product");
  await dialog.getByLabel("German").check();
  await browser().check(tab);
  await dialog.getByRole("button", { name: "Create translation" }).click();
  await main(tab).getByRole("button", { name: "Translate a space" }).click();
  await dialog.getByLabel("Space").selectOption({ label: "Guides" });
  await dialog.getByLabel("Language").selectOption({ label: "German" });
  await dialog.getByLabel("Title of the translation").fill("Anleitungen");
  await dialog.getByRole("button", { name: "Translate", exact: true }).click();
  await main(tab).getByRole("heading", { name: "Anleitungen in German" }).waitFor();
  // A job compares the pages.
  await world().runJobs();
  await tab.reload();
  await main(tab).getByText("0 current, 0 outdated, 1 missing").waitFor();
  await main(tab).getByRole("cell", { name: "Missing" }).waitFor();
  await browser().check(tab);
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("who is removed is told so in what they have open, and administrators alone come to settings", async () => {
  const zoe = await world().addPerson("zoe", "edit");
  const [theirs, ours] = [await open(zoe), await open(ada)];
  await go(theirs.tab, `/s/${space}/~/settings`);
  await main(theirs.tab).getByText("You have no access to this").waitFor();
  await main(theirs.tab)
    .getByText(/can give you access/)
    .waitFor();
  const written = (await world().post(`${of()}/spaces`, { title: "Written" }, ada)).body.id;
  const first = { operation: "insert_page", title: "First", document: { markdown: "Words." } };
  expect((await world().post(`/spaces/${written}/content`, { changes: [first] }, ada)).status).toBe(200);
  await go(theirs.tab, `/s/${written}`);
  await theirs.tab.getByRole("link", { name: "Written" }).first().waitFor();
  await theirs.tab.getByRole("button", { name: "Edit", exact: true }).waitFor();

  await go(ours.tab, "/members");
  await main(ours.tab).getByRole("button", { name: "Actions for zoe" }).click();
  await ours.tab.getByRole("menuitem", { name: "Remove from the organization…" }).click();
  await ours.tab.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await main(ours.tab).getByText("zoe was removed.").waitFor();
  // Nobody touches the other browser: it hears of it.
  await theirs.tab.getByText("You no longer have access").waitFor();
  expect([...faults(ours.wrong), ...faults(theirs.wrong)]).toEqual([]);
  await Promise.all([theirs.context.close(), ours.context.close()]);
});

test("a site is connected with a repository, and each of its spaces shows its folder", async () => {
  const folder = newFolder("console-git-site");
  const host = await openHost(folder);
  try {
    const site = await newSite(world(), ada, host, ["Guides", "Reference"]);
    const { repository } = site;
    const { tab, context, wrong } = await browser().open(ada);
    await go(tab, `/sites/${site.id}/git`);
    await main(tab).getByLabel("Address").fill(host.url(repository.name));
    await main(tab).getByLabel("What counts at first").selectOption("lectern");
    await main(tab).getByRole("button", { name: "Connect" }).click();
    await main(tab).getByText("The first sync with main is to come").waitFor();
    await world().runJobs();
    await main(tab).getByText("In step with main", { exact: true }).waitFor();
    expect(repository.show("docs.yaml")).toContain("directory: ./reference");
    await tab.reload();
    await main(tab).getByText("reference", { exact: true }).waitFor();
    await browser().check(tab);
    await main(tab).getByRole("link", { name: "Reference" }).click();
    await main(tab).getByText("It has the folder reference of the site's branch.").waitFor();
    await browser().check(tab);
    // What the branch says badly is shown where somebody can do something about it.
    repository.commit({ "docs.yaml": "site:\n  structure: all of it\n" });
    await main(tab).getByRole("link", { name: "Git Sync of the site" }).click();
    await main(tab).getByRole("button", { name: "Sync now" }).click();
    await main(tab).getByText("Syncing with main").waitFor();
    await world().runJobs();
    await main(tab)
      .getByText(/Line 2: `structure` must be a list/)
      .first()
      .waitFor();
    await main(tab).getByRole("button", { name: "Disconnect" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await main(tab).getByLabel("Address").waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});

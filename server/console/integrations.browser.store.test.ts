/** Integrations as an administrator has them in a browser: set up, put on spaces and sites, and what they were told. */
import { IdentityProvider } from "../account/idp.fixture.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { queueSignInEmail } from "../nouns/sessions/signInEmail.ts";
import { newId } from "../ports/ids.ts";
import { MailRefused, SERVER_REFUSED } from "../ports/mail.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { useMailServer } from "../test/mailServer.ts";
import { shoot, THEMES, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld({ runsScripts: true });
const browser = useConsoleBrowser(world);
let ada: Person;
let space = "";
let site = "";

const of = () => `/orgs/${world().organization}`;
const screenOf = (name: string) => `${browser().origin}/o/${world().organization}/integrations/${name}`;
const main = (tab: Page) => tab.locator("main");
/** A part of the screen, by its heading. */
const partOf = (tab: Page, heading: string) =>
  main(tab).locator(".installed > section", {
    has: tab.getByRole("heading", { name: heading, exact: true }),
  });

/** Says on its console what it is told, and fails until it is connected. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const { type } = JSON.parse(form.get("event"));
  const { installation, secrets } = JSON.parse(form.get("environment"));
  if (type === "fetch") return new Response("<h1>The login of the chat</h1>", { headers: { "content-type": "text/html" } });
  if (type !== "installation_setup") return new Response("", { status: 406 });
  console.log("set up with " + secrets.KEY + " for " + installation.configuration.team);
  if (installation.configuration.team === "nobody") throw new Error("nobody is no team");
  return new Response("OK");
} };`;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  space = (await world().post(`${of()}/spaces`, { title: "Guides" }, ada)).body.id;
  site = (await world().post(`${of()}/sites`, { title: "Manual", spaces: [space] }, ada)).body.id;
});

const publish = (name: string, more: object) =>
  world().post(`/integrations/${name}`, publication("acme", { target: "all", ...more }), ada);

/** Looks until the log has so many setups. */
async function waitForSetups(tab: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await world().runJobs();
      await tab.reload();
      await partOf(tab, "Events").locator("table, .nothing").waitFor();
      return main(tab).getByRole("button", { name: "installation_setup" }).count();
    })
    .toBe(count);
}

test("an integration is installed, connected, put on a space and a site and configured there", async () => {
  const properties = {
    team: { type: "string", title: "Team", enum: ["docs", "nobody"] },
    login: { type: "button", title: "Chat", callback_url: "/oauth", button_text: "Connect the chat" },
  };
  const label = { properties: { label: { type: "string", title: "Label" } }, required: ["label"] };
  await publish("chat", {
    title: "Chat",
    script: SCRIPT,
    scopes: ["space:content:read"],
    secrets: { KEY: "a-secret-key" },
    configurations: { account: { properties }, space: label, site: label },
  });
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(screenOf("chat"));
  await main(tab).getByText("Not installed").waitFor();
  await main(tab).getByRole("button", { name: "Install" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("Read the pages, files and change requests of spaces space:content:read").waitFor();
  await shoot(tab, "integration-install");
  await dialog.getByRole("button", { name: "Install" }).click();

  const login = main(tab).getByRole("link", { name: "Connect the chat" });
  await login.waitFor();
  const [installation] = (await world().get(`${of()}/installations`, ada)).body.items.map(
    (one: { installation: { urls: { publicEndpoint: string } } }) => one.installation,
  );
  expect(await login.getAttribute("href")).toBe(`${installation.urls.publicEndpoint}/oauth`);
  expect(await login.getAttribute("target")).toBe("_blank");
  const own = `/integrations/chat/installations/${installation.id}`;

  for (const [kind, place, title] of [
    ["space", space, "Guides"],
    ["site", site, "Manual"],
  ] as const) {
    const part = partOf(tab, `${kind === "space" ? "Spaces" : "Sites"} it works on`);
    await part.getByText(`It is on no ${kind} yet, so it has no effect.`).waitFor();
    await part.getByRole("button", { name: `Add to a ${kind}…` }).click();
    await dialog
      .getByLabel(kind === "space" ? "Space" : "Site", { exact: true })
      .selectOption({ label: title });
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await part.getByText("Installed, but its configuration is incomplete").waitFor();
    await part.getByRole("button", { name: `Actions for ${title}` }).click();
    await tab.getByRole("menuitem", { name: "Configure…" }).click();
    await dialog.getByLabel("Label").fill(`On ${title}`);
    await browser().check(tab);
    await shoot(tab, `integration-configure-${kind}`);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Saved. The integration gets the new configuration.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await part.getByText("Installed", { exact: true }).waitFor();
    const { body } = await world().get(`${own}/${kind}s/${place}`, ada);
    expect([body.status, body.configuration]).toEqual(["active", { label: `On ${title}` }]);
  }

  const sites = partOf(tab, "Sites it works on");
  await sites.getByRole("button", { name: "Actions for Manual" }).click();
  await tab.getByRole("menuitem", { name: "Remove…" }).click();
  await dialog.getByText("It stops there at once").waitFor();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await sites.getByText("It is on no site yet, so it has no effect.").waitFor();
  await sites.getByLabel("Which sites").selectOption({ label: "All, including future ones" });
  await sites.getByRole("button", { name: "Save", exact: true }).click();
  await sites.getByText("Saved. This applies at once.").waitFor();
  const { body } = await world().get(own, ada);
  expect([body.space_selection, body.site_selection]).toEqual(["selected", "all"]);
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width, height: 1800 });
    await browser().check(tab);
    await shoot(tab, `integration-${width}`);
  }

  // What a later version asks for waits until it is allowed; all else stays.
  const scopes = ["space:content:read", "openapi:read"];
  await publish("chat", {
    title: "Chat",
    script: SCRIPT,
    scopes,
    configurations: { account: { properties } },
  });
  await tab.reload();
  const more = main(tab).locator("section", {
    has: tab.getByRole("heading", { name: "It asks for more now" }),
  });
  await more.getByText("Read OpenAPI descriptions openapi:read").waitFor();
  await browser().check(tab);
  await shoot(tab, "integration-more");
  await more.getByRole("button", { name: "Allow" }).click();
  await dialog.getByRole("button", { name: "Allow" }).click();
  await more.waitFor({ state: "detached" });
  expect((await world().get(own, ada)).body).toMatchObject({ id: installation.id, scopes });
  expect(wrong).toEqual([]);
  await context.close();
});

test("an identity provider is tested with what stands in the fields, before it is saved", async () => {
  const idp = await IdentityProvider.open();
  await world().post(`${of()}/saml`, { label: "Acme login" }, ada);
  const { tab, context, wrong } = await browser().open(ada);
  const [provider] = (await world().get(`${of()}/saml`, ada)).body.items;
  const acs = provider.service.acsURL.replace("http://app.test", browser().origin);
  // Where the server is for this browser, by another name than it has in the world.
  const getPostURL = (...asked: unknown[]) => (asked.at(-1) as (error: null, url: string) => void)(null, acs);
  idp.options = { getPostURL };
  await tab.goto(`${browser().origin}/o/${world().organization}/sso`);
  const button = tab.getByRole("button", { name: "Test", exact: true });
  expect(await button.isDisabled()).toBe(true);
  await tab.getByLabel("Sign-in address").fill(`${idp.origin}/sso`);
  await tab.getByLabel("Entity id", { exact: true }).fill("https://other.example.com");
  await tab.getByLabel("Certificate").fill(idp.keys.certificate);
  const tell = async () => {
    const [other] = await Promise.all([context.waitForEvent("page"), button.click()]);
    await other.locator("h1").waitFor();
    const said = await other.locator("main").innerText();
    await other.close();
    return said;
  };
  expect(await tell()).toMatch(
    /^[^]*The test failed[^]*the provider's entityID is https:..other.example.com/,
  );
  await tab.getByLabel("Entity id", { exact: true }).fill(idp.issuer);
  expect(await tell()).toMatch(/The test worked[^]*Acme login named Ann Lee, ann@example.com/);
  await tab.getByText("The other tab says what came of it.").waitFor();
  await tab.getByLabel("Certificate").fill("no");
  await button.click();
  await tab
    .getByRole("alert")
    .getByText(/^Certificate: /)
    .waitFor();
  const { body } = await world().get(`${of()}/saml`, ada);
  expect(body.items[0]).toMatchObject({ label: "Acme login", status: "pending" });
  // The browser tells of what is refused, too.
  expect(wrong.filter((line) => !line.includes("status of 400"))).toEqual([]);
  await context.close();
  await idp.close();
});

test("who installed one reads what its script wrote without its secrets, and tells it again after the repair", async () => {
  const { tab, context, wrong } = await browser().open(ada);
  await publish("teller", {
    title: "Teller",
    script: SCRIPT,
    target: "organization",
    secrets: { KEY: "a-secret-key" },
    configurations: { account: { properties: { team: { type: "string", title: "Team" } } } },
  });
  await world().post("/integrations/teller/installations", { organization: world().organization }, ada);
  await tab.goto(screenOf("teller"));
  await main(tab).getByText("It works on all spaces and sites of the organization.").waitFor();
  await main(tab).getByLabel("Team").fill("docs");
  await main(tab).getByRole("button", { name: "Save", exact: true }).click();
  await main(tab).getByText("Saved. The integration gets the new configuration.").waitFor();
  await waitForSetups(tab, 2);
  await main(tab).getByRole("button", { name: "installation_setup" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("set up with [secret] for docs").waitFor();
  expect(await dialog.getByText("a-secret-key").count()).toBe(0);
  await browser().check(tab);
  await shoot(tab, "integration-event");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await tab.getByText("Sent again.").waitFor();
  await waitForSetups(tab, 2);
  await main(tab).getByRole("button", { name: "installation_setup" }).first().click();
  await dialog.getByText("set up with [secret] for docs").nth(1).waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

/** A poll that is written in the page, counts what is pressed, and asks in a dialog; a configuration of its own. */
const KIT = `export default { async fetch(request) {
  const form = await request.formData();
  const { type, componentId, props, state = {}, action, context } = JSON.parse(form.get("event"));
  const { apiEndpoint, apiTokens, installation } = JSON.parse(form.get("environment"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  const button = (label, onPress, more) => ({ type: "button", label, onPress, ...more });
  const field = (label, name, more) => ({ type: "input", label, element: { type: "textinput", state: name, ...more } });
  const drawn = (children, more = {}) => Response.json({ props, state: {}, element: { type: "block", children }, ...more });
  if (componentId === "setup") {
    if (action?.action === "save") {
      await fetch(apiEndpoint + "/v1" + new URL(installation.urls.location).pathname.replace("/v1", ""), { method: "PATCH",
        headers: { authorization: "Bearer " + apiTokens.installation, "content-type": "application/json" },
        body: JSON.stringify({ configuration: { team: state.team } }) });
      return Response.json({ type: "complete" });
    }
    const { team = "nobody" } = props.installation.configuration;
    const step = action?.action === "go" ? action.step : "team";
    const steps = { type: "stepper", activeStep: step, onStepChange: { action: "go" }, onComplete: { action: "save" },
      children: [
        { type: "step", id: "team", title: "Your team", next: true, children: [field("Team", "team")] },
        { type: "step", id: "check", title: "Is that it?", children: [{ type: "markdown", content: "Team " + state.team }] },
      ] };
    return Response.json({ props, state: {}, element: { type: "configuration",
      children: [{ type: "markdown", content: "The team is **" + team + "**." }, steps] } });
  }
  if (componentId === "who") {
    if (action?.action === "done") return Response.json({ type: "complete", returnValue: { name: state.name } });
    return Response.json({ props, state: {}, element: { type: "modal", title: "Who are you?",
      children: [field("Your name", "name")], submit: button("That is me", { action: "done" }) } });
  }
  const votes = (state.votes ?? 0) + (action?.action === "vote" ? 1 : 0);
  const name = action?.returnValue?.name ?? state.name ?? "nobody";
  return drawn([
    { type: "card", title: props.question ?? "No question yet", hint: votes + " votes of " + name, buttons: [
      button("Vote", { action: "vote" }), button("Say who", { action: "@ui.modal.open", componentId: "who", props: {} })] },
    ...(context.editable ? [field("Question", "question"),
      button("Use it", { action: "@editor.node.updateProps", props: { question: { $state: "question" } } })] : []),
    { type: "webframe", source: { url: "https://frames.example.com/poll" } },
  ], { state: { votes, name } });
} };`;

test("a block is offered, drawn, used and set where its page is written, and drawn where it is read", async () => {
  await publish("kit", {
    title: "Kit",
    script: KIT,
    target: "organization",
    blocks: [{ id: "poll", title: "Poll of readers" }],
    configurations: { account: { componentId: "setup" } },
  });
  const { organization } = world();
  await world().post("/integrations/kit/installations", { organization }, ada);
  const insert = { operation: "insert_page", title: "Asked", document: { markdown: "Before.\n" } };
  const { body } = await world().post(`/spaces/${space}/content`, { changes: [insert] }, ada);
  const { page } = body.changes[0];
  const { tab, context, wrong } = await browser().open(ada);
  await context.route("https://frames.example.com/**", (route) =>
    route.fulfill({ body: "A page of the kit" }),
  );

  // In its own configuration: what it draws writes what it is told.
  await tab.goto(screenOf("kit"));
  await main(tab).getByText("The team is nobody.").waitFor();
  await main(tab).getByLabel("Team").fill("docs");
  await main(tab).getByRole("button", { name: "Next" }).click();
  await main(tab).getByText("Team docs").waitFor();
  await main(tab).getByRole("button", { name: "Back" }).click();
  expect(await main(tab).getByLabel("Team").inputValue()).toBe("docs");
  await main(tab).getByText("Step 1 of 2").waitFor();
  await main(tab).getByRole("button", { name: "Next" }).click();
  await main(tab).getByText("Is that it?").waitFor();
  await main(tab).getByRole("button", { name: "Done" }).click();
  await main(tab).getByText("The team is docs.").waitFor();
  await browser().check(tab);
  await shoot(tab, "kit-configuration");

  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  const text = tab.locator(".ProseMirror");
  await text.getByText("Before.").click();
  await tab.keyboard.press("End");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("/poll");
  await tab.getByRole("option", { name: "Poll of readers" }).click();
  const drawn = text.locator(".integration");
  await drawn.getByText("0 votes of nobody").waitFor();
  await drawn.getByRole("button", { name: "Vote" }).click();
  await drawn.getByText("1 votes of nobody").waitFor();
  await drawn.getByRole("button", { name: "Say who" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("Who are you?").waitFor();
  await dialog.getByLabel("Your name").fill("Ada");
  await browser().check(tab);
  await shoot(tab, "kit-dialog");
  await dialog.getByRole("button", { name: "That is me" }).click();
  await drawn.getByText("1 votes of Ada").waitFor();
  await drawn.getByLabel("Question").fill("Better?");
  await drawn.getByRole("button", { name: "Use it" }).click();
  await drawn.getByText("Better?").waitFor();
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width, height: 900 });
    await browser().check(tab);
    await shoot(tab, `kit-editor-${width}`);
  }
  await tab.setViewportSize({ width: 1280, height: 900 });
  const stored = async () =>
    (await world().get(`/spaces/${space}/content/page/${page}?format=markdown`, ada)).body.markdown;
  await expect.poll(stored, { timeout: 60_000 }).toBe('Before.\n\n{% @kit/poll question="Better?" %}\n');

  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  const read = main(tab).locator(".integration");
  await read.getByText("Better?").waitFor();
  expect(await read.getByLabel("Question").count()).toBe(0);
  await read.getByRole("button", { name: "Vote" }).click();
  await read.getByText("1 votes of nobody").waitFor();
  await browser().check(tab);
  await shoot(tab, "kit-reading");
  expect(wrong.filter((line) => line !== "https://frames.example.com/poll")).toEqual([]);
  await context.close();
});

/** As the published Git integrations are set up: by choices that they answer with themselves, each by the one before. */
const FORGE = `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const { apiEndpoint, apiTokens, installation } = JSON.parse(form.get("environment"));
  if (event.type === "fetch") {
    const url = new URL(event.request.url);
    const [path, query] = [url.pathname.split("/endpoint")[1], url.searchParams];
    if (path === "/accounts") return Response.json([{ id: "7", label: "acme" }]);
    if (path === "/rooms") return Response.json([{ value: "R1", label: "general" }, { value: "R2", label: "random" }]);
    if (path === "/branches") return Response.json([{ id: "refs/heads/main", label: "main" }]);
    const page = Number(query.get("page") ?? 1);
    if (page > 2) return new Response("", { status: 500 });
    url.searchParams.set("page", String(page + 1));
    const items = [{ id: "r" + page, label: "Repository " + page + " of " + query.get("account") }];
    return Response.json({ items, nextPage: url.href });
  }
  if (event.type !== "ui_render") return new Response("", { status: 406 });
  const { props, state = {}, action } = event;
  if (action?.action === "save") {
    await fetch(apiEndpoint + "/v1" + new URL(installation.urls.location).pathname.replace("/v1", ""), { method: "PATCH",
      headers: { authorization: "Bearer " + apiTokens.installation, "content-type": "application/json" },
      body: JSON.stringify({ configuration: { set: state.repository + " at " + state.branch } }) });
    return Response.json({ type: "complete" });
  }
  const { host, pathname } = new URL(installation.urls.publicEndpoint);
  const bound = (name) => ({ $state: name });
  const select = (label, name, path, query, more) => ({ type: "input", label, element: { type: "select", state: name,
    onValueChange: { action: "chosen" }, options: { url: { host, pathname: pathname + path, query } }, ...more } });
  const { set = "nothing" } = props.installation.configuration;
  return Response.json({ props, state, element: { type: "configuration", children: [
    { type: "markdown", content: "Connected with " + set + "." },
    select("Account", "account", "/accounts", { v: "1" }),
    ...(state.account ? [select("Repository", "repository", "/repositories", { account: bound("account") })] : []),
    ...(state.repository ? [select("Branch", "branch", "/branches", { repository: bound("repository") }, { acceptInput: true })] : []),
    { type: "input", label: "Elsewhere", element: { type: "select", state: "other", options: { url: "https://example.com/teams" } } },
    { type: "button", label: "Connect", onPress: { action: "save" } },
  ] } });
} };`;

test("an integration is set up by choices that it answers with, and that are typed where it takes others", async () => {
  const completed = { channel: { type: "string", title: "Room", completion_url: "/rooms" } };
  await publish("forge", {
    title: "Forge",
    script: FORGE,
    configurations: { account: { componentId: "setup" }, space: { properties: completed } },
  });
  const { organization } = world();
  const { body } = await world().post("/integrations/forge/installations", { organization }, ada);
  await world().post(`/integrations/forge/installations/${body.id}/spaces`, { space }, ada);
  const { tab, context, wrong } = await browser().open(ada);
  const asked: string[] = [];
  tab.on("request", (request) => {
    if (request.url().endsWith("/-/options")) asked.push(JSON.parse(request.postData() ?? "").address);
  });
  const lookAt = async (name: string): Promise<void> => {
    for (const colorScheme of ["dark", "light"] as const) {
      await tab.emulateMedia({ colorScheme });
      await browser().check(tab);
      await shoot(tab, `${name}-${colorScheme}`);
    }
  };
  await tab.goto(screenOf("forge"));
  const field = (name: string) => main(tab).getByLabel(name, { exact: true });
  await main(tab).getByText("Connected with nothing.").waitFor();
  await main(tab).getByText("is none at which the integration answers here").waitFor();
  await field("Account").selectOption({ label: "acme" });
  await field("Repository")
    .locator("option", { hasText: "Repository 1 of 7" })
    .waitFor({ state: "attached" });
  const loadMore = main(tab).getByRole("button", { name: "Load more" });
  await loadMore.click();
  await field("Repository")
    .locator("option", { hasText: "Repository 2 of 7" })
    .waitFor({ state: "attached" });
  // Where the next doesn't come, what is there stays.
  await loadMore.click();
  await main(tab).getByText("These are not all choices.").waitFor();
  await field("Repository").selectOption({ label: "Repository 2 of 7" });
  await field("Branch").locator("option", { hasText: "main" }).waitFor({ state: "attached" });
  // What is typed is taken by Enter, too.
  await field("Find in Branch").fill("later");
  await field("Find in Branch").press("Enter");
  await expect.poll(() => field("Branch").inputValue()).toBe("later");
  // So it is by whoever goes on to something else; not by who goes on to what was found.
  await field("Find in Branch").fill("after that");
  await field("Repository").focus();
  await expect.poll(() => field("Branch").inputValue()).toBe("after that");
  await field("Find in Branch").fill("drafts");
  await field("Branch").selectOption({ label: "drafts" });
  await lookAt("kit-choices");
  // Each part was asked for once.
  const parts = asked.filter((address) => address.includes("/repositories"));
  expect(parts.map((address) => /page=\d/.exec(address)?.[0])).toEqual([undefined, "page=2", "page=3"]);
  await main(tab).getByRole("button", { name: "Connect", exact: true }).click();
  await main(tab).getByText("Connected with r2 at drafts.").waitFor();

  // A property to be completed is chosen by its name.
  await partOf(tab, "Spaces it works on").getByRole("button", { name: "Actions for Guides" }).click();
  await tab.getByRole("menuitem", { name: "Configure…" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Room", { exact: true }).selectOption({ label: "random" });
  await lookAt("integration-completed");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Saved. The integration gets the new configuration.").waitFor();
  const onSpace = await world().get(`/integrations/forge/installations/${body.id}/spaces/${space}`, ada);
  expect(onSpace.body.configuration).toEqual({ channel: "R2" });
  expect(wrong.filter((line) => !/status of (?:400|503)/.test(line))).toEqual([]);
  await context.close();
});

test.each(THEMES)("the screens of single things, in %s", async (theme) => {
  const single = `/orgs/${world().organization}`;
  const post = async (path: string, body: object) => {
    const answer = await world().post(path, body, ada);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  await publish(`looked-${theme}`, { title: "Looked at", scopes: ["space:content:read"] });
  const collection = (await post(`${single}/collections`, { title: "Product" })).id;
  const webhook = (await post(`${single}/webhooks`, { url: `https://example.org/${theme}` })).id;
  const settings = (await post(`${single}/translations`, { title: "Manuals", languages: ["de"] })).id;
  const source = (await post(`${single}/spaces`, { title: "Handbook", parent: collection })).id;
  const page = { operation: "insert_page", type: "document", title: "One", document: { markdown: "First." } };
  const { changes } = await post(`/spaces/${source}/content`, { changes: [page] });
  const german = await post(`${single}/translations/${settings}/spaces`, { source, language: "de" });
  const { number } = await post(`/spaces/${source}/change-requests`, { subject: "More" });
  const trashed = (await post(`${single}/spaces`, { title: "Gone" })).id;
  await world().delete(`/spaces/${trashed}`, ada);
  const [o, s] = [`/o/${world().organization}`, `/o/${world().organization}/sites/${site}`];
  await browser().look(
    ada,
    theme,
    "integrations",
    [
      ["/inbox", "Nothing new"],
      [`${o}/inbox`, "Nothing new"],
      ["/kept", "Everything you wrote is saved"],
      [`/c/${collection}`, "Handbook"],
      [`${o}/trash`, "7 days left"],
      [`${o}/webhooks/${webhook}`, "No deliveries yet. Send a test to see whether it arrives."],
      [`${o}/translations/${settings}`, "Translated spaces"],
      [`/s/${german.space}/~/translation`, "Translate now"],
      [`${o}/integrations/looked-${theme}`, "Not installed"],
      [`${s}/audience`, "Adapt pages to their reader"],
      [`${s}/redirects`, "No redirects yet"],
      [`${s}/feedback`, "No reader has said anything yet"],
      [`${s}/git`, "What counts at first"],
      [`${s}/permissions`, "All other members"],
      [`${s}/settings`, "Delete site…"],
      [`/s/${source}/~/changes/${number}/${changes[0].page}`, "First."],
    ].map(([path = "", sign]) => [path, `text=${JSON.stringify(sign)}`]),
  );
});

describe("e-mail that the mail server refused", () => {
  const mail = useMailServer(world);

  test("is told of in the list of members, with the reason, and is sent again from there", async () => {
    mail.refuse(new MailRefused(`${SERVER_REFUSED}No such mailbox`, { isFinal: true }));
    const { tab, context, wrong } = await browser().open(ada);
    await tab.goto(`${browser().origin}/o/${world().organization}/members`);
    await tab.getByRole("button", { name: "Invite people" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel("E-mail addresses").fill("lost@example.org");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await main(tab).getByText("lost@example.org").waitFor();
    await world().runJobs();
    await tab.reload();
    await main(tab).getByText("E-mail to 1 person could not be sent.").waitFor();
    await main(tab)
      .getByText("The mail server refuses the address for good. Check the address, then send it again.")
      .waitFor();
    await main(tab).getByRole("button", { name: "Show them" }).click();
    await expect.poll(() => main(tab).getByRole("row").count()).toBe(2);

    mail.deliver();
    await main(tab).getByRole("row", { name: /lost/ }).getByRole("button").last().click();
    await tab.getByRole("menuitem", { name: "Send the invitation again" }).click();
    await main(tab).getByText("is sent again.").waitFor();
    await world().runJobs();
    expect(mail.mailed().filter((one) => one.startsWith("lost@"))).toHaveLength(1);
    await tab.reload();
    await main(tab).getByText("lost@example.org").waitFor();
    expect(await main(tab).getByText("could not be sent").count()).toBe(0);

    mail.refuse(new MailRefused(`${SERVER_REFUSED}No such mailbox`, { isFinal: true }));
    const { body } = await world().get(`${of()}/members?search=lost`, ada);
    await world().deps.db.transact((tx) =>
      queueSignInEmail(tx, { user: body.items[0].id }, { id: newId(), now: world().deps.clock.now() }),
    );
    await world().runJobs();
    await tab.reload();
    await main(tab).getByText("E-mail to 1 person could not be sent.").waitFor();
    await main(tab).getByText("Sign-in link not sent").waitFor();
    await shoot(tab, "failed-emails");
    mail.deliver();
    await main(tab).getByRole("row", { name: /lost/ }).getByRole("button").last().click();
    await tab.getByRole("menuitem", { name: "Send the failed e-mails again" }).click();
    await main(tab).getByText("The e-mails to lost are sent again.").waitFor();
    await expect.poll(() => main(tab).getByText("Sign-in link not sent").count()).toBe(0);
    await world().runJobs();
    expect(mail.mailed().at(-1)).toBe("lost@example.org: Sign in to Lectern");
    expect(wrong).toEqual([]);
    await context.close();
  });
});

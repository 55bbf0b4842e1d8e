/** Integrations as an administrator has them in a browser: set up, put on spaces and sites, and what they were told. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

/** What a busy machine takes long for is no script that goes too far. */
const world = useWorld({ runsScripts: true, scriptLimits: { answer: 60_000, end: 60_000 } });
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
    .poll(
      async () => {
        await world().runJobs();
        await tab.reload();
        await partOf(tab, "What it was told").locator("table, .nothing").waitFor();
        return main(tab).getByRole("button", { name: "installation_setup" }).count();
      },
      { timeout: 90_000 },
    )
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
  await dialog.getByText("space:content:read").waitFor();
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
    await part.getByText(`It is on no ${kind}, and does nothing on any.`).waitFor();
    await part.getByRole("button", { name: `Add to a ${kind}…` }).click();
    await dialog
      .getByLabel(kind === "space" ? "Space" : "Site", { exact: true })
      .selectOption({ label: title });
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await part.getByText("Installed, its configuration lacks something").waitFor();
    await part.getByRole("button", { name: `Actions for ${title}` }).click();
    await tab.getByRole("menuitem", { name: "Configure…" }).click();
    await dialog.getByLabel("Label").fill(`On ${title}`);
    await browser().check(tab);
    await shoot(tab, `integration-configure-${kind}`);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Saved. The integration is told.").waitFor();
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
  await sites.getByText("It is on no site, and does nothing on any.").waitFor();
  await sites.getByLabel("Which sites").selectOption({ label: "All, also those to come" });
  await sites.getByRole("button", { name: "Save", exact: true }).click();
  await sites.getByText("Saved. It holds at once.").waitFor();
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
  expect(wrong).toEqual([]);
  await context.close();
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
  await main(tab).getByText("Saved. The integration is told.").waitFor();
  await waitForSetups(tab, 2);
  await main(tab).getByRole("button", { name: "installation_setup" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("set up with [secret] for docs").waitFor();
  expect(await dialog.getByText("a-secret-key").count()).toBe(0);
  await browser().check(tab);
  await shoot(tab, "integration-event");
  await dialog.getByRole("button", { name: "Tell again" }).click();
  await tab.getByText("It is told again.").waitFor();
  await waitForSetups(tab, 2);
  await main(tab).getByRole("button", { name: "installation_setup" }).first().click();
  await dialog.getByText("set up with [secret] for docs").nth(1).waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

/** What people do with a site, in a browser: its look, its parts and its readers. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shoot, THEMES } from "./consoleBrowser.fixture.ts";
import { serveSites } from "./sitesOrigin.fixture.ts";
import { heldMethod, useWriting } from "./writing.fixture.ts";

const { ada, browser, makePage, makeSpace, open, world } = useWriting();

/** The fonts that come with the program. */
const FONTS = path.join(import.meta.dirname, "../../design/fonts");

/** A published site of two spaces, each a section with a page, open in a tab. */
async function openSite(title: string, part = "") {
  const sites = `/orgs/${world().organization}/sites`;
  const spaces = [await makeSpace("Guides"), await makeSpace("Our API")];
  for (const space of spaces) await makePage(space, "Start here", "Words.\n");
  const { id, basename } = (await world().post(sites, { title, spaces: spaces.slice(0, 1) }, ada())).body;
  const site = `${sites}/${id}`;
  await world().post(`${site}/sections`, { spaceId: spaces[1] }, ada());
  await world().post(`${site}/publish`, undefined, ada());
  const opened = await open(ada());
  const { tab, context, wrong } = opened;
  await serveSites(tab, world(), browser());
  await tab.goto(`${browser().origin}/o/${world().organization}/sites/${id}${part}`);
  const base = `/acme/${basename}/`;
  return {
    ...opened,
    site,
    base,
    main: tab.locator("main"),
    visit: (path = "") => world().visit(base + path),
    /** What went wrong is exactly what was refused, in its order. */
    close: async (...refused: readonly number[]) => {
      expect(wrong.map((line) => Number(/status of (\d+)/.exec(line)?.[1] ?? Number.NaN))).toEqual(refused);
      await context.close();
    },
  };
}

const saving = (tab: Page) => tab.getByRole("button", { name: "Save", exact: true }).click();

test("a site is made of spaces, and its parts are put in order by pointer and by keys", async () => {
  const [guides, api] = [await makeSpace("Guides"), await makeSpace("Our API")];
  for (const space of [guides, api]) await makePage(space, "Start here", "Words.\n");
  const { tab, context, wrong } = await open(ada());
  await serveSites(tab, world(), browser());
  await tab.goto(`${browser().origin}/o/${world().organization}/sites`);
  const main = tab.locator("main");
  await main.getByRole("link", { name: "New site" }).click();
  await tab.getByRole("textbox", { name: "Title of the site" }).fill("Manual");
  await tab.getByRole("checkbox", { name: "Guides" }).check();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Create site" }).click();
  await main.getByText("Not published").waitFor();
  const site = new URL(tab.url()).pathname.replace("/o/", "/orgs/");
  await main.getByRole("button", { name: "Publish", exact: true }).click();
  // Before it is done, it is said what becomes readable, and by whom.
  const asked = tab.getByRole("dialog", { name: "Publish Manual?" });
  await asked.getByText("Everybody will be able to read these spaces").waitFor();
  await asked.getByRole("listitem").filter({ hasText: "Guides" }).waitFor();
  await asked.getByRole("button", { name: "Publish", exact: true }).click();
  const href = (await main.getByRole("link", { name: "Visit the site" }).getAttribute("href")) ?? "";
  const { pathname } = new URL(href);
  const visit = (path = pathname) => world().visit(path);

  // Both are sections from now on, the second is dragged before the first, and put back.
  const part = (name: string) => main.getByRole("treeitem", { name, exact: true });
  const structure = async () => {
    const { body } = await world().get(`${site}/structure`, ada());
    return body.structure.map(({ title, sections = [] }: { title: string; sections?: { title: string }[] }) =>
      [title, ...sections.map((section) => section.title)].join(" > "),
    );
  };
  await main.getByRole("button", { name: "Add space" }).click();
  await tab.getByRole("combobox", { name: "Space" }).selectOption("Our API");
  await browser().check(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Add space" }).click();
  await expect.poll(structure).toEqual(["Manual", "Our API"]);
  await part("Manual").waitFor();
  await main.getByRole("treeitem", { name: "Our API", exact: true }).last().waitFor();
  const [last] = (await main.getByRole("treeitem", { level: 1 }).all()).slice(-1);
  await last?.dragTo(part("Manual"), { targetPosition: { x: 60, y: 2 } });
  await expect.poll(structure).toEqual(["Our API", "Manual"]);
  await tab.getByText("Moved “Our API”").waitFor();
  await browser().check(tab);
  await tab.keyboard.press("Control+z");
  await expect.poll(structure).toEqual(["Manual", "Our API"]);
  await main.getByRole("button", { name: "New group" }).click();
  await tab.getByLabel("Title of the group").fill("Reference");
  await tab.getByRole("button", { name: "Create group" }).click();
  await part("Reference").waitFor();
  await part("Reference").focus();
  await tab.keyboard.press("Alt+ArrowUp");
  await expect.poll(structure).toEqual(["Manual", "Reference", "Our API"]);
  const top = () => main.getByRole("treeitem", { level: 1 }).allTextContents();
  await expect.poll(top).toEqual(["Manual", "Reference", "Our API"]);
  // Keys that come before any of it is drawn count one by one.
  const { asked: isAsked, come } = await heldMethod(tab, "PATCH", /\/structure\/sort$/);
  await main.getByRole("treeitem", { level: 1 }).last().focus();
  await tab.keyboard.press("Alt+ArrowUp");
  await isAsked;
  await tab.keyboard.press("Alt+ArrowUp");
  come();
  await expect.poll(structure).toEqual(["Our API", "Manual", "Reference"]);
  await expect.poll(top).toEqual(["Our API", "Manual", "Reference"]);
  await tab.keyboard.press("Alt+ArrowDown");
  await tab.keyboard.press("Alt+ArrowDown");
  await expect.poll(top).toEqual(["Manual", "Reference", "Our API"]);
  await main.getByRole("treeitem", { level: 1 }).last().focus();
  await tab.keyboard.press("Alt+ArrowRight");
  await expect.poll(structure).toEqual(["Manual", "Reference > Our API"]);
  await main.getByRole("treeitem", { name: "Our API", level: 2 }).click();
  await main.getByLabel("Path").fill("guides and more");
  await saving(tab);
  await main.locator(".wrong").first().waitFor();
  await main.getByLabel("Path").fill("api");
  await saving(tab);
  await main.getByText("Saved. Readers see it at once.").waitFor();
  expect((await visit(`${pathname}api/`)).status).toBe(200);
  expect(wrong.map((line) => /status of (\d+)/.exec(line)?.[1])).toEqual(["400"]);
  await context.close();
});

test("a site leads elsewhere: links are made, moved by keys, changed and taken off", async () => {
  const { tab, site, main, base, visit, close } = await openSite("Linked");
  const part = (name: string) => main.getByRole("treeitem", { name, exact: true });
  const outline = async () => {
    const { body } = await world().get(`${site}/structure`, ada());
    return body.structure.map(({ title, children = [] }: { title: string; children?: { title: string }[] }) =>
      [title, ...children.map((child) => child.title)].join(" > "),
    );
  };
  await main.getByRole("button", { name: "New link" }).click();
  await tab.getByLabel("Title of the link").fill("Status");
  await tab.getByLabel("Where it leads").fill("javascript:alert(1)");
  await browser().check(tab);
  await tab.getByRole("button", { name: "Add link" }).click();
  await tab.getByText("Must be an address that begins with http:// or https://.", { exact: true }).waitFor();
  await tab.getByLabel("Where it leads").fill("https://status.example.com/");
  await tab.getByRole("button", { name: "Add link" }).click();
  await part("Status").waitFor();
  expect(await outline()).toEqual(["Linked", "Our API", "Status"]);
  expect((await visit()).text).toContain('href="https://status.example.com/"');

  await main.getByRole("button", { name: "New group" }).click();
  await tab.getByLabel("Title of the group").fill("More");
  await tab.getByRole("button", { name: "Create group" }).click();
  await part("More").waitFor();
  await part("Status").focus();
  await tab.keyboard.press("Alt+ArrowDown");
  await expect.poll(outline).toEqual(["Linked", "Our API", "More", "Status"]);
  await expect
    .poll(() => main.getByRole("treeitem", { level: 1 }).allTextContents())
    .toEqual(["Linked", "Our API", "More", "Status"]);
  await part("Status").focus();
  await tab.keyboard.press("Alt+ArrowRight");
  await expect.poll(outline).toEqual(["Linked", "Our API", "More > Status"]);

  await main.getByRole("treeitem", { name: "Status", level: 2 }).click();
  await main.getByText("Link to elsewhere").waitFor();
  await main.getByLabel("Where it leads").fill("");
  await saving(tab);
  await main.locator(".wrong:visible").waitFor();
  await main.getByLabel("Where it leads").fill("https://state.example.com/");
  await main.getByLabel("Title").fill("State");
  await main.getByLabel("Icon").fill("signal");
  await main.getByLabel("A draft").check();
  await saving(tab);
  await main.getByText("Saved. Readers see it at once.").waitFor();
  expect((await visit()).text).not.toContain("state.example.com");
  const size = tab.viewportSize() ?? { width: 1280, height: 720 };
  for (const theme of THEMES) {
    await tab.emulateMedia({ colorScheme: theme });
    await tab.setViewportSize(theme === "dark" ? { width: 320, height: 900 } : size);
    await browser().check(tab);
    await shoot(tab, `external-link-${theme}`);
  }
  await tab.setViewportSize(size);
  await main.getByLabel("A draft").uncheck();
  await saving(tab);
  await expect.poll(async () => (await visit()).text).toContain('href="https://state.example.com/"');

  // The reader finds it in the menu of its group, by keys, in either theme.
  const reading = await tab.context().newPage();
  await serveSites(reading, world(), browser());
  await reading.goto(`http://sites.test${base}`);
  for (const theme of THEMES) {
    await reading.emulateMedia({ colorScheme: theme });
    await reading.locator("summary", { hasText: "More" }).focus();
    await reading.keyboard.press("Enter");
    await reading.keyboard.press("Tab");
    const focused = reading.locator("a:focus");
    await expect.poll(() => focused.getAttribute("href")).toBe("https://state.example.com/");
    await browser().check(reading);
    await shoot(reading, `external-link-read-${theme}`);
    await reading.locator("summary", { hasText: "More" }).click();
  }
  await reading.close();

  await main.getByRole("button", { name: "Take out" }).click();
  await tab.getByText("Readers don't find the link here any more.").waitFor();
  await tab.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
  await expect.poll(outline).toEqual(["Linked", "Our API", "More"]);
  await close(400, 400);
});

test("the look of a site is tried before anybody sees it, and two who change it lose nothing", async () => {
  const { tab, site, main, visit, close } = await openSite("Looks", "/customize");
  const preview = tab.frameLocator('iframe:not([data-waiting])[title="Preview of the site"]');
  await preview.getByRole("heading", { name: "Start here" }).waitFor();
  await tab.getByLabel("Primary colour, in light").fill("#b4260f");
  await tab.getByText("Announcement", { exact: true }).click();
  await tab.getByLabel("Show a line above every page").check();
  // A word of one letter can't be saved: it is said where it is, and what was shown stays.
  await tab.getByLabel("What it says").fill("V");
  await tab.getByText("Must be at least 2 characters long.").waitFor();
  await tab.getByLabel("What it says").fill("Version 2 is out");
  await preview.getByText("Version 2 is out").waitFor();
  await preview.locator('link[href*="pb4260f"]').first().waitFor({ state: "attached" });
  expect((await visit()).text).not.toMatch(/Version 2 is out|pb4260f/);
  await browser().check(tab);
  // The same in the dark, in the narrowest window.
  const size = tab.viewportSize() ?? { width: 1280, height: 720 };
  await tab.emulateMedia({ colorScheme: "dark" });
  await tab.setViewportSize({ width: 320, height: 900 });
  await browser().check(tab);
  await shoot(tab, "customize-dark-320");
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.setViewportSize(size);

  // Somebody else changes another setting, and the same one, meanwhile.
  const look = (await world().get(`${site}/customization`, ada())).body;
  const theirs = { ...look, title: "Theirs", styling: { ...look.styling, corners: "straight" } };
  expect((await world().put(`${site}/customization`, theirs, ada())).status).toBe(200);
  await tab.getByLabel("Name on the site").fill("Ours");
  await saving(tab);
  await main.getByText(/^ada changed this/).waitFor();
  await browser().check(tab);
  await saving(tab);
  await main.getByText("Saved. Readers see it from now on.").waitFor();
  const saved = (await world().get(`${site}/customization`, ada())).body;
  expect([saved.title, saved.styling.corners, saved.styling.primaryColor]).toEqual([
    "Ours",
    "straight",
    { ...look.styling.primaryColor, light: "#b4260f" },
  ]);
  expect((await visit()).text).toMatch(/pb4260f[^]*Version 2 is out/);

  // A font of one's own: what is none is said before it is sent, or by its name after it.
  await main.getByText("Fonts", { exact: true }).click();
  await main.getByRole("button", { name: "Upload a font" }).click();
  const dialog = tab.getByRole("dialog");
  const files = dialog.getByLabel("Files");
  const bytes = readFileSync(path.join(FONTS, "ibm-plex-mono-latin-400.08949f728dc5.woff2"));
  const file = (name: string, buffer: Buffer = bytes) => ({ name, mimeType: "font/woff2", buffer });
  await files.setInputFiles(file("Brand-Bold.ttf"));
  await dialog.getByText("Brand-Bold.ttf is no WOFF2 or WOFF file.").waitFor();
  await files.setInputFiles(file("Brand-SemiBold.woff2"));
  await dialog.getByText("One of the files has to be the regular weight, 400.").waitFor();
  await files.setInputFiles([file("Brand-Regular.woff2", bytes.subarray(1)), file("Brand-SemiBold.woff2")]);
  await expect.poll(() => dialog.getByLabel("Name of the font").inputValue()).toBe("Brand");
  await expect.poll(() => dialog.getByLabel("Weight of Brand-SemiBold.woff2").inputValue()).toBe("600");
  await browser().check(tab);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("Brand-Regular.woff2: The file is no font in WOFF2 or WOFF.").waitFor();
  await files.setInputFiles([file("Brand-Regular.woff2"), file("Brand-SemiBold.woff2")]);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await tab.getByText("Brand is there, and chosen for text.").waitFor();
  await preview.locator('link[href*="/~/fonts/"]').first().waitFor({ state: "attached" });
  await saving(tab);
  await main.getByText("Saved. Readers see it from now on.").waitFor();
  expect((await visit()).text).toMatch(/href="\/~\/fonts\/[^"]+\.woff2"/);
  await main.getByRole("button", { name: "Actions for Brand" }).click();
  await tab.getByRole("menuitem", { name: "Delete font" }).click();
  await dialog.getByRole("button", { name: "Delete font" }).click();
  await main.getByRole("button", { name: "Actions for Brand" }).waitFor({ state: "detached" });
  await close(400, 412, 400);
});

test("one space of a site looks otherwise, and shows what is its own and what is the site's", async () => {
  const { tab, site, main, visit, close } = await openSite("Variants");
  const { items } = (await world().get(`${site}/site-spaces`, ada())).body;
  const [, api] = items;
  await main.getByRole("treeitem", { name: "Our API", level: 1 }).focus();
  await tab.keyboard.press("ArrowRight");
  await main.getByRole("treeitem", { name: "Our API", level: 2 }).click();
  await main.getByRole("link", { name: "Look of its own" }).click();
  const whose = main.getByRole("combobox", { name: "Look of" });
  await whose.waitFor();
  expect(await whose.locator("option").allTextContents()).toEqual(["The whole site", "Variants", "Our API"]);
  await expect.poll(() => whose.inputValue()).toBe(api.id);
  const preview = tab.frameLocator('iframe:not([data-waiting])[title="Preview of the site"]');
  await preview.getByRole("heading", { name: "Start here" }).waitFor();
  // What is the same on the whole site isn't offered.
  expect([await main.getByLabel("Name on the site").count(), await main.getByText("Fonts").count()]).toEqual([
    0, 0,
  ]);
  await main.getByLabel("Primary colour, in light").fill("#b4260f");
  await main.getByText("Shapes and theme").click();
  await main.getByLabel("Corners").selectOption({ label: "Straight" });
  await main.getByRole("button", { name: "As the site: Corners" }).waitFor();
  await main.getByText("1 of its own").first().waitFor();
  await preview.locator('link[href*="pb4260f"]').first().waitFor({ state: "attached" });
  await preview.locator('[data-look~="corners-straight"]').first().waitFor({ state: "attached" });
  expect((await visit("our-api/")).text).not.toContain("pb4260f");
  await browser().check(tab);
  await main.getByRole("button", { name: "As the site: Corners" }).click();
  await preview.locator(":root:not([data-look])").first().waitFor({ state: "attached" });
  await saving(tab);
  await main.getByText("Saved. Readers see it from now on.").waitFor();
  expect(
    [(await visit("our-api/")).text, (await visit()).text].map((text) => text.includes("pb4260f")),
  ).toEqual([true, false]);
  const own = async () =>
    (await world().get(`${site}/site-spaces/${api.id}/customization`, ada())).body.overrides;
  const { primaryColor } = (await world().get(`${site}/customization`, ada())).body.styling;
  expect(await own()).toEqual({ styling: { primaryColor: { ...primaryColor, light: "#b4260f" } } });
  // All of it is given back at once, and the site's own look has no such mark.
  await main.getByRole("button", { name: "Make all as the site" }).click();
  await saving(tab);
  await main.getByText("Saved. Readers see it from now on.").waitFor();
  expect(await own()).toEqual({});
  await whose.selectOption({ label: "The whole site" });
  await main.getByLabel("Name on the site").waitFor();
  await close();
});

test("redirects come from a file with mistakes, and from a form", async () => {
  const { tab, main, visit, close } = await openSite("Moves", "/redirects");
  await main.getByText("No redirects yet").waitFor();
  await main.getByRole("button", { name: "Import" }).click();
  const rows =
    "/old,start-here\nold,nowhere\n/blog/*,https://blog.example.com/\n/script,javascript:alert(1)\n";
  await tab.getByLabel("CSV file").setInputFiles({
    name: "redirects.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows),
  });
  await tab.getByText("2 rows can't be taken. They are left out:").waitFor();
  await tab.getByText("Row 2: A path begins with /").waitFor();
  await tab.getByText("Row 4: That is not a valid address.").waitFor();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Import 2 redirects" }).click();
  await main.getByRole("row", { name: /\/blog\/\* https:\/\/blog\.example\.com/ }).waitFor();
  await browser().check(tab);
  expect((await visit("blog/a")).headers["location"]).toBe("https://blog.example.com/a");
  expect((await visit("old")).status).toBe(307);
  await main.getByRole("button", { name: "Add redirect" }).click();
  await tab.getByLabel("From which path").fill("/blog/*");
  await tab.getByRole("dialog").getByRole("button", { name: "Add redirect" }).click();
  await tab.getByRole("dialog").locator(".wrong").first().waitFor();
  await tab.getByLabel("From which path").fill("/shop");
  await tab.getByLabel("Address", { exact: true }).fill("https://shop.example.com/");
  await tab.getByRole("dialog").getByRole("button", { name: "Add redirect" }).click();
  await main.getByRole("button", { name: "Actions for /shop" }).click();
  await tab.getByRole("menuitem", { name: "Delete" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await tab.getByText("The redirect of /shop is deleted.").waitFor();
  await close(400);
});

test("a site is open to those who have a link, until it is revoked", async () => {
  const { tab, main, visit, close } = await openSite("Links", "/audience");
  await main.getByRole("combobox", { name: "Who reads it" }).selectOption("By share link");
  await saving(tab);
  await main.getByRole("button", { name: "New share link" }).click();
  await tab.getByRole("textbox", { name: "For whom it is" }).fill("The board");
  await tab.getByRole("button", { name: "Create link" }).click();
  const link = await main.getByRole("textbox", { name: "Link The board" }).inputValue();
  expect([(await visit()).status, (await world().visit(new URL(link).pathname)).status]).toEqual([403, 200]);
  await main.getByRole("button", { name: "Revoke The board" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await main.getByText("No share links yet.").waitFor();
  expect((await world().visit(new URL(link).pathname)).status).toBe(403);
  await close();
});

test("visitors sign in elsewhere, and what is known of them is said by a form", async () => {
  const { tab, site, main, visit, close } = await openSite("Visitors", "/audience");
  await main.getByRole("combobox", { name: "Who reads it" }).selectOption("For visitors who sign in");
  await main.getByLabel("Adapt pages to their reader").check();
  await saving(tab);
  await main.getByLabel("Address of your login").fill("ftp://login.example.com");
  await main.getByRole("button", { name: "Save", exact: true }).nth(1).click();
  await main.locator(".wrong:visible").waitFor();
  await main.getByLabel("Address of your login").fill("https://login.example.com/");
  await main.getByRole("button", { name: "Save", exact: true }).nth(1).click();
  await main.getByText("Saved. Visitors who are not signed in are sent there from now on.").waitFor();
  expect((await visit()).headers["location"]).toMatch(/^https:\/\/login\.example\.com\//);
  // Claims: by a form, with what is wrong at the claim; as JSON, which the form keeps whole.
  await main.getByRole("button", { name: "Add claim" }).click();
  const claim = main.getByRole("group", { name: "Claim claim" });
  await claim.getByLabel("Kind").selectOption({ label: "One of some texts" });
  await claim.getByLabel("Which texts").fill("free\npro\npro");
  await claim.getByLabel("Name", { exact: true }).fill("plan");
  const plan = main.getByRole("group", { name: "Claim plan" });
  await plan.getByLabel("What it tells").fill("The plan");
  const saveClaims = () => main.getByRole("button", { name: "Save", exact: true }).nth(2).click();
  await saveClaims();
  await plan.locator(".wrong").waitFor();
  await plan.getByLabel("Which texts").fill("free\npro");
  await main.getByRole("button", { name: "Add claim" }).click();
  await main.getByRole("group", { name: "Claim claim" }).getByLabel("Name", { exact: true }).fill("plan");
  await main.getByText("Another claim has this name. It keeps its former one.").waitFor();
  await main.getByRole("button", { name: "Add claim" }).click();
  await main.getByRole("button", { name: "Remove claim", exact: true }).click();
  const other = main.getByRole("group", { name: "Claim claim2" });
  expect(await other.getByLabel("Name", { exact: true }).inputValue()).toBe("claim2");
  await main.getByRole("button", { name: "Remove claim2" }).click();
  // Another kind that was only tried takes nothing away.
  await plan.getByLabel("Kind").selectOption({ label: "Text" });
  await plan.getByLabel("Kind").selectOption({ label: "One of some texts" });
  await expect.poll(() => plan.getByLabel("Which texts").inputValue()).toBe("free\npro");
  await browser().check(tab);
  await saveClaims();
  await main.getByText("Saved. Conditions see these claims from now on.").waitFor();
  const schema = async () => (await world().get(`${site}/adaptive-schema`, ada())).body.jsonSchema;
  const told = { plan: { type: "string", enum: ["free", "pro"], description: "The plan" } };
  expect(await schema()).toEqual({ type: "object", additionalProperties: false, properties: told });
  await main.getByRole("button", { name: "JSON", exact: true }).click();
  const account = { type: "object", description: "It", properties: told, additionalProperties: false };
  const whole = { type: "object", additionalProperties: false, properties: { account, ...told } };
  const wrong = { properties: { wrong: { type: "string", enum: "free" } } };
  await main.getByLabel("Claims, as JSON Schema").fill(JSON.stringify(wrong));
  await main.getByRole("button", { name: "Form", exact: true }).click();
  const unknown = main.getByRole("group", { name: "Claim wrong" });
  await expect.poll(() => unknown.getByLabel("Kind").inputValue()).toBe("As JSON says");
  await browser().check(tab);
  await unknown.getByRole("button", { name: "Change it in JSON" }).click();
  await main.getByLabel("Claims, as JSON Schema").fill(JSON.stringify(whole));
  await main.getByRole("button", { name: "Form", exact: true }).click();
  await plan.getByLabel("Visitors say it themselves, and nobody signs it").check();
  await saveClaims();
  await expect.poll(async () => Object.keys((await schema()).properties)).toEqual(["account", "unsigned"]);
  expect((await schema()).properties).toMatchObject({ account, unsigned: { properties: told } });
  await browser().check(tab);
  await close(400, 400);
});

test("a host name waits for its proof, and what is unpublished is read by nobody", async () => {
  const { tab, main, visit, close } = await openSite("Named", "/settings");
  await main.getByLabel("Host name").fill("docs.acme.example");
  await main.getByRole("button", { name: "Save", exact: true }).nth(1).click();
  await main.getByText("Not proved yet: the DNS has no such record.").waitFor();
  expect(await main.getByRole("textbox", { name: "Name of the record" }).inputValue()).toBe(
    "_lectern.docs.acme.example",
  );
  await browser().check(tab);

  await main.getByRole("button", { name: "Unpublish" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await main.getByText("Not published").waitFor();
  expect((await visit()).status).toBe(404);
  await close();
});

test("what somebody may change of a site follows their role on it, not that in the organization", async () => {
  const sites = `/orgs/${world().organization}/sites`;
  const { id } = (await world().post(sites, { title: "Roles" }, ada())).body;
  const [rita, carl] = [await world().addPerson("rita", "read"), await world().addPerson("carl", "create")];
  const give = (users: readonly string[], role: string) =>
    world().post(`${sites}/${id}/permissions`, { users, role }, ada());
  expect([(await give([rita.id], "create")).status, (await give([carl.id], "read")).status]).toEqual([
    204, 204,
  ]);
  const shown = async (person: typeof rita) => {
    const { tab, context } = await open(person);
    await tab.goto(`${browser().origin}/o/${world().organization}/sites/${id}`);
    const main = tab.locator("main");
    await main.getByText("Not published").waitFor();
    const counts = [
      await main.getByRole("button", { name: "Publish", exact: true }).count(),
      await main.getByRole("link", { name: "Settings" }).count(),
    ];
    await context.close();
    return counts;
  };
  expect([await shown(rita), await shown(carl)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  // Who gave them that is told why, and takes it back.
  const { tab, context, wrong } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}/sites/${id}/permissions`);
  const main = tab.locator("main");
  await main.getByRole("row", { name: /rita.*Create.*Given to them in Roles/ }).waitFor();
  await main.getByRole("row", { name: /carl.*Read.*Given to them in Roles/ }).waitFor();
  await browser().check(tab);
  await main.getByRole("button", { name: "Actions for rita" }).click();
  await tab.getByRole("menuitem", { name: "Take the role back" }).click();
  await main.getByRole("row", { name: /rita.*Read.*Role in the organization/ }).waitFor();
  await main.getByRole("combobox", { name: "May", exact: true }).selectOption({ label: "No access" });
  await saving(tab);
  await main.getByText("Saved. This applies from now on.").waitFor();
  expect((await world().get(`${sites}/${id}`, rita)).status).toBe(404);
  expect(wrong).toEqual([]);
  await context.close();
});

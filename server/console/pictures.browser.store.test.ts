/** The pictures of a site and of the console in docs/ and in the README: `npm run pictures` makes them anew. */
import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Person } from "../test/harness.ts";
import { serveSites } from "./sitesOrigin.fixture.ts";
import { useWriting } from "./writing.fixture.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = "docs/.gitbook/assets/";
const NAMES = [
  "site-light",
  "console-sign-in",
  "console-editor",
  "console-review",
  "console-customize",
  "console-members",
];
const fileOf = (name: string) => `${ROOT}${FOLDER}${name}.png`;
/** Bytes of all of them. */
const MOST = 700_000;

test("each picture is shown in docs/, and together they are small", async () => {
  const pages = (await readdir(`${ROOT}docs`, { recursive: true })).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(`${ROOT}docs/${name}`, "utf8")));
  const sizes = await Promise.all(NAMES.map(async (name) => (await stat(fileOf(name))).size));
  expect(NAMES.filter((name) => !texts.some((text) => text.includes(`assets/${name}.png`)))).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});

if (process.env["LECTERN_MAKE_PICTURES"] === "1") makePictures();

const GUIDE = [
  "# Install\n",
  "Lanterns runs on every machine that has Node. It takes a minute.\n",
  '{% hint style="info" %}\nKeep the address that it prints: your team signs in there.\n{% endhint %}\n',
  "## Before you begin\n",
  "* Node 20 or newer\n* A folder for its data\n* A name that your team knows\n",
  "## Start it\n",
  "```bash\nnpm ci && npm start\n```\n",
  "| Setting | What it says |\n| --- | --- |\n| `PORT` | Where it listens |\n| `DATA_DIR` | Where it keeps things |\n",
].join("\n");

function makePictures(): void {
  // The browser has the fonts of the machine, not those that documents are typeset with.
  delete process.env["FONTCONFIG_FILE"];
  const { ada, browser, makePage, makeSpace, open, world } = useWriting();
  const take = async (tab: Page, name: string): Promise<void> => {
    await tab.mouse.move(0, 0);
    await tab.screenshot({ path: fileOf(name), animations: "disabled" });
  };
  const window = {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 0.7,
    colorScheme: "light",
  } as const;

  async function makeTeam(): Promise<Person> {
    const rename = (person: Person, displayName: string) =>
      world().patch(`/users/${person.id}`, { displayName }, person);
    await rename(ada(), "Ada Novak");
    const ben = await world().addPerson("ben", "edit");
    await rename(ben, "Ben Okafor");
    for (const [name, role, shown] of [
      ["mia", "review", "Mia Lindqvist"],
      ["tomas", "create", "Tomás Rey"],
      ["yuki", "comment", "Yuki Sato"],
      ["zoe", "read", "Zoe Martin"],
    ] as const)
      await rename(await world().addPerson(name, role), shown);
    return ben;
  }

  test("the pictures are made", async () => {
    const ben = await makeTeam();
    const of = `/orgs/${world().organization}`;
    const [guides, api] = [await makeSpace("Guides"), await makeSpace("API")];
    for (const space of [guides, api]) await world().patch(`/spaces/${space}`, { emoji: "2693" }, ada());
    const page = await makePage(guides, "Install", GUIDE.replace("# Install\n\n", ""));
    for (const title of ["Upgrade", "Back up", "Troubleshooting"]) await makePage(guides, title, "Words.\n");
    await makePage(api, "Welcome", "Words.\n");
    const site = (await world().post(`${of}/sites`, { title: "Lanterns", spaces: [guides, api] }, ada())).body
      .id;
    const { urls } = (await world().post(`${of}/sites/${site}/publish`, undefined, ada())).body;
    const asked = (
      await world().post(`/spaces/${guides}/change-requests`, { subject: "Say what an upgrade takes" }, ben)
    ).body;
    const { documentId: base } = (await world().get(`/spaces/${guides}/content/page/${page}`, ada())).body;
    const markdown = GUIDE.replace("# Install\n\n", "")
      .replace("It takes a minute.", "It takes less than a minute, and needs no database.")
      .replace(
        "* A name that your team knows\n",
        "* A name that your team knows\n* An hour once a year for upgrades\n",
      );
    const change = { operation: "update_page", page, document: { markdown, base } };
    await world().post(
      `/spaces/${guides}/change-requests/${asked.number}/content`,
      { changes: [change] },
      ben,
    );

    const { tab, context } = await open(ada(), window);
    await serveSites(tab, world(), browser());
    await tab.goto(`${urls.published}install`);
    await tab.getByRole("heading", { name: "Start it" }).waitFor();
    await take(tab, "site-light");
    const go = (path: string) => tab.goto(browser().origin + path);
    const main = tab.locator("main");
    await go(`/s/${guides}/${page}`);
    await main.getByRole("heading", { name: "Start it" }).waitFor();
    await tab.keyboard.press("e");
    await tab.locator(".ProseMirror h2").first().waitFor();
    await take(tab, "console-editor");
    await go(`/s/${guides}/~/changes/${asked.number}/diff`);
    await main.locator("ins", { hasText: "less than" }).waitFor();
    await take(tab, "console-review");
    await go(`/o/${world().organization}/sites/${site}/customize`);
    const preview = tab.frameLocator('iframe:not([data-waiting])[title="Preview of the site"]');
    await preview.getByRole("heading", { name: "Start it" }).waitFor();
    await tab.getByLabel("Primary colour, in light").fill("#0f766e");
    await preview.locator('link[href*="p0f766e"]').first().waitFor({ state: "attached" });
    await take(tab, "console-customize");
    await go(`/o/${world().organization}/members`);
    await main.getByText("zoe@example.com").waitFor();
    await take(tab, "console-members");
    await context.clearCookies();
    await tab.setViewportSize({ width: 900, height: 640 });
    await go("/sign-in");
    await tab.getByRole("button").first().waitFor();
    await take(tab, "console-sign-in");
    await context.close();
  });
}

/** Change requests in a browser: looked at, spoken about, decided and merged. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, THEMES, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);

let ada: Person;
let ed: Person;
let wanda: Person;

const INSTALL = `## Requirements

You need Node 18 and a terminal.

It runs on Linux, on macOS and on Windows alike.

| System | Kept until |
| - | - |
| Linux | May |
| macOS | June |

## Steps

1. Download it.
2. Open the file.
3. Follow what it says.

\`\`\`bash
npm ci
npm start
\`\`\`

{% hint style="info" %}
It takes a minute.
{% endhint %}

Then you are done.
`;

const REVISED = INSTALL.replace("Node 18", "Node 20")
  .replace("| macOS | June |", "| macOS | July |\n| Windows | August |")
  .replace("2. Open the file.\n", "2. Open the file with care.\n")
  .replace("npm ci\n", "npm ci --omit=dev\n")
  .replace('style="info"', 'style="warning"')
  .replace("Then you are done.\n", "Then you are done.\n\nWrite to us if it fails.\n");

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  ed = await world().addPerson("ed", "edit");
  wanda = await world().addPerson("wanda", "review");
});

interface Made {
  readonly space: string;
  readonly pages: Readonly<Record<string, string>>;
}

const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  type: "document",
  title,
  document: { markdown },
});

async function makeSpace(title: string, pages: Readonly<Record<string, string>>): Promise<Made> {
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title }, ada);
  const space = made.body.id as string;
  const changes = Object.entries(pages).map(([name, text]) => insert(name, text));
  const { body } = await world().post(`/spaces/${space}/content`, { changes }, ada);
  const ids = body.changes.map(({ page }: { page: string }) => page) as string[];
  return {
    space,
    pages: Object.fromEntries(Object.keys(pages).map((name, at) => [name, ids[at] as string])),
  };
}

async function write(path: string, changes: readonly object[], as: Person): Promise<void> {
  const { status, body } = await world().post(`${path}/content`, { changes }, as);
  expect([status, body.error?.message]).toEqual([200, undefined]);
}

const textOf = (page: string | undefined, markdown: string) => ({
  operation: "update_page",
  page,
  document: { markdown },
});

const main = (tab: Page) => tab.locator("main");
const press = (tab: Page, name: string | RegExp) =>
  main(tab).getByRole("button", { name, exact: true }).click();

describe("every screen", () => {
  let made: Made;
  let change = "";

  beforeAll(async () => {
    made = await makeSpace("Guides", { Install: INSTALL, FAQ: "Ask.", Old: "Gone soon." });
    const { space, pages } = made;
    const begun = await world().post(`/spaces/${space}/change-requests`, { subject: "Newer systems" }, ed);
    change = `/spaces/${space}/change-requests/${begun.body.number}`;
    await write(
      change,
      [
        { ...textOf(pages["Install"], REVISED), title: "Installation", icon: "star" },
        { operation: "update_page", page: pages["FAQ"], into: pages["Install"] },
        { operation: "delete_page", page: pages["Old"] },
        insert("Windows", "It runs there too."),
        { operation: "set_variables", variables: { edition: "pro" } },
        {
          operation: "insert_files",
          files: [{ name: "notes.txt", contentType: "text/plain", base64: "QQ==" }],
        },
      ],
      ed,
    );
    await world().patch(change, { description: "What changes with **Node 20**." }, ed);
    await world().post(`${change}/requested-reviewers`, { users: [wanda.id] }, ed);
    const { body } = await world().get(`${change}/content/page/${pages["Install"]}?format=document`, ed);
    const said = { page: pages["Install"], body: { markdown: "Is **18** gone for good?" } };
    const { status } = await world().post(`${change}/comments`, said, wanda);
    expect([status, body.id]).toEqual([200, pages["Install"]]);
    await world().post(
      `${change}/reviews`,
      { status: "changes-requested", comment: { markdown: "Nearly there." } },
      wanda,
    );
    await world().patch(
      `/spaces/${space}`,
      { mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] } },
      ada,
    );
    await write(`/spaces/${space}`, [textOf(pages["Install"], INSTALL.replace("Node 18", "Node 22"))], ada);
    const contested = await world().post(`/spaces/${space}/change-requests`, { subject: "Contested" }, ed);
    const other = `/spaces/${space}/change-requests/${contested.body.number}`;
    await write(other, [textOf(pages["Install"], INSTALL.replace("Node 18", "Node 24"))], ed);
    await write(`/spaces/${space}`, [textOf(pages["Install"], INSTALL.replace("Node 18", "Node 23"))], ada);
    await world().post(`${other}/update`, undefined, ed);
  });

  test.each(THEMES)("in %s", (theme) => {
    const at = `/s/${made.space}/~/changes`;
    return browser().look(ada, theme, "review", [
      [`/o/${world().organization}/changes`, "text=Newer systems"],
      [at, "text=Newer systems"],
      [`${at}/1`, "text=Somebody has to approve it."],
      [`${at}/1/diff?page=${made.pages["Install"]}`, "text=Write to us if it fails."],
      [`${at}/2/conflicts`, "text=0 of 1 decided"],
    ]);
  });
});

/** A refused call is what a test may be about; the browser's console says so too. */
const faults = (wrong: readonly string[]) => wrong.filter((line) => !/status of 4\d\d/.test(line));

async function begin(space: string, subject: string, changes: readonly object[]): Promise<string> {
  const { body } = await world().post(`/spaces/${space}/change-requests`, { subject }, ed);
  const at = `/spaces/${space}/change-requests/${body.number}`;
  await write(at, changes, ed);
  return at;
}

const markdownOf = async (space: string, page: string | undefined) =>
  (await world().get(`/spaces/${space}/content/page/${page}`, ada)).body.markdown as string;

test("a change request is asked for, looked at, spoken about, changed, approved and merged", async () => {
  const { space, pages } = await makeSpace("Handbook", { Leave: INSTALL, FAQ: "Ask somebody." });
  const author = await browser().open(ed);
  const reviewer = await browser().open(wanda);
  const screen = `${browser().origin}/s/${space}/~/changes`;

  await author.tab.goto(screen);
  await press(author.tab, "New change request");
  await author.tab.getByLabel("Subject").fill("More leave");
  await author.tab.keyboard.press("Enter");
  await main(author.tab).getByText("Nothing is changed yet.").waitFor();
  const at = `/spaces/${space}/change-requests/1`;
  await write(
    at,
    [
      textOf(pages["Leave"], INSTALL.replace("Node 18", "Node 20").replace("May", "April")),
      { operation: "update_page", page: pages["FAQ"], into: pages["Leave"] },
    ],
    ed,
  );
  await author.tab.reload();
  await main(author.tab).getByText("See the differences").waitFor();
  await press(author.tab, "Ask for review");
  await author.tab.getByRole("combobox", { name: "Person" }).fill("wan");
  await author.tab.getByRole("option", { name: /wanda/ }).click();
  await author.tab.getByRole("button", { name: "Ask", exact: true }).click();
  await main(author.tab).getByText("Waiting", { exact: true }).waitFor();
  await main(author.tab).getByText("Open", { exact: true }).waitFor();
  await browser().check(author.tab);

  const { tab } = reviewer;
  await world().runJobs();
  await tab.goto(`${browser().origin}/inbox`);
  await main(tab)
    .getByRole("link", { name: /More leave/ })
    .waitFor();
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  const waiting = main(tab).getByRole("region", { name: "Waiting for you" });
  await waiting.getByText("ed asks for your review").waitFor();
  await browser().check(tab);
  await tab.goto(`${browser().origin}/o/${world().organization}/changes`);
  await main(tab).getByRole("combobox", { name: "Whose" }).selectOption("reviewer");
  await main(tab)
    .getByRole("link", { name: /More leave/ })
    .click();
  await main(tab).getByRole("link", { name: "Changes 2" }).click();
  await main(tab).getByText("0 of 2 seen").waitFor();
  const first = main(tab).locator('.diff-part[data-change="edited"]');
  await first.first().waitFor();
  await expect.poll(() => first.count()).toBe(2);
  expect(await first.first().locator("del").innerText()).toBe("18");
  expect(await first.first().locator("ins").innerText()).toBe("20");
  await tab.keyboard.press("j");
  await tab.locator('.diff-part[data-change="edited"]:focus', { hasText: "You need Node" }).waitFor();
  await tab.keyboard.press("c");
  await tab.getByRole("textbox", { name: /Comment on/ }).fill("Is 20 *right*?");
  await browser().check(tab);
  await tab.keyboard.press("Control+Enter");
  await first.first().getByText("Is 20 right?").waitFor();
  await first.first().getByRole("heading", { name: "Requirements" }).waitFor({ state: "detached" });
  // Not while somebody types: the focus is out of the text again.
  await main(tab)
    .getByRole("heading", { name: /More leave/ })
    .click();
  await tab.keyboard.press("v");
  await main(tab).getByText("1 of 2 seen").waitFor();
  await tab.keyboard.press("n");
  await main(tab).getByRole("article", { name: "FAQ" }).getByText("Leave", { exact: true }).waitFor();
  await press(tab, "Ask for changes");
  await tab.getByRole("textbox", { name: "Comment" }).fill("Say 22.");
  await tab.getByRole("dialog").getByRole("button", { name: "Ask for changes" }).click();
  await tab.getByRole("dialog").waitFor({ state: "hidden" });

  const said = (await world().get(`${at}/comments?format=markdown`, ed)).body.items;
  expect(said.map(({ body }: { body: { markdown: string } }) => body.markdown).toSorted()).toEqual([
    "Is 20 *right*?",
    "Say 22.",
  ]);
  await author.tab.reload();
  await main(author.tab).getByText("Asked for changes", { exact: true }).waitFor();
  await write(
    at,
    [textOf(pages["Leave"], INSTALL.replace("Node 18", "Node 22").replace("May", "April"))],
    ed,
  );
  await author.tab.goto(`${screen}/1/diff?page=${pages["Leave"]}`);
  const followed = main(author.tab).locator(".diff-part", { hasText: "You need Node" });
  await followed.getByText("Is 20 right?").waitFor();
  expect(await followed.locator("ins").innerText()).toBe("22");
  await followed.getByRole("button", { name: "Reply" }).click();
  await followed.getByRole("textbox", { name: "Write a reply" }).fill("It is 22 now.");
  await followed.getByRole("button", { name: "Reply" }).click();
  await followed.getByRole("paragraph").getByText("It is 22 now.").waitFor();
  await followed.getByRole("button", { name: "Resolve" }).click();
  await followed.getByText("Resolved by ed").waitFor();
  expect(await main(author.tab).getByRole("button", { name: "Merge" }).count()).toBe(0);

  await tab.reload();
  await main(tab).getByRole("button", { name: "Approve" }).waitFor();
  await tab.keyboard.press("a");
  await tab.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await tab.getByRole("dialog").waitFor({ state: "hidden" });
  await press(tab, "Merge");
  await tab.getByRole("dialog").getByText("Readers of the space see it at once.").waitFor();
  await browser().check(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await main(tab).getByText("It is merged, which is final.").waitFor();
  expect(
    await main(tab)
      .getByRole("button", { name: /Merge|Approve|Archive/ })
      .count(),
  ).toBe(0);
  expect(await markdownOf(space, pages["Leave"])).toContain("Node 22");
  expect((await world().patch(at, { subject: "Later" }, ed)).status).toBe(409);
  expect(faults([...author.wrong, ...reviewer.wrong])).toEqual([]);
  await Promise.all([author.context.close(), reviewer.context.close()]);
});

test("a page leads to what changes it, and that is looked at on a site as readers would see it", async () => {
  const { space, pages } = await makeSpace("Product", { Install: INSTALL, FAQ: "Ask." });
  const sites = `/orgs/${world().organization}/sites`;
  await world().post(sites, { title: "Product docs", spaces: [space] }, ada);
  await begin(space, "Node for all", [textOf(pages["Install"], INSTALL.replace("Node 18", "Node 26"))]);
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}/${pages["FAQ"]}`);
  await main(tab).getByText("Ask.").waitFor();
  await tab.goto(`${browser().origin}/s/${space}/${pages["Install"]}`);
  const proposed = tab.getByRole("navigation", { name: "In change requests" });
  await proposed.getByRole("link", { name: "Node for all #1" }).waitFor();
  // Each line of code stands below the one before it.
  const isBelow = `(([first, second]) => second?.top > first?.top && second.left === first.left)(
    [...document.querySelectorAll("main .line")].map((line) => line.getBoundingClientRect()))`;
  await expect.poll(() => tab.evaluate(isBelow)).toBe(true);
  await browser().check(tab);
  await shoot(tab, "page-in-change");
  await proposed.getByRole("link", { name: "Node for all #1" }).click();
  await main(tab).getByText("Node 26").waitFor();
  await shoot(tab, "page-of-change");
  const opened = context.waitForEvent("page");
  await tab.locator("a[href]", { hasText: "Preview" }).click();
  const seen = await opened;
  await seen.getByText("You need Node 26 and a terminal.").waitFor();
  await seen.close();
  await world().post(sites, { title: "For partners", spaces: [space] }, ada);
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  await tab.getByRole("button", { name: "Preview" }).click();
  await tab.getByRole("menuitem", { name: "For partners" }).waitFor();
  await tab.locator('[role="menuitem"][href*="/~/preview/"]', { hasText: "Product docs" }).waitFor();
  await shoot(tab, "change-preview-menu");
  expect(wrong).toEqual([]);
  await context.close();
});

test("of fifty pages the first is there by its own texts, and the next is a key away", async () => {
  const titles = Array.from({ length: 50 }, (_, at) => `Page ${at}`);
  const { space, pages } = await makeSpace(
    "Large",
    Object.fromEntries(titles.map((title) => [title, INSTALL])),
  );
  await begin(
    space,
    "All of them",
    titles.map((title) => textOf(pages[title], INSTALL.replace("Node 18", `Node ${title}`))),
  );
  const { tab, context, wrong } = await browser().open(ada);
  const texts: string[] = [];
  tab.on("request", (request) => {
    if (request.url().includes("/documents/")) texts.push(request.url());
  });
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  await main(tab).getByRole("link", { name: "Changes 50" }).click();
  await main(tab).locator(".diff-part ins", { hasText: "Page 0" }).waitFor();
  // Its own two, and those of the page that is next: all pages were the same before.
  expect(texts.length).toBeLessThanOrEqual(3);
  await tab.keyboard.press("n");
  await main(tab).locator(".diff-part ins", { hasText: "Page 1" }).waitFor();
  expect(texts.length).toBeLessThanOrEqual(4);
  expect(wrong).toEqual([]);
  await context.close();
});

test("a change is taken back block by block or with its page, and that can be undone", async () => {
  const { space, pages } = await makeSpace("Taken back", { Install: INSTALL, Old: "Stays after all." });
  const at = await begin(space, "Too much", [
    textOf(pages["Install"], REVISED),
    { operation: "delete_page", page: pages["Old"] },
  ]);
  const { tab, context, wrong } = await browser().open(ed);
  const proposed = async () =>
    (await world().get(`${at}/content/page/${pages["Install"]}`, ed)).body.markdown;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/diff?page=${pages["Install"]}`);
  await main(tab).locator(".diff-part", { hasText: "You need Node" }).hover();
  await main(tab)
    .getByRole("button", { name: /Take back: “You need Node/ })
    .click();
  await expect.poll(proposed).toBe(REVISED.replace("Node 20", "Node 18"));
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(proposed).toBe(REVISED);
  await main(tab).locator(".diff-part", { hasText: "Write to us" }).hover();
  await main(tab)
    .getByRole("button", { name: /Take back: “Write to us/ })
    .click();
  await expect.poll(proposed).toBe(REVISED.replace("\n\nWrite to us if it fails.", ""));
  await browser().check(tab);
  await main(tab).getByRole("button", { name: /Old/ }).click();
  await main(tab)
    .getByRole("article", { name: "Old" })
    .getByRole("button", { name: "Take back", exact: true })
    .click();
  await main(tab).getByText("0 of 1 seen").waitFor();
  const now = await world().get(`${at}/content/page/${pages["Old"]}`, ed);
  expect(now.body.markdown).toBe("Stays after all.");
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("rules that are not met are told, and a conflict is decided by hand with what was there before in sight", async () => {
  const { space, pages } = await makeSpace("Rules", { Install: INSTALL });
  const edit = (node: string) => textOf(pages["Install"], INSTALL.replace("Node 18", node));
  const at = await begin(space, "", [edit("Node 20")]);
  await world().patch(
    `/spaces/${space}`,
    { mergeRules: { type: "rules", rules: [{ rule: "require_change_request_subject" }] } },
    ada,
  );
  const { tab, context, wrong } = await browser().open(wanda);
  const screen = `${browser().origin}/s/${space}/~/changes/1`;
  await tab.goto(screen);
  const before = await markdownOf(space, pages["Install"]);
  await press(tab, "Merge");
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("1 rule is not met:").waitFor();
  await dialog.getByText("It has to have a subject.").waitFor();
  expect(await dialog.getByRole("button", { name: "Merge" }).isDisabled()).toBe(true);
  await browser().check(tab);
  await tab.keyboard.press("Escape");
  expect(await markdownOf(space, pages["Install"])).toBe(before);

  await press(tab, "Edit subject and description");
  await tab.getByLabel("Subject").fill("Newer Node");
  await press(tab, "Save");
  await main(tab)
    .getByRole("heading", { name: /Newer Node/ })
    .waitFor();
  await write(`/spaces/${space}`, [edit("Node 24")], ada);
  await press(tab, "Merge");
  await dialog.getByText("Readers of the space see it at once.").waitFor();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await main(tab).getByText("0 of 1 decided").waitFor();
  expect(await markdownOf(space, pages["Install"])).toContain("Node 24");
  const side = (name: string) => main(tab).locator(`.conflict-sides > div`, { hasText: name });
  await side("Before both").getByText("You need Node 18 and a terminal.").waitFor();
  expect(await side("Theirs").locator("ins").innerText()).toBe("24");
  expect(await side("Yours").locator("ins").innerText()).toBe("20");
  // The words of before stand once; what each made of them says where it differs.
  expect(await main(tab).getByText("You need Node 18 and a terminal.", { exact: true }).count()).toBe(1);
  for (const name of ["Theirs", "Yours"]) expect(await side(name).locator(".diff-line").count()).toBe(1);
  await tab.emulateMedia({ colorScheme: "dark" });
  await tab.setViewportSize({ width: 390, height: 900 });
  await shoot(tab, "conflict-dark-390");
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.setViewportSize({ width: 1440, height: 900 });
  await shoot(tab, "conflict-light-1440");
  await press(tab, "Edit by hand");
  const own = tab.getByRole("textbox", { name: "The text that stays" });
  await expect.poll(() => own.inputValue()).toContain("Node 20");
  await own.fill("You need Node 26 and a terminal.");
  // What is typed and not sent is there after a reload too.
  await tab.reload();
  await expect.poll(() => own.inputValue()).toBe("You need Node 26 and a terminal.");
  await press(tab, "Mark resolved");
  await main(tab).getByText("1 of 1 decided").waitFor();
  await main(tab).getByText("Decided by hand").waitFor();
  await browser().check(tab);
  await press(tab, "Merge");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await main(tab).getByText("It is merged, which is final.").waitFor();
  expect(await markdownOf(space, pages["Install"])).toBe(INSTALL.replace("Node 18", "Node 26"));
  expect((await world().get(at, ada)).body.status).toBe("merged");
  expect(faults(wrong)).toEqual([]);
  await context.close();
});

test("who may comment and not edit speaks about blocks while they read, in the space and in a change request", async () => {
  const { space, pages } = await makeSpace("Spoken", { Plan: "## Aim\n\nFirst words.\n\n- one\n- two\n" });
  await world().post(`/spaces/${space}/change-requests`, { subject: "Other" }, ada);
  const cleo = await world().addPerson("cleo", "comment");
  const { tab, context, wrong } = await browser().open(cleo);
  const places = [
    [`/s/${space}/${pages["Plan"]}`, `/spaces/${space}/comments`],
    [`/s/${space}/~/changes/1/${pages["Plan"]}`, `/spaces/${space}/change-requests/1/comments`],
  ] as const;
  for (const [path, comments] of places) {
    await tab.goto(browser().origin + path);
    await tab.getByRole("button", { name: "Comment on “First words.”" }).focus();
    await tab.keyboard.press("Enter");
    await tab.getByRole("textbox", { name: "Comment on this block" }).fill("Is it so?");
    await browser().check(tab);
    await shoot(tab, "reading-talk");
    await tab.keyboard.press("Control+Enter");
    const mark = tab.getByRole("button", { name: "Comments 1", exact: true });
    await mark.waitFor();
    await main(tab).locator(".page-talk").getByRole("button", { name: "First words." }).waitFor();
    const said = (await world().get(comments, ada)).body.items;
    expect(said.map(({ target }: any) => [target.page?.id, target.node?.preview])).toEqual([
      [pages["Plan"], "First words."],
    ]);
    // It opens what is closed by then.
    await tab.getByRole("textbox", { name: "Comment on this block" }).waitFor({ state: "detached" });
    await mark.click();
    await main(tab).getByText("Is it so?").waitFor();
    await press(tab, "Resolve");
    await mark.waitFor({ state: "detached" });
  }
  expect(await tab.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  expect(faults(wrong)).toEqual([]);
  await context.close();

  const rolf = await world().addPerson("rolf", "read");
  const other = await browser().open(rolf);
  await other.tab.goto(browser().origin + places[0][0]);
  await other.tab.getByText("First words.").waitFor();
  await other.tab.locator(".page-foot").waitFor();
  expect(await other.tab.getByRole("button", { name: /^Comment/ }).count()).toBe(0);
  await other.context.close();
});

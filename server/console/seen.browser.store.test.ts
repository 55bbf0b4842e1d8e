/** What somebody who writes and who reads in the console sees of a page: as sites show it, in its own bytes. */
import { expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { heldBack } from "../test/browser.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, drawn, editor, PICTURE, status, useWriting } from "./writing.fixture.ts";

const { world, browser, ada, faults, open, read, makeSpace, makePage, revisions } = useWriting();

const DRAWN = `An area of $$a^2$$ :rocket: <i class="fa-rocket">:rocket:</i>.

$$
\\frac{a}{b}
$$

\`\`\`js
const a = 1;
\`\`\`

\`\`\`mermaid
graph LR
  A --> B
\`\`\`
`;

test("code has its colours, and formulas, emoji, icons and diagrams are drawn while they are written", async () => {
  const space = await makeSpace("Drawn");
  const page = await makePage(space, "All", DRAWN);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).locator("pre .tok-keyword", { hasText: "const" }).waitFor();
  await editor(tab).locator(".drawn-part mfrac").waitFor();
  await editor(tab).locator(".word-formula msup").waitFor();
  await editor(tab).locator(".word-emoji", { hasText: "🚀" }).waitFor();
  await editor(tab).locator(".word-icon :is(svg, .icon)").first().waitFor();
  await editor(tab).locator(".drawn-part [data-result=drawn]").waitFor();
  await browser().check(tab);
  await shoot(tab, "drawn-while-written");

  await editor(tab).locator(".word-formula").dblclick();
  await tab.getByRole("textbox", { name: "Formula" }).fill("a^3");
  await tab.keyboard.press("Enter");
  await editor(tab).locator(".word-formula mn", { hasText: "3" }).waitFor();
  await caretBehind(tab, "1");
  await tab.keyboard.type("2");
  await editor(tab).locator("pre .tok-number", { hasText: "12" }).waitFor();
  await status(tab, "Saved");
  const written = DRAWN.replace("a^2", "a^3").replace("= 1", "= 12");
  await expect.poll(async () => (await read(space, `${page}?format=markdown`)).markdown).toBe(written);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what shows a page is loaded while the page is asked for", async () => {
  const space = await makeSpace("Soon");
  const page = await makePage(space, "Shown", "Its words.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  const isLoading = tab.waitForRequest(/console-Reading\./);
  await tab.route(/\/-\/start\?/, (route) => isLoading.then(() => route.continue()));
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.getByText("Its words.").waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what is shown first is asked for before the program has come, once", async () => {
  const space = await makeSpace("First");
  const opened = await open(ada());
  const { tab, context } = opened;
  const asked: string[] = [];
  tab.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/-/")) asked.push(pathname);
  });
  const isAsked = tab.waitForRequest(/\/-\/start\?/);
  await tab.route(/assets\/console\.[\w-]+\.js/, (route) => isAsked.then(() => route.continue()));
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByText("No pages yet").first().waitFor();
  expect(asked.filter((path) => path === "/-/start")).toHaveLength(1);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what nobody waits for is loaded once the page is shown, whose front matter is no text", async () => {
  const space = await makeSpace("In turn");
  const page = await makePage(space, "Shown", "---\nicon: rocket\n---\n\nIts words.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  const loaded: string[] = [];
  tab.on("request", (request) => loaded.push(request.url()));
  // After some seconds nothing is waited for any more, which a busy machine may take.
  await tab.addInitScript({
    content: `{
      const { setTimeout } = window;
      window.setTimeout = (act, ms, ...given) => setTimeout(act, ms === 4000 ? 60000 : ms, ...given);
    }`,
  });
  const { asked, come } = await heldBack(tab, /console-parse\./);
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await asked;
  await tab.getByRole("treeitem", { name: "Shown" }).waitFor();
  expect(loaded.filter((url) => /AccountMenu|UnsavedTexts|ahead/.test(url))).toEqual([]);
  come();
  await tab.getByText("Its words.").waitFor();
  expect(await tab.getByText("rocket").count()).toBe(0);
  await tab.getByRole("button", { name: /Account of ada/ }).waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

const TABBED = ["macOS", "Windows"].map((title) => `{% tab title="${title}" %}\nOn ${title}.\n{% endtab %}`);

test("tabs are tabs while a page is read: by pointer and arrows, and all with the title follow", async () => {
  const space = await makeSpace("Tabs");
  const tabs = `{% tabs %}\n${TABBED.join("\n\n")}\n{% endtabs %}`;
  const page = await makePage(space, "Two", `${tabs}\n\nBetween.\n\n${tabs}\n`);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  const shown = (title: string) => tab.getByText(`On ${title}.`).filter({ visible: true });
  await expect.poll(() => shown("macOS").count()).toBe(2);
  expect(await shown("Windows").count()).toBe(0);
  await tab.getByRole("tab", { name: "Windows" }).last().click();
  await expect.poll(() => shown("Windows").count()).toBe(2);
  await browser().check(tab);
  await shoot(tab, "tabs-while-read");
  await tab.keyboard.press("ArrowRight");
  await expect.poll(() => shown("macOS").count()).toBe(2);
  await tab.getByRole("tab", { name: "macOS", selected: true }).last().and(tab.locator(":focus")).waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("who else writes in a block is named there, and one is asked once when one writes in it too", async () => {
  const space = await makeSpace("Two of us");
  const page = await makePage(space, "Shared", "First one.\n\nSecond one.\n");
  const mia = await world().addPerson("mia", "edit");
  const [hers, mine] = [await open(mia), await open(ada())];
  for (const { tab } of [hers, mine]) {
    await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
    await editor(tab).getByText("Second one.").waitFor();
  }
  await caretBehind(hers.tab, "Second one.");
  const label = editor(mine.tab).locator(".others-label", { hasText: "mia is writing here" });
  await label.waitFor();
  await editor(mine.tab).locator("p.written-by-others", { hasText: "Second one." }).waitFor();
  await browser().check(mine.tab);
  await shoot(mine.tab, "written-by-others");
  await caretBehind(mine.tab, "Second one.");
  await mine.tab.keyboard.type(" No letter");
  await label.getByRole("button", { name: "Write here too" }).click();
  await mine.tab.keyboard.type(" is lost.");
  await status(mine.tab, "Saved");
  // After a save the block has another id, by which she tells where she is.
  await editor(hers.tab).getByText("No letter is lost.").waitFor();
  await caretBehind(hers.tab, "letter");
  await label.waitFor();
  await caretBehind(mine.tab, "is lost.");
  await mine.tab.keyboard.type(" Both.");
  // What is typed is in sight, and what could be asked because of it too.
  await editor(mine.tab).getByText("is lost. Both.").waitFor();
  await drawn(mine.tab);
  expect(await label.getByRole("button").count()).toBe(0);
  await caretBehind(mine.tab, "First one.");
  await mine.tab.keyboard.type(" Mine.");
  await expect
    .poll(async () => (await read(space, `${page}?format=markdown`)).markdown)
    .toBe("First one. Mine.\n\nSecond one. No letter is lost. Both.\n");
  await hers.tab.goto(`${browser().origin}/s/${space}`);
  expect([...faults(hers), ...faults(mine)]).toEqual([]);
  await hers.context.close();
  await mine.context.close();
});

test("a folder that is dropped into a page is handed to the import with its files", async () => {
  const space = await makeSpace("Folders");
  const page = await makePage(space, "Dropped on", "Text.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await tab.locator(".ProseMirror p").click();
  // As a browser gives a folder of two files; programs can't drop one.
  await tab.locator(".ProseMirror").evaluate((dom) => {
    const fileOf = (path: string) => ({
      isFile: true,
      fullPath: path,
      file: (take: (file: File) => void) => take(new File(["# Words"], path.split("/").at(-1)!)),
    });
    const left = [fileOf("/docs/a.md"), fileOf("/docs/b.md")];
    const readEntries = (take: (found: object[]) => void) => take(left.splice(0));
    const folder = {
      isDirectory: true,
      name: "docs",
      fullPath: "/docs",
      createReader: () => ({ readEntries }),
    };
    const dataTransfer = {
      types: ["Files"],
      files: [],
      items: [{ webkitGetAsEntry: () => folder }],
      getData: () => "",
    };
    const { left: clientX, top: clientY } = dom.querySelector("p")!.getBoundingClientRect();
    const event = new Event("drop", { bubbles: true, cancelable: true });
    dom.dispatchEvent(Object.assign(event, { clientX, clientY, dataTransfer }));
  });
  await tab.getByRole("button", { name: "Import it…" }).click();
  await tab.waitForURL(/~\/import$/);
  await tab.getByText("docs · 2 files").waitFor();
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  await expect
    .poll(async () => {
      await world().runJobs();
      const { body } = await world().get(`/spaces/${space}/content/pages`, ada());
      return body.pages.map(({ slug }: { slug: string }) => slug).toSorted();
    })
    .toEqual(["a", "b", "dropped-on"]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("nothing is asked between the end of a session and the next page, whatever happens elsewhere", async () => {
  const { tab, context, wrong } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.locator("main h1").waitFor();
  const other = await context.newPage();
  await other.goto(`${browser().origin}/healthz`);
  await tab.route("**/sign-out", async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await other.evaluate(async () => {
      const channel = new BroadcastChannel("lectern-events");
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      channel.postMessage({ type: "event", event: "reset", data: {} });
      for (let turn = 0; turn < 5; turn++) await fetch("/healthz");
    });
    await route.fulfill({ response: answer });
  });
  await tab.getByRole("button", { name: /Account of ada/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

test("the tree of a change request says what becomes of its pages", async () => {
  const space = await makeSpace("Marked");
  const [edited = "", gone = ""] = [
    await makePage(space, "Edited one", "Text.\n"),
    await makePage(space, "Gone one", "Text.\n"),
  ];
  const { number } = (await world().post(`/spaces/${space}/change-requests`, { subject: "Marks" }, ada()))
    .body;
  const changes = [
    { operation: "update_page", page: edited, document: { markdown: "Other text.\n" } },
    { operation: "delete_page", page: gone },
    { operation: "insert_page", type: "document", title: "New one" },
  ];
  const written = await world().post(
    `/spaces/${space}/change-requests/${number}/content`,
    { changes },
    ada(),
  );
  expect(written.status).toBe(200);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/${number}/${edited}`);
  await tab.getByRole("treeitem", { name: /Edited one.*Edited here/ }).waitFor();
  await tab.getByRole("treeitem", { name: /New one.*New here/ }).waitFor();
  await tab.getByRole("list", { name: "Deleted here" }).getByRole("link", { name: "Gone one" }).waitFor();
  await browser().check(tab);
  await shoot(tab, "tree-of-change");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a key is heard that was pressed before what does it had come, and other parts came before that", async () => {
  const space = await makeSpace("Early");
  const page = await makePage(space, "Blocks", "```js\nconst a = 1;\n```\n\nLast.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  const { asked, come } = await heldBack(tab, /console-tools\./);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await asked;
  await editor(tab).locator("pre .tok-keyword", { hasText: "const" }).waitFor();
  await caretBehind(tab, "Last.");
  await tab.keyboard.press("Control+Shift+E");
  come();
  const source = editor(tab).getByRole("textbox", { name: "Source of this block" });
  await expect.poll(() => source.inputValue()).toBe("Last.");
  expect(await tab.getByRole("button", { name: "Move this block" }).count()).toBeLessThan(2);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("one block is edited as its Markdown, and is blocks again once that is left", async () => {
  const text = 'First.\n\n* one\n* two\n\n{% hint style="info" %}\nMind.\n{% endhint %}\n';
  const space = await makeSpace("Source");
  const page = await makePage(space, "Blocks", text);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  const markdown = async () => (await read(space, `${page}?format=markdown`)).markdown;
  const source = editor(tab).getByRole("textbox", { name: "Source of this block" });
  await caretBehind(tab, "two");
  await tab.keyboard.press("Control+Shift+E");
  await expect.poll(() => source.inputValue()).toBe("* one\n* two");
  await browser().check(tab);
  // Left as it is, nothing is written.
  const before = await revisions(space);
  await caretBehind(tab, "First.");
  await editor(tab).locator("li", { hasText: "two" }).waitFor();
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  expect([await markdown(), await revisions(space)]).toEqual([text, before]);
  await caretBehind(tab, "two");
  await tab.keyboard.press("Control+Shift+E");
  await source.fill("* one\n* two\n* three");
  await caretBehind(tab, "First.");
  await editor(tab).locator("li", { hasText: "three" }).waitFor();
  await expect.poll(markdown).toBe(text.replace("* two", "* two\n* three"));

  await editor(tab).locator(".hint").hover();
  await editor(tab).locator(".hint").getByRole("textbox", { name: "Icon" }).fill("leaf");
  await tab.keyboard.press("Tab");
  await expect.poll(markdown).toContain('{% hint style="info" icon="leaf" %}');
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("things are begun from the search, and addresses of another form are asked of nobody", async () => {
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.locator("main h1").waitFor();
  const { title } = (await world().get(`/orgs/${world().organization}`, ada())).body;
  const space = await makeSpace("Begun from");
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.locator("nav").getByRole("link", { name: title }).waitFor();
  await tab.keyboard.press("Control+k");
  // With nothing typed, what can be done stands by what it is done to: here, the organization, one's own.
  const groups = tab.getByRole("dialog", { name: "Search and commands" }).getByRole("group");
  await expect
    .poll(async () =>
      (await groups.evaluateAll((all) => all.map((it) => it.firstChild?.textContent))).slice(-3),
    )
    .toEqual(["Begun from", title, "You"]);
  await groups.last().getByRole("option", { name: "Inbox" }).waitFor();
  await tab.getByRole("combobox", { name: "Search and commands" }).fill("New site");
  await tab.getByRole("option", { name: "New site" }).click();
  await tab.getByRole("dialog", { name: "New site" }).waitFor();
  expect(new URL(tab.url()).search).toBe("");

  const asked: string[] = [];
  tab.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await tab.goto(`${browser().origin}/s/abc/~/changes/not-a-number`);
  await tab.locator("main").getByText("Not here, or not yours").waitFor();
  expect(asked.filter((path) => path.includes("/spaces/"))).toEqual([]);
  // The sidebar has a way out, to what somebody belongs to.
  await tab.goto(`${browser().origin}/o/nobody-has-it`);
  await tab.locator("main").getByText("Not here, or not yours").waitFor();
  await tab.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title }).click();
  await tab.waitForURL(`${browser().origin}/o/${world().organization}`);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what a space has beside pages, and what extends an organization, is found by its name", async () => {
  const space = await makeSpace("Named");
  const of = `/orgs/${world().organization}`;
  const changes = [
    { operation: "insert_files", files: [{ name: "zebra.png", contentType: "image/png", base64: PICTURE }] },
    { operation: "insert_reusable_content", title: "A zebra's note", document: { markdown: "Words." } },
    { operation: "set_variables", variables: { zebra_count: "3" } },
  ];
  expect((await world().post(`/spaces/${space}/content`, { changes }, ada())).status).toBe(200);
  const url = "https://example.org/zebra";
  const webhook = (await world().post(`${of}/webhooks`, { url }, ada())).body.id;
  const integration = publication("acme", { target: "all", title: "Zebras" });
  expect((await world().post("/integrations/zebras", integration, ada())).status).toBeLessThan(300);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.locator("main h1").waitFor();
  const search = tab.getByRole("dialog", { name: "Search and commands" });
  const found = async (): Promise<readonly string[]> => {
    await tab.keyboard.press("Control+k");
    await search.getByRole("combobox").fill("ZEBRA");
    const options = search.getByRole("option");
    await expect.poll(() => options.count()).toBe(5);
    return options.evaluateAll((all) =>
      all.map((it) => it.firstElementChild?.nextElementSibling?.textContent ?? ""),
    );
  };
  expect(await found()).toEqual(["zebra.png", "A zebra's note", "zebra_count", "Zebras", url]);
  await browser().check(tab);
  await search.getByRole("option", { name: url }).click();
  await tab.waitForURL(`${browser().origin}/o/${world().organization}/webhooks/${webhook}`);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("where not all tabs have room, the open one is in sight", async () => {
  const space = await makeSpace("Tabs of a phone");
  const { tab, context } = await browser().open(ada(), { viewport: { width: 390, height: 800 } });
  await tab.goto(`${browser().origin}/s/${space}/~/trash`);
  const open = tab.locator("main").getByRole("link", { name: "Trash", exact: true });
  const right = async (): Promise<number> => {
    const { x = 0, width = 0 } = (await open.boundingBox()) ?? {};
    return x + width;
  };
  await open.waitFor();
  await expect.poll(right).toBeLessThanOrEqual(390);
  await context.close();
});

test("a reply that arrives leaves the keys to the one that is written meanwhile", async () => {
  const space = await makeSpace("Two threads");
  const page = await makePage(space, "Talked about", "Text.\n");
  for (const markdown of ["One?", "Two?"]) {
    const posted = await world().post(`/spaces/${space}/comments`, { body: { markdown }, page }, ada());
    expect(posted.status).toBe(200);
  }
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  const thread = (said: string) =>
    tab.getByRole("complementary").getByRole("article").filter({ hasText: said });
  const reply = (said: string) => thread(said).getByRole("textbox", { name: "Write a reply" });
  await thread("One?").getByRole("button", { name: "Reply" }).click();
  await reply("One?").fill("First.");
  const { asked, come } = await heldBack(tab, /\/replies$/);
  await tab.keyboard.press("Control+Enter");
  await asked;
  await thread("Two?").getByRole("button", { name: "Reply" }).click();
  await reply("Two?").pressSequentially("Sec");
  come();
  await thread("One?").getByText("First.").waitFor();
  await thread("One?").getByRole("button", { name: "Reply" }).waitFor();
  await tab.keyboard.type("ond.");
  expect(await reply("Two?").inputValue()).toBe("Second.");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

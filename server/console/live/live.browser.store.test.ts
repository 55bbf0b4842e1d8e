/** What happens elsewhere, in real browsers: it is seen without anybody asking, and by all tabs over one stream. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { useConsoleBrowser } from "../consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);

let ana: Person;
let ben: Person;

describe("in a browser", () => {
  beforeAll(async () => {
    ana = await world().addPerson("Ana Bo", "admin");
    ben = await world().addPerson("Ben Co", "admin");
  });

  const open: ReturnType<typeof browser>["open"] = (as, opening) => browser().open(as, opening);

  async function newPage(): Promise<{ space: string; page: string }> {
    const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guides" }, ana);
    const changes = [{ operation: "insert_page", title: "Install", document: { markdown: "First words." } }];
    const made = await world().post(`/spaces/${body.id}/content`, { changes }, ana);
    return { space: body.id, page: made.body.changes[0].page };
  }

  const write = (space: string, page: string, markdown: string) =>
    world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "update_page", page, document: { markdown } }] },
      ben,
      { prefer: "coalesce" },
    );

  /** Streams that a context has open. */
  function streamsOf(context: BrowserContext): Set<string> {
    const open = new Set<string>();
    let count = 0;
    const names = new Map<unknown, string>();
    const isStream = (url: string) => url.includes("/-/events");
    context.on("request", (request) => {
      if (!isStream(request.url())) return;
      names.set(request, String(++count));
      open.add(String(count));
    });
    const ended = (request: unknown) => open.delete(names.get(request) ?? "");
    context.on("requestfinished", ended);
    context.on("requestfailed", ended);
    return open;
  }

  const shows = (tab: Page, text: string) => tab.getByText(text, { exact: true }).first().waitFor();

  test("two people see each other, and what is written comes into the open page", async () => {
    const { space, page } = await newPage();
    const [{ tab: a, context: hers }, { tab: b, context: his }] = [await open(ana), await open(ben)];
    await a.goto(`${browser().origin}/s/${space}/${page}`);
    await shows(a, "First words.");
    await b.goto(`${browser().origin}/s/${space}/${page}`);
    await a.getByRole("img", { name: "Ben Co has this page open" }).waitFor();
    await b.getByRole("img", { name: "Ana Bo has this page open" }).waitFor();
    await write(space, page, "Second words.");
    await Promise.all([shows(a, "Second words."), shows(b, "Second words.")]);
    await Promise.all([hers.close(), his.close()]);
  });

  test("the first screen asks once for what it takes to stand", async () => {
    const { space, page } = await newPage();
    const { tab, context } = await open(ana);
    const asked: string[] = [];
    context.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/-/")) asked.push(pathname.replace(/^\/-/, ""));
    });
    await tab.goto(`${browser().origin}/s/${space}/${page}`);
    await shows(tab, "First words.");
    await tab.getByRole("link", { name: "Inbox" }).waitFor();
    expect(asked).toContain("/start");
    for (const path of ["/v1/user", "/v1/orgs", `/v1/spaces/${space}`, `/v1/spaces/${space}/content/pages`])
      expect(
        asked.filter((one) => one === path),
        path,
      ).toEqual([]);
    await context.close();
  });

  test("seven tabs share one stream, and another takes it over when its tab is closed", async () => {
    const { space, page } = await newPage();
    const { context } = await open(ana);
    const streams = streamsOf(context);
    const tabs: Page[] = [];
    for (let n = 0; n < 7; n++) {
      const tab = await context.newPage();
      await tab.goto(`${browser().origin}/s/${space}/${page}`);
      tabs.push(tab);
    }
    await Promise.all(tabs.map((tab) => shows(tab, "First words.")));
    await write(space, page, "Second words.");
    await Promise.all(tabs.map((tab) => shows(tab, "Second words.")));
    expect(streams.size).toBe(1);
    const [first, ...others] = tabs;
    await first?.close();
    await write(space, page, "Third words.");
    await Promise.all(others.map((tab) => shows(tab, "Third words.")));
    await context.close();
  });

  test("without a secure context tabs find their one as well, and a lost server is found again", async () => {
    const { space, page } = await newPage();
    const at = browser().plainOrigin;
    const { tab: first, context } = await open(ana, { at });
    const streams = streamsOf(context);
    const tabs = [first, await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(`${at}/s/${space}/${page}`);
      expect(await tab.evaluate("'locks' in navigator")).toBe(false);
      await shows(tab, "First words.");
    }
    await write(space, page, "Second words.");
    await Promise.all(tabs.map((tab) => shows(tab, "Second words.")));
    expect(streams.size).toBe(1);
    await context.setOffline(true);
    await write(space, page, "Third words.");
    await context.setOffline(false);
    await Promise.all(tabs.map((tab) => shows(tab, "Third words.")));
    await context.close();
  });

  test("the inbox fills while one looks elsewhere, and leads to what it tells of", async () => {
    const { space, page } = await newPage();
    const { tab, context } = await open(ana);
    await tab.goto(`${browser().origin}/s/${space}/${page}`);
    await tab.getByRole("link", { name: "Inbox", exact: true }).waitFor();
    const request = (await world().post(`/spaces/${space}/change-requests`, { subject: "More leave" }, ben))
      .body;
    const at = `/spaces/${space}/change-requests/${request.number}`;
    await world().post(`${at}/requested-reviewers`, { users: [ana.id] }, ben);
    const say = (markdown: string) => ({ body: { markdown } });
    await world().post(`${at}/comments`, say(`What says [@Ana Bo](/users/${ana.id})?`), ben);
    await world().runJobs();
    await tab.getByRole("link", { name: "Inbox, 2 unread" }).click();
    await tab.getByText("Ben Co mentioned you").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await browser().check(tab);
    }
    await tab.getByText("Ben Co asked you for a review").click();
    await tab.getByRole("heading", { name: "More leave" }).first().waitFor();
    expect(new URL(tab.url()).pathname).toBe(`/s/${space}/~/changes/${request.number}`);
    await tab.getByRole("link", { name: "Inbox, 1 unread" }).click();
    await tab.getByRole("button", { name: "Mark all as read" }).click();
    await tab.getByText("Nothing new").waitFor();
    await tab.getByRole("button", { name: "All", exact: true }).click();
    await tab.getByText("Ben Co mentioned you").waitFor();
    await context.close();
  });
});

/** A space that takes change requests alone, in a browser: what a person may propose they can change from every screen. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);
let ada: Person;
/** Who may edit, and no more. */
let ed: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  ed = await world().addPerson("ed", "edit");
});

const get = async (path: string) => (await world().get(path, ed)).body;
const own = (space: string, rest: string) => get(`/spaces/${space}/change-requests/1/content/${rest}`);

/** A space with what is written into it, locked after that; and what the last of it answered. */
async function lockedSpace(...writes: readonly (readonly object[])[]) {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Rules" }, ada);
  const space = body.id as string;
  const answers: any[] = [];
  for (const changes of writes) {
    const answer = await world().post(`/spaces/${space}/content`, { changes }, ada);
    expect(answer.status).toBe(200);
    answers.push(answer.body);
  }
  expect((await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada)).status).toBe(200);
  return { space, answers };
}

/** Change requests of a space by their number: their subject, and how they stand. */
async function requests(space: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    ["draft", "open", "merged", "archived"].map((status) =>
      get(`/spaces/${space}/change-requests?status=${status}&limit=50`),
    ),
  );
  return lists
    .flatMap(({ items }) => items)
    .map(({ number, subject, status }: Record<string, string>) => `${number} ${status} ${subject}`)
    .toSorted();
}

async function ended(space: string, number: number, how: "merged" | "archived"): Promise<void> {
  const url = `/spaces/${space}/change-requests/${number}`;
  const answer =
    how === "merged"
      ? await world().post(`${url}/merge`, undefined, ada)
      : await world().patch(url, { status: "archived" }, ada);
  expect(answer.status).toBe(200);
}

/** A tab of a person on a screen of a space. */
async function openAt(as: Person, space: string, part: string) {
  const opened = await browser().open(as);
  await opened.tab.goto(`${browser().origin}/s/${space}/~/${part}`);
  return opened;
}

/** Chooses from the menu of a row. */
async function choose(tab: Page, row: string, what: string): Promise<void> {
  await tab.getByRole("button", { name: `Actions for ${row}` }).click();
  await tab.getByRole("menuitem", { name: what }).click();
}

const FIRST = "The first thing that you change here makes one.";
const yours = (number: number) => `You see what is here as it is in yours, #${number}`;

describe("variables", () => {
  const valuesOf = async (space: string) => (await get(`/spaces/${space}/content/variables`)).variables;
  const give = async (tab: Page, name: string, value: string): Promise<void> => {
    await choose(tab, name, "Edit");
    await tab.getByRole("textbox", { name: "Value" }).fill(value);
    await tab.getByRole("button", { name: "Save" }).click();
  };

  test("are changed in a change request that the first change makes, on what it has", async () => {
    const { space } = await lockedSpace([
      { operation: "set_variables", variables: { version: "1.2", old: 1 } },
    ]);
    const { tab, context, wrong } = await openAt(ed, space, "variables");
    await tab.getByText(FIRST).waitFor();
    await shoot(tab, "locked-variables-none");
    await give(tab, "version", "1.3");
    await tab.getByText(yours(1)).waitFor();
    await tab.getByRole("cell", { name: "1.3" }).waitFor();
    await browser().check(tab);
    // The second is made on the value that the first left.
    await give(tab, "version", "1.4");
    await tab.getByRole("cell", { name: "1.4" }).waitFor();
    await tab.getByRole("button", { name: "New variable" }).click();
    await tab.getByRole("textbox", { name: "Name" }).fill("product");
    await tab.getByRole("textbox", { name: "Value" }).fill("Lectern");
    await tab.getByRole("button", { name: "Create" }).click();
    await tab.getByRole("cell", { name: "Lectern" }).waitFor();
    await choose(tab, "old", "Delete");
    await tab.getByRole("button", { name: "Delete", exact: true }).click();
    await tab.getByRole("cell", { name: "old", exact: true }).waitFor({ state: "detached" });
    await shoot(tab, "locked-variables");
    expect(await valuesOf(space)).toEqual({ version: "1.2", old: 1 });
    expect((await own(space, "variables")).variables).toEqual({ version: "1.4", product: "Lectern" });
    expect(await requests(space)).toEqual(["1 draft Changes to variables"]);
    await tab.getByRole("link", { name: "Open change request #1" }).click();
    await tab.waitForURL(/\/~\/changes\/1$/);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("are the space's again when the change request was merged or closed, and the next change makes another", async () => {
    const { space } = await lockedSpace([{ operation: "set_variables", variables: { version: "1" } }]);
    const { tab, context, wrong } = await openAt(ed, space, "variables");
    await give(tab, "version", "2");
    await tab.getByText(yours(1)).waitFor();
    await ended(space, 1, "merged");
    await tab.getByText(FIRST).waitFor();
    await tab.getByRole("cell", { name: "2" }).waitFor();
    await give(tab, "version", "3");
    await tab.getByText(yours(2)).waitFor();
    expect(wrong).toEqual([]);
    // Closed while the form is open, on a value that is nowhere any more: nothing is written over the space's.
    await choose(tab, "version", "Edit");
    await tab.getByRole("textbox", { name: "Value" }).fill("4");
    await ended(space, 2, "archived");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByRole("dialog").getByRole("alert").waitFor();
    await shoot(tab, "locked-variables-conflict");
    await expect
      .poll(() => requests(space))
      .toEqual([
        "1 merged Changes to variables",
        "2 archived Changes to variables",
        "3 archived Changes to variables",
      ]);
    expect(await valuesOf(space)).toEqual({ version: "2" });
    await context.close();
  });

  test("of a space that takes changes at once are written there, with a draft of one's own beside it", async () => {
    const { space } = await lockedSpace([{ operation: "set_variables", variables: { version: "1" } }]);
    await world().post(`/spaces/${space}/change-requests`, { subject: "Mine" }, ed);
    await world().patch(`/spaces/${space}`, { editMode: "live" }, ada);
    const { tab, context, wrong } = await openAt(ed, space, "variables");
    await give(tab, "version", "2");
    await expect.poll(() => valuesOf(space)).toEqual({ version: "2" });
    expect(await tab.getByText("This space takes change requests").count()).toBe(0);
    expect((await own(space, "variables")).variables).toEqual({ version: "1" });
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("are read by who may not edit, and nothing is offered to them", async () => {
    const { space } = await lockedSpace([{ operation: "set_variables", variables: { version: "1" } }]);
    const { tab, context, wrong } = await openAt(await world().addPerson("rita", "read"), space, "variables");
    await tab.getByRole("cell", { name: "version" }).waitFor();
    expect(await tab.getByRole("button", { name: /New variable|Actions for/ }).count()).toBe(0);
    expect(await tab.getByText("This space takes change requests").count()).toBe(0);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

test("tags are changed in the draft that one has, with the values of that", async () => {
  const beta = { label: "Beta", color: "blue" };
  const { space } = await lockedSpace([{ operation: "set_tags", tags: { beta } }]);
  await world().post(`/spaces/${space}/change-requests`, { subject: "Mine" }, ed);
  const changes = [{ operation: "set_tags", tags: { beta: { ...beta, label: "Preview" } } }];
  await world().post(`/spaces/${space}/change-requests/1/content`, { changes }, ed);
  const { tab, context, wrong } = await openAt(ed, space, "tags");
  await tab.getByText(yours(1)).waitFor();
  await tab.getByRole("cell", { name: "Preview" }).waitFor();
  await choose(tab, "beta", "Edit");
  await tab.getByRole("textbox", { name: "Label" }).fill("Early");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByRole("cell", { name: "Early" }).waitFor();
  await browser().check(tab);
  expect((await own(space, "tags")).tags).toEqual({ beta: { label: "Early", color: "blue" } });
  expect((await get(`/spaces/${space}/content/tags`)).tags).toEqual({ beta });
  expect(await requests(space)).toEqual(["1 draft Mine"]);
  expect(wrong).toEqual([]);
  await context.close();
});

describe("what was comes back in a change request", () => {
  /** A page that said "One." and says "Two.", and one that was deleted, with one below it. */
  async function withPast() {
    const guide = { operation: "insert_page", title: "Guide", document: { markdown: "One.\n" } };
    const made = await lockedSpace([guide, { operation: "insert_page", title: "Gone" }]);
    const { space, answers } = made;
    const [{ page }, { page: gone }] = answers[0].changes;
    await world().patch(`/spaces/${space}`, { editMode: "live" }, ada);
    const write = async (...changes: object[]) =>
      expect((await world().post(`/spaces/${space}/content`, { changes }, ada)).status).toBe(200);
    await write({ operation: "insert_page", title: "Below", into: gone, document: { markdown: "Text.\n" } });
    await write({ operation: "update_page", page, document: { markdown: "Two.\n" } });
    await write({ operation: "delete_page", page: gone });
    await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada);
    return { space, page, gone, revision: answers[0].revision as string };
  }
  const textOf = async (content: string, page: string) =>
    (await get(`${content}/page/${page}?format=markdown`)).markdown;
  const titles = (pages: any[]): readonly string[] =>
    pages.flatMap(({ title, pages: below = [] }) => [title, ...titles(below)]);
  const inSpace = (space: string) => `/spaces/${space}/content`;
  const inFirst = (space: string) => `/spaces/${space}/change-requests/1/content`;
  const back = (tab: Page) => tab.getByRole("button", { name: "Bring this page back" });

  test("a page from its history, and that is taken back there", async () => {
    const { space, page, revision } = await withPast();
    const { tab, context, wrong } = await openAt(ed, space, `history/${page}?version=${revision}`);
    await tab.getByText("what you bring back comes into one of yours").waitFor();
    await shoot(tab, "locked-history");
    await back(tab).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${page}$`));
    await tab.getByText("“Guide” is as it was, in your change request #1").waitFor();
    await shoot(tab, "locked-history-done");
    expect(await textOf(inSpace(space), page)).toBe("Two.\n");
    expect(await textOf(inFirst(space), page)).toBe("One.\n");
    expect(await requests(space)).toEqual(["1 draft Bring back “Guide”"]);
    await tab.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => textOf(inFirst(space), page)).toBe("Two.\n");
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("a page from a revision, in the draft that one has", async () => {
    const { space, page, revision } = await withPast();
    await world().post(`/spaces/${space}/change-requests`, { subject: "Mine" }, ed);
    const { tab, context, wrong } = await openAt(ed, space, `revisions/${revision}/${page}`);
    await tab.getByText("what you bring back comes into one of yours").waitFor();
    await browser().check(tab);
    await back(tab).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${page}$`));
    expect(await textOf(inFirst(space), page)).toBe("One.\n");
    expect(await textOf(inSpace(space), page)).toBe("Two.\n");
    // From among all that the revision has otherwise, too; it is so already.
    await tab.goto(`${browser().origin}/s/${space}/~/revisions/${revision}?with=now`);
    await back(tab).first().click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${page}$`));
    expect(await requests(space)).toEqual(["1 draft Mine"]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("not over what one has written in it there", async () => {
    const { space, page, revision } = await withPast();
    await world().post(`/spaces/${space}/change-requests`, { subject: "Mine" }, ed);
    const changes = [{ operation: "update_page", page, document: { markdown: "Mine.\n" } }];
    await world().post(`/spaces/${space}/change-requests/1/content`, { changes }, ed);
    const { tab, context } = await openAt(ed, space, `history/${page}?version=${revision}`);
    await back(tab).click();
    await tab.getByRole("heading", { name: "Your change request #1 has changed this page" }).waitFor();
    await browser().check(tab);
    await shoot(tab, "locked-history-changed");
    expect(await textOf(inFirst(space), page)).toBe("Mine.\n");
    await tab.getByRole("button", { name: "Open change request #1" }).click();
    await tab.waitForURL(/\/~\/changes\/1\/diff$/);
    await context.close();
  });

  test("a page from the trash, with those below it", async () => {
    const { space, gone } = await withPast();
    const { tab, context, wrong } = await openAt(ed, space, "trash");
    await tab.getByText("what you bring back comes into one of yours").waitFor();
    await shoot(tab, "locked-trash");
    await tab.getByRole("button", { name: "Bring back: Gone" }).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${gone}$`));
    await tab.getByText("“Gone” is back, in your change request #1").waitFor();
    expect(titles((await own(space, "pages")).pages)).toEqual(["Guide", "Gone", "Below"]);
    expect(titles((await get(`${inSpace(space)}/pages`)).pages)).toEqual(["Guide"]);
    expect(await requests(space)).toEqual(["1 draft Bring back “Gone”"]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("a page from where it stood", async () => {
    const { space, gone } = await withPast();
    const { tab, context } = await openAt(ed, space, "trash");
    await tab.goto(`${browser().origin}/s/${space}/${gone}`);
    await tab.getByText("what you bring back comes into one of yours").waitFor();
    await tab.getByRole("button", { name: "Bring it back" }).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${gone}$`));
    expect(titles((await own(space, "pages")).pages)).toEqual(["Guide", "Gone", "Below"]);
    await context.close();
  });
});

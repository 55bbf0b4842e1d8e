/** A space that takes change requests alone, in a browser: what a person may propose they can change from every screen. */
import type { Locator, Page } from "playwright-core";
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
const yours = (number: number) => `What you see is as yours, #${number}, has it`;

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
    await tab.getByRole("dialog").getByText("It is another one by now").waitFor();
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
  const back = (tab: Page | Locator) => tab.getByRole("button", { name: "Bring this page back" });

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
    await tab.getByRole("heading", { name: "Guide", level: 1 }).waitFor();
    await browser().check(tab);
    await back(tab).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${page}$`));
    expect(await textOf(inFirst(space), page)).toBe("One.\n");
    expect(await textOf(inSpace(space), page)).toBe("Two.\n");
    expect(await requests(space)).toEqual(["1 draft Mine"]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("a page from among all that a revision has otherwise", async () => {
    const { space, page, revision } = await withPast();
    const { tab, context, wrong } = await openAt(ed, space, `revisions/${revision}?with=now`);
    await tab.getByText("what you bring back comes into one of yours").waitFor();
    await back(tab.locator("details", { hasText: "Guide" })).click();
    await tab.waitForURL(new RegExp(`/~/changes/1/${page}$`));
    expect(await textOf(inFirst(space), page)).toBe("One.\n");
    expect(await requests(space)).toEqual(["1 draft Bring back “Guide”"]);
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
    await tab.goto(`${browser().origin}/s/${space}/~/revisions/${revision}?with=now`);
    await back(tab.locator("details", { hasText: "Guide" })).click();
    await tab.getByRole("heading", { name: "Your change request #1 has changed this page" }).waitFor();
    expect(await textOf(inFirst(space), page)).toBe("Mine.\n");
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

describe("reusable contents", () => {
  const textOf = async (content: string, id: string) =>
    (await get(`${content}/reusable-contents/${id}`)).markdown;

  test("are written, made and deleted in the change request that the first change makes", async () => {
    const { space, answers } = await lockedSpace([
      { operation: "insert_reusable_content", title: "Price", document: { markdown: "10 €\n" } },
    ]);
    const id = answers[0].changes[0].reusableContent;
    const { tab, context, wrong } = await openAt(ed, space, `reusable/${id}`);
    await tab.getByText(FIRST).waitFor();
    const text = tab.getByRole("textbox", { name: "Text, in Markdown" });
    await text.fill("11 €\n");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText("It is in your change request #1").waitFor();
    await tab.getByText(yours(1)).waitFor();
    // The next is made on what the first left, and nothing that is typed is gone when it is read again.
    await text.fill("12 €\n");
    await tab.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => textOf(`/spaces/${space}/change-requests/1/content`, id)).toBe("12 €\n");
    expect(await textOf(`/spaces/${space}/content`, id)).toBe("10 €\n");
    await browser().check(tab);
    await shoot(tab, "locked-reusable");
    await tab.getByRole("link", { name: "Reusable content" }).first().click();
    await tab.getByRole("button", { name: "New reusable content" }).click();
    await tab.getByRole("textbox", { name: "Title" }).fill("Terms");
    await tab.getByRole("button", { name: "Create" }).click();
    await tab.getByRole("heading", { name: "Terms", level: 1 }).waitFor();
    await tab.goto(`${browser().origin}/s/${space}/~/reusable/${id}`);
    await tab.getByRole("button", { name: "Delete" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await tab.getByRole("link", { name: "Terms" }).waitFor();
    expect(await tab.getByRole("link", { name: "Price" }).count()).toBe(0);
    const titles = async (content: string) =>
      (await get(`${content}/reusable-contents`)).items.map(({ title }: { title: string }) => title);
    expect(await titles(`/spaces/${space}/change-requests/1/content`)).toEqual(["Terms"]);
    expect(await titles(`/spaces/${space}/content`)).toEqual(["Price"]);
    expect(await requests(space)).toEqual(["1 draft Changes to “Price”"]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("go on in another change request when that one was merged meanwhile, with all that is typed", async () => {
    const { space, answers } = await lockedSpace([
      { operation: "insert_reusable_content", title: "Price", document: { markdown: "10 €\n" } },
    ]);
    const id = answers[0].changes[0].reusableContent;
    const { tab, context, wrong } = await openAt(ed, space, `reusable/${id}`);
    const text = tab.getByRole("textbox", { name: "Text, in Markdown" });
    await text.fill("11 €\n");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText(yours(1)).waitFor();
    await text.fill("12 €\n");
    await ended(space, 1, "merged");
    await tab.getByText(FIRST).waitFor();
    expect(await text.inputValue()).toBe("12 €\n");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText(yours(2)).waitFor();
    expect(await textOf(`/spaces/${space}/change-requests/2/content`, id)).toBe("12 €\n");
    expect(await textOf(`/spaces/${space}/content`, id)).toBe("11 €\n");
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe("files", () => {
  const sent = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const namesIn = async (content: string) =>
    (await get(`${content}/files?sort=name`)).items.map(({ name, size }: any) => `${name} ${size}`);

  test("that are sent at once come into one change request, and are renamed, replaced and deleted there", async () => {
    const base64 = Buffer.from("kept").toString("base64");
    const { space, answers } = await lockedSpace([
      { operation: "insert_files", files: [{ name: "kept.txt", contentType: "text/plain", base64 }] },
    ]);
    const [inSpace, inFirst] = [`/spaces/${space}/content`, `/spaces/${space}/change-requests/1/content`];
    const { tab, context, wrong } = await openAt(ed, space, "files");
    await tab.getByText(FIRST).waitFor();
    const more = ["a", "b", "c"].map((name) => sent(`${name}.txt`, name));
    await tab.getByLabel("Upload").first().setInputFiles(more);
    await tab.getByText(yours(1)).waitFor();
    await expect.poll(() => namesIn(inFirst)).toEqual(["a.txt 1", "b.txt 1", "c.txt 1", "kept.txt 4"]);
    await tab.getByRole("link", { name: /c\.txt/ }).waitFor();
    await browser().check(tab);
    await shoot(tab, "locked-files");
    await tab.getByRole("link", { name: /kept\.txt/ }).click();
    await tab.getByRole("button", { name: "Rename" }).click();
    await tab.getByRole("textbox", { name: "Name" }).fill("old.txt");
    await tab.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await tab.getByText("Renamed to “old.txt”, in your change request #1").waitFor();
    await tab
      .getByLabel("Replace")
      .first()
      .setInputFiles([sent("new.txt", "longer")]);
    await expect.poll(() => namesIn(inFirst)).toContain("old.txt 6");
    await tab.getByText("“old.txt” has other content now, in your change request #1").waitFor();
    await shoot(tab, "locked-file");
    await tab.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => namesIn(inFirst)).toContain("old.txt 4");
    await tab.goto(`${browser().origin}/s/${space}/~/files/${answers[0].insertedFiles[0].id}`);
    await tab.getByRole("button", { name: "Delete" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => namesIn(inFirst)).toEqual(["a.txt 1", "b.txt 1", "c.txt 1"]);
    expect(await namesIn(inSpace)).toEqual(["kept.txt 4"]);
    expect(await requests(space)).toEqual(["1 draft Changes to files"]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("that are not taken leave no change request", async () => {
    const { space } = await lockedSpace();
    const { tab, context } = await openAt(ed, space, "files");
    await tab.getByText(FIRST).waitFor();
    await context.route("**/change-requests/*/content/files", (route) => route.abort());
    await tab
      .getByLabel("Upload")
      .first()
      .setInputFiles([sent("a.txt", "a")]);
    await tab.getByRole("button", { name: "Send again" }).waitFor();
    await expect.poll(() => requests(space)).toEqual(["1 archived Changes to files"]);
    await context.unroute("**/change-requests/*/content/files");
    await tab.getByRole("button", { name: "Send again" }).click();
    await tab.getByText(yours(2)).waitFor();
    expect(await namesIn(`/spaces/${space}/change-requests/2/content`)).toEqual(["a.txt 1"]);
    await context.close();
  });
});

test("a page is begun from the search, as from the tree, and is in the change request that this makes", async () => {
  const { space } = await lockedSpace([{ operation: "insert_page", title: "Guide" }]);
  const { tab, context, wrong } = await openAt(ed, space, "variables");
  await tab.getByText(FIRST).waitFor();
  await tab.keyboard.press("Control+k");
  await tab.getByRole("combobox", { name: "Search and commands" }).fill("new page");
  await tab.getByRole("option", { name: "New page" }).click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Install");
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/\/~\/changes\/1\//);
  const titlesOf = ({ pages }: any) => pages.map(({ title }: { title: string }) => title);
  expect(titlesOf(await own(space, "pages"))).toEqual(["Guide", "Install"]);
  expect(titlesOf(await get(`/spaces/${space}/content/pages`))).toEqual(["Guide"]);
  expect(await requests(space)).toEqual(["1 draft Changes to the page tree"]);
  expect(wrong).toEqual([]);
  await context.close();
});

test.each([
  ["light", 360],
  ["dark", 360],
  ["dark", 1280],
] as const)("each screen says in %s, %i pixels wide, where changes go", async (colorScheme, width) => {
  const { space, answers } = await lockedSpace([
    { operation: "set_variables", variables: { version: "1" } },
    { operation: "set_tags", tags: { beta: { label: "Beta" } } },
    { operation: "insert_reusable_content", title: "Price", document: { markdown: "10 €\n" } },
    { operation: "insert_page", title: "Guide", document: { markdown: "One.\n" } },
  ]);
  const [, , { reusableContent }, { page }] = answers[0].changes;
  await world().post(`/spaces/${space}/change-requests`, { subject: "Mine" }, ed);
  const { tab, context, wrong } = await browser().open(ed, { colorScheme, viewport: { width, height: 780 } });
  const back = "what you bring back comes into one of yours";
  const screens = [
    ["variables", yours(1)],
    ["tags", yours(1)],
    ["files", yours(1)],
    ["reusable", yours(1)],
    [`reusable/${reusableContent}`, yours(1)],
    ["trash", back],
    [`history/${page}`, back],
    [`revisions/${answers[0].revision}/${page}`, back],
  ] as const;
  for (const [part, sign] of screens) {
    await tab.goto(`${browser().origin}/s/${space}/~/${part}`);
    await tab.getByText(sign).waitFor();
    await tab.getByRole("heading", { level: 1 }).first().waitFor();
    await expect.poll(() => tab.locator("main .skeleton").count()).toBe(0);
    await browser().check(tab);
    await shoot(tab, `locked-${part.replaceAll("/", "_")}-${colorScheme}-${width}`);
  }
  expect(wrong).toEqual([]);
  await context.close();
});

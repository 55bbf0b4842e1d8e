/** What is given to several, ended in the midst, brought up to date, or refused for its size, its kind or its address. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import { useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, revisions, world } = useWriting();

const main = (tab: Page) => tab.locator("main");
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("a team gets a role on a space: who is in it may what the role says, as long as it has it", async () => {
  const space = await makeSpace("For a team");
  const page = await makePage(space, "Plan", "First.\n");
  expect((await world().patch(`/spaces/${space}`, { defaultLevel: null }, ada())).status).toBe(200);
  const tess = await world().addPerson("tess", "read");
  const teams = `/orgs/${world().organization}/teams`;
  expect((await world().put(teams, { title: "Writers", members: [tess.id] }, ada())).status).toBeLessThan(
    300,
  );
  const write = async (markdown: string): Promise<number> => {
    const change = { operation: "update_page", page, document: { markdown } };
    return (await world().post(`/spaces/${space}/content`, { changes: [change] }, tess)).status;
  };
  expect(await write("By tess.\n")).toBe(404);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/permissions`);
  await main(tab).getByRole("button", { name: "Add person or team" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("To whom").selectOption({ label: "Team" });
  await dialog.getByLabel("Team", { exact: true }).selectOption({ label: "Writers" });
  await dialog.getByLabel("Role").selectOption({ label: "Edit" });
  await dialog.getByRole("button", { name: "Give role" }).click();
  await main(tab).getByText("Writers may edit here from now on.").waitFor();
  await main(tab)
    .getByRole("row", { name: /tess.*Edit.*Writers/ })
    .waitFor();
  await browser().check(tab);
  expect(await write("By tess.\n")).toBe(200);
  const hers = await open(tess);
  await hers.tab.goto(`${browser().origin}/s/${space}/${page}`);
  await hers.tab.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await main(tab).getByRole("button", { name: "Actions for Writers" }).click();
  await tab.getByRole("menuitem", { name: "Take the role back" }).click();
  await main(tab).getByText("Writers has no role of their own here any more.").waitFor();
  expect(await write("Once more.\n")).toBe(404);
  expect((await read(space, page)).markdown).toBe("By tess.\n");
  expect(faults(opened)).toEqual([]);
  await hers.context.close();
  await context.close();
});

test("an import that is cancelled in the midst leaves nothing behind, and the screen says so", async () => {
  const space = await makeSpace("Cancelled");
  await makePage(space, "Plan", "First.\n");
  const before = await revisions(space);
  const opened = await open(ada());
  const { tab, context } = opened;
  const jobs = async (status: string): Promise<number> =>
    (await world().get(`/orgs/${world().organization}/jobs?status=${status}`, ada())).body.items.filter(
      (job: { readonly space?: string }) => job.space === space,
    ).length;
  const begin = async (): Promise<void> => {
    await main(tab)
      .locator("input[type=file]:not([webkitdirectory])")
      .setInputFiles([file("more.md", "# More\n")]);
    await main(tab).getByRole("button", { name: "Import", exact: true }).click();
    await main(tab).getByRole("heading", { name: "Reading and taking over…" }).waitFor();
    await expect.poll(() => jobs("queued")).toBe(1);
  };
  const isEnded = async (): Promise<void> => {
    await main(tab).getByRole("button", { name: "Cancel" }).click();
    await main(tab)
      .getByRole("status")
      .getByText("The import was cancelled. Nothing in the space has changed.")
      .waitFor();
    await main(tab).getByText("Drop a folder or files here").waitFor();
    await browser().check(tab);
    await expect.poll(() => jobs("queued")).toBe(0);
    await world().runJobs();
    expect(await revisions(space)).toBe(before);
  };
  await tab.goto(`${browser().origin}/s/${space}/~/import`);
  await begin();
  await isEnded();
  await shoot(tab, "import-cancelled");
  // The page forgets what it began, and cancels it all the same.
  await begin();
  await tab.reload();
  await main(tab).getByRole("heading", { name: "Reading and taking over…" }).waitFor();
  await isEnded();
  expect(await jobs("cancelled")).toBe(2);
  // What is begun then is told as if nothing had been.
  await begin();
  expect(await main(tab).getByText("The import was cancelled.").count()).toBe(0);
  await world().runJobs();
  await main(tab)
    .getByText(/^Taken over: 1 page/)
    .waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a change request whose space has moved on is brought up to date by a press, with what both wrote", async () => {
  const space = await makeSpace("Moved on");
  const page = await makePage(space, "Plan", "First.\n\nLast.\n");
  const at = `/spaces/${space}/change-requests`;
  await world().post(at, { subject: "More" }, ada());
  const write = async (where: string, markdown: string): Promise<void> => {
    const change = { operation: "update_page", page, document: { markdown } };
    expect((await world().post(`${where}/content`, { changes: [change] }, ada())).status).toBe(200);
  };
  await write(`${at}/1`, "First of the request.\n\nLast.\n");
  await write(`/spaces/${space}`, "First.\n\nLast of the space.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const update = main(tab).getByRole("button", { name: "Update", exact: true });
  await update.click();
  await update.waitFor({ state: "detached" });
  expect((await world().get(`${at}/1/content/page/${page}`, ada())).body.markdown).toBe(
    "First of the request.\n\nLast of the space.\n",
  );
  expect((await read(space, page)).markdown).toBe("First.\n\nLast of the space.\n");
  // In the same block, somebody has to decide.
  await write(`/spaces/${space}`, "First of the space.\n\nLast of the space.\n");
  await update.waitFor();
  await update.click();
  await tab.waitForURL("**/changes/1/conflicts");
  await main(tab).getByText("0 of 1 decided").waitFor();
  expect((await read(space, page)).markdown).toBe("First of the space.\n\nLast of the space.\n");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a file that is refused for its size or kind says what to do, is kept to be sent again, and holds up no other", async () => {
  const space = await makeSpace("Refused files");
  const opened = await open(ada());
  const { tab, context } = opened;
  const names = async () =>
    (await world().get(`/spaces/${space}/content/files?sort=name`, ada())).body.items.map(
      ({ name }: { readonly name: string }) => name,
    );
  let isRefusing = true;
  await tab.route("**/content/files", (route) => {
    const sent = route.request().postDataBuffer()?.toString("latin1") ?? "";
    const status = /filename="large/.test(sent) ? 413 : /filename="odd/.test(sent) ? 415 : undefined;
    if (!isRefusing || status === undefined) return route.continue();
    // As what stands before the server says it.
    return route.fulfill({ status, contentType: "text/html", body: "<h1>nginx</h1>" });
  });
  await tab.goto(`${browser().origin}/s/${space}/~/files`);
  await tab
    .getByLabel("Upload")
    .first()
    .setInputFiles(["large.txt", "odd.txt", "a.txt", "b.txt"].map((name) => file(name, name)));
  const row = (name: string) => main(tab).locator(".sendings li", { hasText: name });
  await row("large.txt").getByText("This file is larger than what stands before the server takes.").waitFor();
  await row("odd.txt").getByText("What stands before the server takes no files of this kind.").waitFor();
  await expect.poll(names).toEqual(["a.txt", "b.txt"]);
  await browser().check(tab);
  for (const width of [360, 1280]) {
    await tab.setViewportSize({ width, height: 900 });
    await shoot(tab, `files-refused-${width}`);
  }
  isRefusing = false;
  for (const name of ["large.txt", "odd.txt"])
    await row(name).getByRole("button", { name: "Send again" }).click();
  await expect.poll(names).toEqual(["a.txt", "b.txt", "large.txt", "odd.txt"]);
  await main(tab).locator(".sendings").waitFor({ state: "detached" });
  expect(faults(opened).filter((line) => !/status of 41[35]/.test(line))).toEqual([]);
  await context.close();
});

test("a file over the limit and an address that can't be ours are refused before the server is asked", async () => {
  const space = await makeSpace("Before it is asked");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/files`);
  await main(tab).getByText("No files yet").waitFor();
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await tab.evaluate(`(() => {
    const given = new DataTransfer();
    given.items.add(new File([new Uint8Array(100 * 1024 * 1024 + 1)], "huge.bin"));
    const field = document.querySelector("main input[type=file]");
    field.files = given.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await main(tab)
    .locator(".sendings li", { hasText: "huge.bin" })
    .getByText("A file has at most 100 MB.")
    .waitFor();
  expect(asked.filter((one) => one.startsWith("POST") && one.includes("/content"))).toEqual([]);
  for (const path of ["/s/a%20b", `/s/${"a".repeat(65)}`, `/s/${space}/~/changes/first`]) {
    await tab.goto(browser().origin + path);
    await main(tab).getByRole("heading", { level: 1, name: "Not here, or not yours" }).waitFor();
    asked.splice(0);
    await tab.reload();
    await main(tab).getByRole("heading", { level: 1, name: "Not here, or not yours" }).waitFor();
    expect(asked.filter((one) => /\/spaces\//.test(one))).toEqual([]);
  }
  expect(faults(opened)).toEqual([]);
  await context.close();
});

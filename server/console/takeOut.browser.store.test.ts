/** A space that is taken out as a PDF: a job with its bar, and the address that comes of it. */
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import { useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, world } = useWriting();

test("a PDF is made of a space by a job that can be ended, and its address is there to open and to copy", async () => {
  const space = await makeSpace("Handbook");
  await makePage(space, "Welcome", "Words of the handbook.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/import`);
  const make = tab.getByRole("button", { name: "Make a PDF" });
  const jobs = async () => (await world().get(`/orgs/${world().organization}/jobs`, ada())).body.items;
  const states = async () => (await jobs()).map(({ kind, status }: any) => [kind, status]);
  await make.click();
  await tab.getByRole("progressbar", { name: "Making the PDF…" }).waitFor();
  await expect.poll(states).toEqual([["pdf", "queued"]]);
  // It goes on while another screen is open, and is found there again.
  await tab.getByRole("link", { name: "Trash", exact: true }).first().click();
  await tab.getByRole("progressbar").waitFor({ state: "detached" });
  await tab.goBack();
  await tab.getByRole("progressbar", { name: "Making the PDF…" }).waitFor();
  await tab.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(states).toEqual([["pdf", "cancelled"]]);
  await tab.getByRole("progressbar").waitFor({ state: "detached" });

  await tab.getByLabel("Paper").selectOption({ label: "US Letter" });
  const asked = tab.waitForRequest(/\/pdf\?paper=us-letter$/);
  await make.click();
  await asked;
  await expect.poll(async () => (await jobs()).length).toBe(2);
  await tab.getByRole("link", { name: "Trash", exact: true }).first().click();
  await make.waitFor({ state: "detached" });
  await world().runJobs();
  await tab.goBack();
  const link = tab.getByRole("link", { name: "Open the PDF" });
  await link.waitFor();
  await browser().check(tab);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize({ width, height: 900 });
      await shoot(tab, `export-${colorScheme}-${width}`);
    }
  const address = await tab.getByLabel("Address of the PDF of Handbook").inputValue();
  expect(await link.getAttribute("href")).toBe(address);
  const { status, text } = await world().visit(address.replace("http://sites.test", ""));
  expect([status, text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("why no PDF came of it is said beside the button, which makes another", async () => {
  const space = await makeSpace("Empty");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/import`);
  const refused = { status: 409, json: { error: { code: 409, message: "There is nothing to print yet." } } };
  await tab.route(/\/pdf/, (route) => route.fulfill(refused), { times: 1 });
  await tab.getByRole("button", { name: "Make a PDF" }).click();
  await tab.getByRole("alert").getByText("There is nothing to print yet.").waitFor();
  expect(await tab.getByRole("button", { name: "Make a PDF" }).isEnabled()).toBe(true);
  await context.close();
});

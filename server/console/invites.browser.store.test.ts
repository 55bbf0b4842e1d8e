/** Who needs a link to come in is handed one: those who became members just now, where no e-mail is sent. */
import { expect, test } from "vitest";
import { useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, open, world } = useWriting();

const emails = async (): Promise<readonly string[]> =>
  (await world().get(`/orgs/${world().organization}/members?limit=100`, ada())).body.items.map(
    ({ user }: { readonly user: { readonly email: string } }) => user.email,
  );

/** The dialog of invitations in a tab of Ada's. */
async function inviting() {
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/o/${world().organization}/members`);
  const dialog = tab.getByRole("dialog");
  const invite = async (...addresses: readonly string[]): Promise<void> => {
    await tab.locator("main").getByRole("button", { name: "Invite people" }).click();
    await dialog.getByLabel("E-mail addresses").fill(addresses.join("\n"));
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  };
  const commandFor = (email: string) => dialog.getByLabel(`Command that makes a link for ${email}`);
  return { opened, tab, dialog, invite, commandFor };
}

test("a link is offered for who is new, and for nobody who was a member before", async () => {
  await world().addPerson("mia", "read");
  const { opened, tab, invite, commandFor } = await inviting();
  await invite("mia@example.com", "ben@acme.test");
  await commandFor("ben@acme.test").waitFor();
  expect(await commandFor("mia@example.com").count()).toBe(0);
  await browser().check(tab);
  expect(await emails()).toContain("ben@acme.test");
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("where it can't be told who is new, a link is offered for each", async () => {
  await world().addPerson("noa", "read");
  const { tab, invite, commandFor } = await inviting();
  await tab.route(/\/-\/v1\/orgs\/[^/]+\/members\/[^/?]+$/, (route) =>
    route.fulfill({ status: 400, json: {} }),
  );
  await invite("noa@example.com", "cal@acme.test");
  await commandFor("cal@acme.test").waitFor();
  expect(await commandFor("noa@example.com").count()).toBe(1);
  await tab.context().close();
});

test("who comes by single sign-on needs none", async () => {
  const { tab, dialog, invite } = await inviting();
  await tab.locator("main").getByRole("button", { name: "Invite people" }).click();
  await dialog.getByRole("checkbox").check();
  await tab.keyboard.press("Escape");
  await invite("dan@acme.test");
  await tab.getByText("1 person is a member now, and can sign in.").first().waitFor();
  expect(await emails()).toContain("dan@acme.test");
  expect(await dialog.count()).toBe(0);
  await tab.context().close();
});

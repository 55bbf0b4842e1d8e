/** Passkeys and apps as people use them: a real browser with an authenticator of its debugger's. */
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser } from "../test/browser.ts";
import { useWorld } from "../test/harness.ts";
import { givePassword, usePages } from "./pages.fixture.ts";

const PASSWORD = "four words of my own";
let origin = "http://localhost";
const world = useWorld();
const pages = usePages(world, () => ({
  addresses: {
    ...world().deps.addresses,
    // Browsers know passkeys of names; the port is known once it listens.
    get app() {
      return origin;
    },
  },
}));
let browser: Browser;

beforeAll(async () => {
  await pages.app().listen({ host: "127.0.0.1", port: 0 });
  origin = `http://localhost:${(pages.app().server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function check(page: Page): Promise<void> {
  expect(await complaintsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}

/** A browser at the door, with somebody's name and password typed. */
async function signIn(context: BrowserContext, name: string, next: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail address").fill(`${name}@example.com`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  return page;
}

/** Gives a page a device with passkeys: `refuses` is one whose person says no. */
async function plugIn(page: Page) {
  const debugging = await page.context().newCDPSession(page);
  await debugging.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2" as const,
    transport: "internal" as const,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await debugging.send("WebAuthn.addVirtualAuthenticator", { options });
  const uses = async () => (await debugging.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return { uses };
}

test("a passkey is added, opens the door, and no other device does", async () => {
  await givePassword(world(), await world().addPerson("ada", "admin"), PASSWORD);
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 390, height: 844 },
  });
  const wrong: string[] = [];
  context.on("weberror", (error) => wrong.push(error.error().message));
  const page = await signIn(context, "ada", "/account/second-factor");
  const device = await plugIn(page);
  await check(page);
  await page.getByLabel("What you call it").fill("My laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await check(page);
  expect(await device.uses()).toHaveLength(1);
  // The same device once more: the browser says why not.
  await page.getByLabel("What you call it").fill("Again");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("This device has a passkey for your account already.").waitFor();

  await context.clearCookies();
  await page.goto(`${origin}/sign-in?next=/account`);
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await check(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("You have a passkey; 10 recovery codes are left.").waitFor();
  const [{ signCount = 0 } = {}] = await device.uses();
  expect(signCount).toBeGreaterThan(1);

  // A device of somebody else: what it signs is refused by the server, whatever the browser lets through.
  const other = await browser.newContext({ reducedMotion: "reduce" });
  const strange = await signIn(other, "ada", "/account");
  await plugIn(strange);
  await strange.getByRole("button", { name: "Use a passkey" }).click();
  await strange.getByText("The browser was not given a passkey").waitFor();
  expect(new URL(strange.url()).pathname).toBe("/sign-in/factor");
  expect(wrong).toEqual([]);
  await Promise.all([context.close(), other.close()]);
});

test("who is asked for one is led to it at the door, sets up a passkey, and goes on", async () => {
  const cora = await world().addPerson("cora", "read");
  await givePassword(world(), cora, PASSWORD);
  const asks = (factor_from: number | null) =>
    world().deps.db.transact((tx) => tx.updateTable("organizations").set({ factor_from }).execute());
  await asks(Date.now());
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await signIn(context, "cora", "/account?wanted");
  await plugIn(page);
  await page.getByText("Acme asks its members for a second factor. Set one up").waitFor();
  expect(await page.getByRole("link", { name: "Later" }).count()).toBe(0);
  await check(page);
  await page.getByLabel("What you call it").fill("My laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await page.getByRole("link", { name: "Go on" }).click();
  await page.waitForURL(`${origin}/account?wanted`);
  await asks(null);
  await context.close();
});

test("an app's key is read from the page, and its code typed with the keyboard alone", async () => {
  await givePassword(world(), await world().addPerson("ben", "read"), PASSWORD);
  const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "dark" });
  const page = await signIn(context, "ben", "/account/second-factor");
  const key = (await page.locator(".key").textContent()) ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await page.getByLabel("The code that it shows").fill(totp.generate());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const [code = ""] = ((await page.locator(".codes").textContent()) ?? "").split("\n");
  await check(page);
  await page.getByRole("button", { name: "Remove your authenticator app" }).waitFor();

  await context.clearCookies();
  const again = await signIn(context, "ben", "/account");
  await again.locator(":focus").waitFor();
  await check(again);
  await again.keyboard.type("000000");
  await again.keyboard.press("Enter");
  await again.getByRole("alert").waitFor();
  await again.locator(":focus").waitFor();
  await again.keyboard.type(code);
  await again.keyboard.press("Enter");
  await again.getByText("You have an authenticator app; 9 recovery codes are left.").waitFor();
  await context.close();
});

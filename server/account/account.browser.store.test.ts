/** Signing in as people do it: a real server, a real browser. */
import type { AddressInfo } from "node:net";
import { Transformer } from "@napi-rs/image";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser } from "../test/browser.ts";
import { useWorld } from "../test/harness.ts";
import { givePassword, usePages } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
let browser: Browser;
let origin = "";

describe("in a browser", () => {
  beforeAll(async () => {
    await givePassword(world(), await world().addPerson("ada", "admin"), PASSWORD);
    await pages.app().listen({ host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${(pages.app().server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** A page whose policy violations, failed scripts and foreign requests are collected. */
  async function open(
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ page: Page; wrong: string[] }> {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error" && !line.text().includes("status of 403")) wrong.push(line.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) wrong.push(request.url());
    });
    return { page, wrong };
  }

  async function check(page: Page): Promise<void> {
    expect(await complaintsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }

  /** The page puts the focus where the next key belongs a moment after it has loaded. */
  const isAwaitingKeys = (page: Page) => page.locator(":focus").waitFor();

  test("one signs in with the keyboard alone, sees what was wrong, and signs out", async () => {
    const { page, wrong } = await open();
    await page.goto(`${origin}/account`);
    await isAwaitingKeys(page);
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("something else");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    // What was typed is kept, and the next key goes where it belongs.
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("ada@example.com");
    await isAwaitingKeys(page);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("status").waitFor();
    await page.goBack();
    await page.goto(`${origin}/account`);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test("a token is made and copied, and the link in a letter leads in", async () => {
    const { page, wrong } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${origin}/sign-in?next=/account`);
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await page.getByRole("button", { name: "E-mail me a link instead" }).click();
    await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
    await world().runJobs();
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(world().letters.at(-1) ?? "") ?? [];
    await page.goto(origin + link);
    await isAwaitingKeys(page);
    await page.keyboard.press("Enter");
    await page.getByLabel("What it is for").fill("Nightly import");
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.locator("[data-copy][data-done]").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^lct_\w{36}$/);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test("a program's code is typed, compared and approved with the keyboard alone", async () => {
    const asked = await pages.app().inject({
      method: "POST",
      url: "/oauth/device",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "client_id=lectern&device_name=laptop",
    });
    const { page, wrong } = await open({ viewport: { width: 360, height: 800 } });
    await page.goto(`${origin}/device`);
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code").waitFor();
    await check(page);
    await isAwaitingKeys(page);
    await page.keyboard.type(asked.json().user_code.toLowerCase());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Let this program act for you?" }).waitFor();
    await check(page);
    await page.getByRole("button", { name: "Approve" }).press("Enter");
    await page.getByRole("heading", { name: "Approved" }).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test("a picture is chosen and shown", async () => {
    const { page, wrong } = await open({ viewport: { width: 360, height: 800 } });
    await page.goto(`${origin}/sign-in?next=/account`);
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    const buffer = await Transformer.fromRgbaPixels(new Uint8Array(90 * 60 * 4).fill(200), 90, 60).png();
    await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("Your picture is shown now.").waitFor();
    const shown = "document.querySelector('.photo img')";
    expect(await page.evaluate(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBe(60);
    await check(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test.each([
    [360, "light"],
    [1280, "dark"],
  ] as const)("at %d pixels in %s nothing stands in anybody's way", async (width, colorScheme) => {
    const { page } = await open({ colorScheme, viewport: { width, height: 800 } });
    await page.goto(`${origin}/sign-in?next=/account`);
    await check(page);
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await check(page);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByLabel("What it is for").fill("A token with a long name, as long as names may be..");
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByText("Copy it now").waitFor();
    await check(page);
    await page.goto(`${origin}/sign-in/link/unknown`);
    await check(page);
    await page.context().close();
  });
});

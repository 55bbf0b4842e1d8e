/** What all readers do on a site, in a real browser; the rest is in `serve`. */
import { describe, expect, test } from "vitest";
import { base, shoot, useGuide } from "./guide.fixture.ts";

const { origin, reading } = useGuide();

describe("a reader", () => {
  test("follows links, the navigation and the cards at the end of a page", async () => {
    await reading(base, {}, async (tab) => {
      await shoot(tab, "home");
      await tab.click(".prose a.link");
      await tab.waitForURL(`${origin()}${base}install#from-the-package`);
      expect(await tab.textContent("h1")).toContain("Install");
      await shoot(tab, "cover");
      await tab.click('.nav-link:has-text("Limits")');
      await tab.waitForURL(`${origin()}${base}reference/limits`);
      await tab.click(".pager-previous");
      await tab.waitForURL(`${origin()}${base}reference/settings`);
      expect(await tab.getAttribute(".nav-link[aria-current=page]", "href")).toBe(
        `${base}reference/settings`,
      );
    });
  });

  test("finds a section by typing, and opens it by keyboard", async () => {
    await reading(base, {}, async (tab) => {
      await tab.keyboard.press("Control+k");
      await tab.keyboard.type("thousand");
      await tab.waitForSelector(".search-option mark.match");
      await shoot(tab, "search");
      await tab.keyboard.press("Enter");
      await tab.waitForURL(`${origin()}${base}reference/limits#rates`);
      await tab.keyboard.press("/");
      // The page that was read last is offered before anything is typed.
      await tab.waitForSelector('.search-option:has-text("Welcome")');
    });
  });

  test("changes tabs by arrow keys", async () => {
    await reading(base, {}, async (tab) => {
      await tab.focus("[role=tab] >> nth=0");
      await tab.keyboard.press("ArrowRight");
      await tab.locator("text=docker run lectern").waitFor();
      await expect.poll(() => tab.isVisible("text=npm install lectern")).toBe(false);
    });
  });

  test("opens the pages as a sheet on a phone", async () => {
    await reading(`${base}install`, { viewport: { width: 375, height: 700 } }, async (tab) => {
      await shoot(tab, "phone");
      expect(await tab.isVisible(".side")).toBe(false);
      await tab.click(".top-menu");
      await shoot(tab, "phone-sheet");
      await tab.click('.side .nav-link:has-text("Settings")');
      await tab.waitForURL(`${origin()}${base}reference/settings`);
    });
  });

  test("reads, opens the sheet and searches without any script", async () => {
    await reading(base, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } }, async (tab) => {
      expect(await tab.isVisible("text=npm install lectern")).toBe(true);
      await tab.locator("text=docker run lectern").waitFor();
      await tab.click(".top-menu");
      await tab.click('.side .nav-link:has-text("Limits")');
      await tab.waitForURL(`${origin()}${base}reference/limits`);
      await tab.click("a.search-open");
      await tab.fill("input[name=q]", "thousand");
      await tab.keyboard.press("Enter");
      await tab.click('.result a:has-text("Rates")');
      await tab.waitForURL(`${origin()}${base}reference/limits#rates`);
    });
  });
});

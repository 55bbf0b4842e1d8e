/** The published world as its readers meet it, with all that `reading` leaves. */
import { describe, expect, test } from "vitest";
import { complaintsOf } from "../test/axe.ts";
import { base, shoot, useGuide } from "./guide.fixture.ts";

const { change, ids, origin, reading } = useGuide();

describe("a reader", () => {
  test("opens a branch in place", async () => {
    await reading(base, {}, async (tab) => {
      await tab.click("button.nav-mark");
      await tab.waitForSelector('.nav-link:has-text("On Linux")');
    });
  });

  test("keeps the theme that was chosen", async () => {
    await reading(base, { colorScheme: "light" }, async (tab) => {
      await tab.click("[data-theme-toggle]");
      await expect.poll(() => tab.getAttribute("html", "data-theme")).toBe("dark");
      await tab.goto(`${origin()}${base}install`);
      await expect.poll(() => tab.getAttribute("html", "data-theme")).toBe("dark");
      expect(await tab.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
    });
  });

  test("copies code, and the whole page as Markdown", async () => {
    await reading(base, { permissions: ["clipboard-read", "clipboard-write"] }, async (tab) => {
      await tab
        .locator(".tab-panel:visible button[data-copy], .code:visible button[data-copy]")
        .first()
        .click({ force: true });
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toBe("npm install lectern");
      await tab.click("[data-copy-page]");
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toContain("# Welcome");
      await tab.click(".page-actions summary");
      await tab.click("text=Copy MCP address");
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toMatch(/^http.*\/~\/mcp$/);
    });
  });

  test("sees icons in the text's colour, each asked for once", async () => {
    await reading(`${base}everything`, {}, async (tab) => {
      const first = 'document.querySelector(".prose svg.icon")';
      // A drawing that wasn't fetched has no room.
      await expect.poll(() => tab.evaluate(`${first}.getBBox().width > 0`)).toBe(true);
      const { fill, color } = await tab.evaluate<{ fill: string; color: string }>(
        `(({ fill, color }) => ({ fill, color }))(getComputedStyle(${first}))`,
      );
      expect(fill).toBe(color);
      const asked = await tab.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
      );
      const icons = asked.filter((path) => path.startsWith("/~/icons/"));
      expect(icons.length).toBeGreaterThan(3);
      expect(new Set(icons).size).toBe(icons.length);
    });
  });

  test("is shown what may have been meant where nothing is", async () => {
    await reading(`${base}old/limits`, {}, async (tab) => {
      await shoot(tab, "absent");
      await tab.click('.suggestion:has-text("Limits")');
      await tab.waitForURL(`${origin()}${base}reference/limits`);
    });
  });

  test("is led on from a page's former address", async () => {
    await change([{ operation: "update_page", page: ids()["install"], slug: "setup" }]);
    await reading(`${base}install`, {}, async (tab) => {
      expect(tab.url()).toBe(`${origin()}${base}setup`);
      await change([{ operation: "update_page", page: ids()["install"], slug: "install" }]);
    });
  });

  test("prints the text and nothing around it", async () => {
    await reading(`${base}install`, {}, async (tab) => {
      await tab.emulateMedia({ media: "print" });
      for (const around of [".top", ".side", ".pager", ".page-actions"])
        expect([around, await tab.locator(around).first().isVisible()]).toEqual([around, false]);
      expect(await tab.isVisible("text=Run the installer")).toBe(true);
    });
  });

  test.each([
    ["", 1280, "light"],
    ["", 375, "dark"],
    ["install", 1280, "dark"],
    ["everything", 1280, "light"],
    ["everything", 1280, "dark"],
    ["everything", 375, "light"],
    ["nowhere-at-all", 1280, "light"],
    ["~/search?q=points", 1280, "light"],
  ] as const)("finds %s usable at %i px in %s", async (path, width, colorScheme) => {
    await reading(base + path, { viewport: { width, height: 900 }, colorScheme }, async (tab) => {
      expect(await complaintsOf(tab)).toEqual([]);
      await shoot(tab, `${path.replace(/\W+/g, "-") || "home"}-${width}-${colorScheme}`);
      const wider = await tab.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(wider).toBeLessThanOrEqual(0);
    });
  });

  test("gets a tab's picture, a preview picture and what to fetch ahead", async () => {
    await reading(`${base}install`, {}, async (tab) => {
      expect(await tab.getAttribute("link[rel=icon]", "href")).toMatch(/^data:image\/svg\+xml/);
      expect(await tab.getAttribute('meta[property="og:image"]', "content")).toContain("/~/files/");
      expect(await tab.locator("img.cover-at-3").isVisible()).toBe(true);
      const answer = await tab.request.get(`${origin()}${base}install`);
      const rules = JSON.parse(answer.headers()["speculation-rules"] ?? "");
      const file = await tab.request.get(origin() + rules);
      expect([file.status(), file.headers()["content-type"]]).toEqual([
        200,
        "application/speculationrules+json",
      ]);
      expect(Object.keys(JSON.parse(await file.text()))).toEqual(["prefetch"]);
    });
  });
});

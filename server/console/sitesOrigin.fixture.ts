/** The sites' origin, for browsers of tests: it is no host of this machine. */
import type { Page } from "playwright-core";
import type { World } from "../test/harness.ts";
import type { ConsoleBrowser } from "./consoleBrowser.fixture.ts";

/** Answers what a tab asks of the sites' origin, which knows the console by another origin than the tab does. */
export async function serveSites(tab: Page, world: World, browser: ConsoleBrowser): Promise<void> {
  await tab.route("http://sites.test/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const isFont = pathname.endsWith(".woff2");
    const { status, headers, text } = await world.visit(pathname + search);
    const kept = Object.entries(headers).filter(([name]) => name !== "content-length");
    await route.fulfill({
      status,
      headers: Object.fromEntries(
        kept.map(([name, value]) => [name, String(value).replace("http://app.test", browser.origin)]),
      ),
      body: isFont ? "" : text,
    });
  });
}

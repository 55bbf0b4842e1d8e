/** A browser that is signed in to the console of a test, and what every screen has to be free of. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { usePages } from "../account/pages.fixture.ts";
import { launchBrowser } from "../test/browser.ts";
import type { Person, useWorld } from "../test/harness.ts";

/** Milliseconds: longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000;

export interface Opened {
  readonly tab: Page;
  readonly context: BrowserContext;
  /** What went wrong in it: errors, breaches of the policy, requests to elsewhere. */
  readonly wrong: string[];
}

export interface ConsoleBrowser {
  readonly origin: string;
  /** A context of its own in which somebody is signed in. */
  open(as: Person, options?: Parameters<Browser["newContext"]>[0]): Promise<Opened>;
  /** A tab of a context that there is. */
  openIn(context: BrowserContext, as: Person): Promise<Opened>;
  signIn(context: BrowserContext, as: Person): Promise<void>;
  /** What the field's tool finds against access, and that nothing is wider than the window. */
  check(tab: Page): Promise<void>;
}

/** Serves the console of a world and starts one browser, for the tests of a file. */
export function useConsoleBrowser(world: ReturnType<typeof useWorld>): () => ConsoleBrowser {
  const pages = usePages(world);
  let browser: Browser | undefined;
  let it: ConsoleBrowser | undefined;
  beforeAll(async () => {
    await pages.app().listen({ host: "127.0.0.1", port: 0 });
    const origin = `http://127.0.0.1:${(pages.app().server.address() as AddressInfo).port}`;
    const started = await launchBrowser();
    browser = started;
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const openIn: ConsoleBrowser["openIn"] = async (context, as) => {
      await signIn(world, origin, context, as);
      return openTab(origin, context);
    };
    it = {
      origin,
      open: async (as, options = {}) =>
        openIn(await started.newContext({ reducedMotion: "reduce", ...options }), as),
      openIn,
      signIn: (context, as) => signIn(world, origin, context, as),
      check: (tab) => check(tab, axe),
    };
  });
  afterAll(() => browser?.close());
  return () => {
    if (it === undefined) throw new Error("the browser has not been started");
    return it;
  };
}

async function signIn(
  world: ReturnType<typeof useWorld>,
  origin: string,
  context: BrowserContext,
  as: Person,
): Promise<void> {
  const [name = "", value = ""] = (await world().signIn(as)).cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
}

async function openTab(origin: string, context: BrowserContext): Promise<Opened> {
  context.setDefaultTimeout(PATIENCE_MS);
  const tab = await context.newPage();
  const wrong: string[] = [];
  tab.on("pageerror", (error) => wrong.push(error.message));
  tab.on("console", (line) => {
    if (line.type() === "error" && !line.text().includes("status of 404")) wrong.push(line.text());
  });
  tab.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url()))
      wrong.push(request.url());
  });
  return { tab, context, wrong };
}

async function check(tab: Page, axe: string): Promise<void> {
  // Evaluated by the debugger, so that the policy of the page has no say in it.
  await tab.evaluate(axe);
  const found = await tab.evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  expect(found).toEqual([]);
  const isWithin = "(it) => it.scrollWidth <= it.clientWidth";
  expect(
    await tab.evaluate(`[document.documentElement, document.querySelector("main")].every(${isWithin})`),
  ).toBe(true);
}

/** A browser that is signed in to the console of a test, and what every screen has to be free of. */
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { usePages } from "../account/pages.fixture.ts";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser, launchOwnBrowser, PLAIN_HOST } from "../test/browser.ts";
import type { Person, useWorld } from "../test/harness.ts";
import { type LookingFile, missedBy } from "./looked.fixture.ts";

/** Milliseconds: longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000;

export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const SHOTS = process.env["LECTERN_SHOTS"] || undefined;
/** Who wants to look at screens sees all of them. */
const isFull = process.env["LECTERN_TEST_TIER"] === "full" || SHOTS !== undefined;
/** The narrowest is a window of 1,280 pixels at four times its size, as people look at it who see little. */
const WIDTHS = [1440, 1024, 390, 320];

/**
 * Screens look every few seconds whether a job has ended: here they look oftener, so that no test sits the time out.
 * And what is there for some seconds stays: a busy machine may look no sooner.
 */
const PATIENT = `{
  const { setInterval, setTimeout } = window;
  window.setInterval = (look, ms, ...given) => setInterval(look, ms >= 1000 && ms <= 5000 ? 250 : ms, ...given);
  window.setTimeout = (act, ms, ...given) => setTimeout(act, [4000, 10000].includes(ms) ? 30000 : ms, ...given);
}`;

/** What pages did that their policy forbids, in any tab of any test: none ends with some. */
const breaches: string[] = [];

function watchPolicy(context: BrowserContext): void {
  context.on("console", (line) => {
    if (/Content Security Policy|Trusted(?:HTML|Script| ?Type)/i.test(line.text()))
      breaches.push(line.text());
  });
}

export interface Opened {
  readonly tab: Page;
  readonly context: BrowserContext;
  /** What went wrong in it: errors, breaches of the policy, requests to elsewhere than the console and the sites. */
  readonly wrong: string[];
}

export interface Opening extends BrowserContextOptions {
  /** Where the console is opened: at this machine, unless said. */
  readonly at?: string;
  /** A browser of somebody's own, on this folder. */
  readonly folder?: string;
}

export interface ConsoleBrowser {
  readonly origin: string;
  /** The same over plain HTTP at a name, where browsers give less to a page. */
  readonly plainOrigin: string;
  /** A context of its own in which somebody is signed in. */
  open(as: Person, opening?: Opening): Promise<Opened>;
  /** A tab of a browser in which nobody is. */
  openSignedOut(): Promise<Page>;
  signIn(context: BrowserContext, as: Person, at?: string): Promise<void>;
  /** What the field's tool finds against access, and that nothing is wider than the window. */
  check(tab: Page): Promise<void>;
  /**
   * Looks at screens in a theme, at all widths. But in the full tier half of them are looked at, wide in this theme and as
   * narrow as can be in the other one: called for both themes, each is seen in both.
   * @param file whose screens they are, see `looked.fixture.ts`
   * @param screens addresses, with a selector of what shows in `main` that a screen is there
   */
  look(
    as: Person,
    theme: Theme,
    file: LookingFile,
    screens: readonly (readonly [path: string, sign: string])[],
  ): Promise<void>;
}

/** Serves the console of a world and starts one browser, for the tests of a file. */
export function useConsoleBrowser(world: ReturnType<typeof useWorld>): () => ConsoleBrowser {
  const pages = usePages(world);
  let browser: Browser | undefined;
  let it: ConsoleBrowser | undefined;
  beforeAll(async () => {
    await pages.app().listen({ host: "127.0.0.1", port: 0 });
    const { port } = pages.app().server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const hosts = { "sites.test": await world().listenToVisitors() };
    const started = await launchBrowser(hosts);
    browser = started;
    const signIn: ConsoleBrowser["signIn"] = async (context, as, at = origin) => {
      const [name = "", value = ""] = (await world().signIn(as)).cookie.split("=");
      await context.addCookies([{ name, value, url: at }]);
    };
    it = {
      origin,
      plainOrigin: `http://${PLAIN_HOST}:${port}`,
      signIn,
      open: async (as, { at = origin, folder, ...options } = {}) => {
        const context = await (folder === undefined
          ? started.newContext({ reducedMotion: "reduce", ...options })
          : launchOwnBrowser(folder, hosts));
        watchPolicy(context);
        await signIn(context, as, at);
        return { context, ...(await watched(context, at)) };
      },
      openSignedOut: async () => {
        const context = await started.newContext({ reducedMotion: "reduce" });
        watchPolicy(context);
        return context.newPage();
      },
      check,
      look: (...given) => look(it as ConsoleBrowser, ...given),
    };
  });
  afterEach(() => expect(breaches.splice(0)).toEqual([]));
  afterAll(() => browser?.close());
  return () => {
    if (it === undefined) throw new Error("the browser has not been started");
    return it;
  };
}

/** A tab, with what goes wrong in it. */
async function watched(context: BrowserContext, at: string) {
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ content: PATIENT });
  const tab = await context.newPage();
  const wrong: string[] = [];
  tab.on("pageerror", (error) => wrong.push(error.message));
  tab.on("console", (line) => {
    // Over plain HTTP a browser tells of the headers that it doesn't heed there.
    const isExpected = /status of 404|Opener-Policy header has been ignored/.test(line.text());
    if (line.type() === "error" && !isExpected) wrong.push(line.text());
  });
  tab.on("request", (request) => {
    const isKnown =
      request.url().startsWith(at) || /^(?:data:|blob:|http:\/\/sites\.test\/)/.test(request.url());
    if (!isKnown) wrong.push(request.url());
  });
  return { tab, wrong };
}

async function check(tab: Page): Promise<void> {
  expect(await complaintsOf(tab)).toEqual([]);
  const isWithin = "(it) => it.scrollWidth <= it.clientWidth";
  const areWithin = `[document.documentElement, document.querySelector("main")].every(${isWithin})`;
  // A window that was made narrower lays itself out a moment later.
  await expect.poll(() => tab.evaluate(areWithin)).toBe(true);
  expect(await tab.evaluate(CUT_OFF)).toEqual([]);
  expect(await tab.evaluate(CUT_ROWS)).toEqual([]);
}

async function look(
  browser: ConsoleBrowser,
  ...[as, theme, file, screens]: Parameters<ConsoleBrowser["look"]>
): Promise<void> {
  expect(
    missedBy(
      file,
      screens.map(([path]) => path),
    ),
  ).toEqual([]);
  const other = theme === "light" ? "dark" : "light";
  const looks: readonly (readonly [width: number, theme: Theme])[] = isFull
    ? WIDTHS.map((width) => [width, theme])
    : [
        [1440, theme],
        [320, other],
      ];
  const { tab, context, wrong } = await browser.open(as, { colorScheme: theme });
  for (const [at, [path, sign]] of screens.entries()) {
    if (!isFull && THEMES[at % 2] !== theme) continue;
    await tab.goto(browser.origin + path);
    for (const [width, colorScheme] of looks) {
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize({ width, height: 900 });
      await tab.locator("main").locator(sign).locator("visible=true").first().waitFor();
      // What it is about may come a moment after it, in a part of its own.
      await tab.getByRole("heading", { level: 1 }).first().waitFor();
      await browser.check(tab);
      // It is off by itself: what is pressed is 24 pixels wide and high, or has as much room.
      expect(await complaintsOf(tab, { rules: ["target-size"] })).toEqual([]);
      await shoot(tab, `${path.split(/[?#]/)[0]?.replaceAll(/[^\w-]+/g, "_")}-${colorScheme}-${width}`);
    }
  }
  expect(wrong).toEqual([]);
  await context.close();
}

/** Keeps what a tab shows for somebody to look at, where one wants to. */
export async function shoot(tab: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await tab.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Tables of a phone of which a part is beyond their edge. */
const CUT_ROWS = `[...document.querySelectorAll(".rows-box")]
  .filter((it) => innerWidth < 640 && it.scrollWidth > it.clientWidth)
  .map((it) => it.ariaLabel)`;

/** What of the bar at the top is beyond the window's edges, where nobody can press it. */
const CUT_OFF = `[...document.querySelectorAll(".bar :is(a, button)")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.textContent || it.ariaLabel, it.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < 0 || right > innerWidth)
  .map(([name]) => name)`;

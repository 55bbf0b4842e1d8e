import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { complaintsOf } from "../../test/axe.ts";
import { launchBrowser } from "../../test/browser.ts";
import { startPreview, type Preview } from "../../test/preview/server.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";

let preview: Preview;
let browser: Browser;

beforeAll(async () => {
  [preview, browser] = await Promise.all([startPreview(inject("assets")), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

async function newContext(script = true): Promise<BrowserContext> {
  return browser.newContext({ javaScriptEnabled: script, reducedMotion: "reduce" });
}

/** Shows a template in a context of its own, or in a page that is there. */
async function open(
  name: string,
  options: { width?: number; height?: number; dark?: boolean; script?: boolean; in?: Page } = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const page = options.in ?? (await (await newContext(options.script)).newPage());
  const complaints: string[] = [];
  page.removeAllListeners().on("console", (message) => {
    // Frames of other origins are refused here, so that no test leaves this machine.
    if (message.type() === "error" && !message.text().startsWith("Framing ")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
  await page.emulateMedia({ colorScheme: options.dark ? "dark" : "light" });
  await page.goto(`${preview.origin}/acme/docs/${name}`, { waitUntil: "load" });
  return { page, context: page.context(), complaints };
}

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const TEMPLATES = [
  "page",
  "kitchen-sink",
  "sections",
  "bold",
  "contrast",
  "muted",
  "rtl",
  "bare",
  "embed",
  "not-found",
  "empty",
  "search",
  "search-nothing",
  "unpublished",
  "unknown-site",
  "share-link",
  "sign-in",
  "token",
  "fault",
];

/** Loaded anew in each by the full tier; usually the window of the first takes the others' size. */
const SIZES = [
  [1280, "light", "dark"],
  [360, "dark", "light"],
] as const;
const WIDTHS = FULL ? [320, 500, 768, 799, 800, 1099, 1100, 1600, 2400] : [320, 768];

/** Less than nothing where room is kept for a scroll bar. */
const widerThanItsWindow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

describe.each(TEMPLATES)("%s", (name) => {
  // Nothing is clicked or chosen here, so that one page shows it at all sizes.
  let shown: Page;
  let complaints: string[] = [];
  const load = async (width: number, dark = false): Promise<void> => {
    ({ complaints } = await open(name, { width, dark, in: shown }));
  };
  beforeAll(async () => {
    shown = await (await newContext()).newPage();
    await load(SIZES[0][0]);
  });
  afterAll(() => shown?.context().close());

  test.each(SIZES)("has nothing to complain about at %i px, %s and %s", async (width, first, second) => {
    if (FULL) await load(width, first === "dark");
    await shown.setViewportSize({ width, height: 800 });
    await shown.emulateMedia({ colorScheme: first });
    expect(await widerThanItsWindow(shown)).toBeLessThanOrEqual(0);
    expect(await complaintsOf(shown)).toEqual([]);
    // What follows the theme are the colours alone.
    await shown.emulateMedia({ colorScheme: second });
    expect(await complaintsOf(shown, FULL ? {} : { rules: COLOR_RULES })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(WIDTHS)("never scrolls sideways at %i px", async (width) => {
    if (FULL) await load(width);
    await shown.setViewportSize({ width, height: 800 });
    expect(await widerThanItsWindow(shown)).toBeLessThanOrEqual(0);
  });
});

describe("a page without the script", () => {
  test("shows its text, its tabs and its navigation, and opens the sheet on phones", async () => {
    const { page, context } = await open("page", { script: false, width: 360 });
    expect(await page.locator(".tab-panel").count()).toBe(3);
    for (const panel of await page.locator(".tab-panel").all()) expect(await panel.isVisible()).toBe(true);
    expect(await page.locator(".side").isVisible()).toBe(false);
    await page.click(".top-menu");
    await expect.poll(() => page.locator(".side a[aria-current=page]").isVisible()).toBe(true);
    for (const useless of await page.locator("[data-copy], [data-theme-toggle], [data-copy-page]").all()) {
      expect(await useless.isVisible()).toBe(false);
    }
    await context.close();
  });

  test("leads the search to its own page", async () => {
    const { page, context } = await open("page", { script: false });
    expect(await page.getAttribute("a.search-open", "href")).toBe("/acme/docs/~/search");
    await context.close();
  });
});

describe("the search dialog", () => {
  test("opens by key, finds while typing, moves by arrows and is clean", async () => {
    const { page, context, complaints } = await open("page");
    await page.keyboard.press("/");
    await page.keyboard.type("proxy");
    await page.waitForSelector(".search-option");
    await expect.poll(() => page.getAttribute(".search-option >> nth=0", "aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await expect
      .poll(() => page.getAttribute(".search-field", "aria-activedescendant"))
      .toBe("~search-option-1");
    await expect.poll(() => page.textContent(".search-foot [role=status]")).toBe("6 results");
    await expect.poll(() => page.locator("mark.match").count()).toBeGreaterThan(0);
    expect(await complaintsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".search-dialog").isVisible()).toBe(false);
    await context.close();
  });

  test("says so when nothing is found, and keeps Tab inside", async () => {
    const { page, context } = await open("page", { dark: true });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("nothing");
    await page.waitForSelector(".search-empty strong");
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        "document.activeElement === document.body || document.querySelector('.search-dialog').contains(document.activeElement)",
      );
      expect(inside).toBe(true);
    }
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });

  test("shows that it waits, and opens on Enter what the words find that are not answered yet", async () => {
    const { page, context } = await open("page");
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/search.json?*", async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.waitForSelector(".search-dialog[open]");
    expect(await page.locator(".search-foot a").isVisible()).toBe(false);
    await page.keyboard.type("proxy");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".search-dialog[data-asking]");
    const opened = page.waitForRequest((request) => request.isNavigationRequest());
    letGo();
    expect((await opened).url()).toContain("/acme/docs/install");
    await context.close();
  });

  test("keeps to the part that is read when it is told to by keyboard, and remembers that", async () => {
    const { page, context } = await open("sections");
    const asked = (part: string) =>
      page.waitForRequest((request) => request.url().endsWith(`search.json?q=proxy${part}`));
    const everywhere = asked("");
    await page.keyboard.press("/");
    await page.keyboard.type("proxy");
    await everywhere;
    await page.focus(".search-dialog .scope input:checked");
    const here = asked("&in=guides");
    await page.keyboard.press("ArrowRight");
    await here;
    await page.waitForSelector(".search-option");
    expect(await complaintsOf(page)).toEqual([]);
    await page.reload();
    const again = asked("&in=guides");
    await page.keyboard.press("/");
    await page.keyboard.type("proxy");
    await again;
    expect(await page.getAttribute(".search-foot a", "href")).toBe("/acme/docs/~/search?q=proxy&in=guides");
    await context.close();
  });

  test("shows text of answers as text", async () => {
    const { page, context } = await open("page");
    await page.keyboard.press("/");
    await page.keyboard.type("<img src=x onerror=document.title='hit'>");
    await page.waitForSelector(".search-option");
    expect(await page.locator(".search-dialog img").count()).toBe(0);
    expect(await page.title()).not.toBe("hit");
    await context.close();
  });
});

describe("the theme", () => {
  test("follows the system, then the reader, before the first paint", async () => {
    const { page, context } = await open("page", { dark: false });
    const ground = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    const light = await ground();
    await page.click("[data-theme-toggle]");
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload({ waitUntil: "commit" });
    await page.waitForSelector("html[data-theme=dark]", { state: "attached" });
    await page.waitForLoadState("load");
    expect(await ground()).toBe(dark);
    await page.click("[data-theme-toggle]");
    await expect.poll(() => page.getAttribute("html", "data-theme")).toBe(null);
    await context.close();
  });
});

describe("a look", () => {
  test("that begins dark can be left, and returned to", async () => {
    const { page, context } = await open("contrast");
    const theme = (): Promise<string | null> => page.getAttribute("html", "data-theme");
    expect(await theme()).toBe("dark");
    await page.click("[data-theme-toggle]");
    await expect.poll(() => theme()).toBe("light");
    await page.reload();
    await expect.poll(() => theme()).toBe("light");
    await page.click("[data-theme-toggle]");
    await page.reload();
    await expect.poll(() => theme()).toBe("dark");
    await expect.poll(() => page.evaluate("localStorage.getItem('lectern:theme')")).toBe(null);
    await context.close();
  });

  test("that stays light stays so, whatever was chosen elsewhere and without the script", async () => {
    for (const script of [true, false]) {
      const { page, context } = await open("contrast", { dark: true, script });
      if (script) await page.evaluate("localStorage.setItem('lectern:theme', 'dark')");
      await page.goto(`${preview.origin}/acme/docs/muted`);
      await expect.poll(() => page.getAttribute("html", "data-theme")).toBe("light");
      await expect.poll(() => page.locator("[data-theme-toggle]").count()).toBe(0);
      await context.close();
    }
  });

  test("with an announcement keeps it away once it was dismissed", async () => {
    const { page, context } = await open("bold");
    const announcement = page.locator(".announcement");
    expect(await announcement.isVisible()).toBe(true);
    await page.focus("[data-dismiss]");
    await page.keyboard.press("Enter");
    await expect.poll(() => announcement.isVisible()).toBe(false);
    await page.reload();
    await expect.poll(() => announcement.isVisible()).toBe(false);
    await page.goto(`${preview.origin}/acme/docs/contrast`);
    await expect.poll(() => announcement.isVisible()).toBe(true);
    await page.goto(`${preview.origin}/acme/docs/muted`);
    await expect.poll(() => page.locator("[data-dismiss]").count()).toBe(0);
    await context.close();
  });

  test("has its header's menus without the script, and on phones in the sheet", async () => {
    const { page, context } = await open("bold", { script: false });
    await page.focus(".top-menu-links summary");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".top-menu-links .menu-link >> nth=0").isVisible()).toBe(true);
    await page.setViewportSize({ width: 360, height: 700 });
    await page.click(".top-menu");
    await expect.poll(() => page.locator(".side-links .nav-group a", { hasText: "Forum" }).count()).toBe(1);
    await expect.poll(() => page.locator(".side-links .side-button").count()).toBe(1);
    await context.close();
  });
});

describe("tabs", () => {
  test("move by arrows, show one panel, and are remembered by title", async () => {
    const { page, context } = await open("page");
    await page.focus("[role=tab][aria-selected=true]");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.textContent("[role=tab]:focus")).toBe("pnpm");
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".tab-panel:visible").count()).toBe(1);
    await page.goto(`${preview.origin}/acme/docs/sections`);
    await expect.poll(() => page.textContent("[role=tab][aria-selected=true]")).toBe("From source");
    await context.close();
  });
});

describe("the navigation", () => {
  test("opens a branch in place and keeps its scroll position", async () => {
    const { page, context } = await open("page", { height: 500 });
    const mark = page.locator("button.nav-mark[aria-label='Show pages under Upgrades']");
    await mark.click();
    await page.waitForSelector("text=One below");
    await expect.poll(() => mark.getAttribute("aria-expanded")).toBe("true");
    await mark.click();
    await expect.poll(() => page.locator("text=One below").isVisible()).toBe(false);
    await page.evaluate("document.querySelector('.side').scrollTop = 120");
    await page.goto(`${preview.origin}/acme/docs/sections`);
    await page.goto(`${preview.origin}/acme/docs/page`);
    await expect.poll(() => page.evaluate("document.querySelector('.side').scrollTop")).toBe(120);
    await context.close();
  });

  test("as a sheet keeps the rest of the page out of reach", async () => {
    const { page, context } = await open("page", { width: 360 });
    await page.click(".top-menu");
    await page.waitForSelector("main[inert]", { state: "attached" });
    expect(await complaintsOf(page, { within: ".side" })).toEqual([]);
    const low =
      "[...document.querySelectorAll('.side :is(a, button, summary)')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)";
    expect(await page.evaluate(low)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForSelector("main:not([inert])");
    await context.close();
  });
});

describe("print", () => {
  test("has what is folded on the screen, and no notices", async () => {
    const { page, context } = await open("kitchen-sink");
    const folded = page.locator(".expandable:not([open]) > .expandable-body").first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => folded.isVisible()).toBe(true);
    await page.goto(`${preview.origin}/acme/docs/bold`);
    await expect.poll(() => page.locator(".announcement").isVisible()).toBe(false);
    await context.close();
  });
});

describe("code", () => {
  test("is copied as it was written, and says so", async () => {
    const { page, context } = await open("page");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const figure = page.locator("figure.code", { hasText: "load.js" });
    await figure.locator("[data-copy]").click();
    await figure.locator("[data-copy][data-done]").waitFor();
    await expect.poll(() => figure.locator("[data-copy]").textContent()).toBe("Copied");
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    expect(copied.split("\n").slice(1, 4)).toEqual([
      'import { readFile } from "node:fs/promises";',
      "",
      "export async function load(path, { retries = 3 } = {}) {",
    ]);
    await context.close();
  });

  test("wraps on demand where its lines are too long, and only there", async () => {
    const { page, context } = await open("page");
    const long = page.locator("figure.code", { hasText: "curl" });
    await long.scrollIntoViewIfNeeded();
    const wrap = long.locator(".code-wrap");
    await wrap.click();
    await expect.poll(() => wrap.getAttribute("aria-pressed")).toBe("true");
    const body = long.locator(".code-body");
    await expect
      .poll(() => body.evaluate((element) => element.scrollWidth <= element.clientWidth))
      .toBe(true);
    expect(await page.locator("figure.code", { hasText: "load.js" }).locator(".code-wrap").count()).toBe(0);
    await context.close();
  });

  test("that is expandable opens by its button", async () => {
    const { page, context } = await open("kitchen-sink");
    const button = page.locator("button[data-expand]").first();
    await button.click();
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => page.locator("figure.code[data-expanded]").count()).toBe(1);
    await context.close();
  });
});

test("the header of a long table stays in sight, also while the table is scrolled sideways", async () => {
  const { page, context } = await open("page");
  const table = page.locator(".prose .table", { has: page.locator("th:not(:empty)") }).first();
  await table.evaluate((box) => {
    const row = box.querySelector("tbody tr");
    for (let n = 0; n < 80; n++) row?.after(row.cloneNode(true));
    box.querySelector("table")?.style.setProperty("inline-size", "2400px");
  });
  const places = () =>
    table.evaluate((box) => {
      const [head, cell] = ["thead th:last-child", "tbody td:last-child"].map((selector) =>
        box.querySelector(selector)!.getBoundingClientRect(),
      );
      const top = box.ownerDocument.querySelector(".top")!.getBoundingClientRect().bottom;
      return {
        aside: Math.round(head!.x - cell!.x),
        fromTop: Math.round(head!.y - top),
        passed: Math.round(top - box.getBoundingClientRect().y),
        isWide: box.scrollWidth > box.clientWidth,
      };
    });
  const scrollTo = (y: number) =>
    table.evaluate((box, by) => {
      box.ownerDocument.defaultView?.scrollBy(0, box.getBoundingClientRect().top + by);
    }, y);
  await scrollTo(900);
  await expect.poll(async () => Math.abs((await places()).fromTop)).toBeLessThanOrEqual(2);
  expect(await places()).toMatchObject({ aside: 0, isWide: true });
  expect((await places()).passed).toBeGreaterThan(500);
  await table.evaluate((box) => box.scrollTo(700, 0));
  await expect.poll(() => places()).toMatchObject({ aside: 0, isWide: true });
  // Before the table passes it is where it always was.
  await scrollTo(-400);
  await expect.poll(async () => (await places()).fromTop).toBeGreaterThan(100);
  expect(await places()).toMatchObject({ aside: 0 });
  await context.close();
}, 60_000);

test.each([4, 5, 12])(
  "a table of %i columns is on the printed sheet, and its short words are whole",
  async (count) => {
    // A4 between its margins.
    const { page, context } = await open("page", { width: 658 });
    await page.emulateMedia({ media: "print" });
    const table = page.locator(".prose .table", { has: page.locator("th:not(:empty)") }).first();
    await table.evaluate((box, columns) => {
      const words =
        "A sentence that says what the setting is for, and what becomes of it without one. ".repeat(3);
      const cells = (write: (column: number) => string): string =>
        Array.from({ length: columns }, (_, column) => write(column)).join("");
      const cell = (column: number): string =>
        column === 0
          ? `<td><code>LECTERN_${"LONG_NAME_".repeat(6)}</code></td>`
          : column === 1
            ? '<td class="cell-line">on or off</td>'
            : `<td>${words}</td>`;
      box.innerHTML = `<table><thead><tr>${cells((column) => `<th class="${column === 1 ? "" : "room-wide"}">Its heading</th>`)}</tr></thead><tbody><tr>${cells(cell)}</tr></tbody></table>`;
    }, count);
    const { wider, tall, line } = await table.evaluate((box) => ({
      wider: box.scrollWidth - box.clientWidth,
      tall: box.querySelector(".cell-line")!.getBoundingClientRect().width,
      line: Number.parseFloat(
        box.ownerDocument.defaultView!.getComputedStyle(box.querySelector(".cell-line")!).fontSize,
      ),
    }));
    expect(wider).toBeLessThanOrEqual(0);
    // "heading", whole, where a sheet has the room.
    if (count < 6) expect(tall).toBeGreaterThan(3 * line);
    const shots = process.env["LECTERN_SHOTS"];
    if (shots !== undefined) await table.screenshot({ path: `${shots}/print-table-${count}.png` });
    await context.close();
  },
  60_000,
);

describe("the outline", () => {
  test("follows the reading position", async () => {
    const { page, context } = await open("page");
    await expect.poll(() => page.textContent(".outline a[aria-current]")).toBe("Hints");
    await page.locator("#steps").evaluate((heading) => heading.scrollIntoView());
    await page.waitForSelector(".outline a[aria-current][href='#steps']");
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.waitForSelector(".outline a[aria-current][href='#more']");
    await context.close();
  });

  test("folds above the text on narrow screens", async () => {
    const { page, context } = await open("page", { width: 1099 });
    expect(await page.locator(".outline").isVisible()).toBe(false);
    await page.click(".outline-fold summary");
    await page.click(".outline-fold a[href='#code']");
    await page.waitForURL("**/page#code");
    await page.waitForFunction(
      "document.querySelector('.outline-here').textContent === document.querySelector('.outline-fold a[href=\"#code\"]').textContent",
    );
    await expect.poll(() => page.locator(".outline-fold nav").isVisible()).toBe(false);
    const [fold, heading] = [page.locator(".outline-fold"), page.locator("#code")];
    const bottom = await fold.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect
      .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(bottom);
    await context.close();
  });
});

describe("images", () => {
  test("open large by keyboard and give the focus back", async () => {
    const { page, context } = await open("kitchen-sink");
    const image = page.locator("img[data-zoom][role=button]").first();
    await image.focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog.zoom-dialog[open] img").waitFor();
    expect(await complaintsOf(page, { within: "dialog.zoom-dialog" })).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.zoom-dialog", { state: "detached" });
    await expect
      .poll(() => image.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await context.close();
  });
});

test("menus close by Escape and by a click elsewhere", async () => {
  const { page, context } = await open("sections");
  const menu = page.locator("details.section-menu");
  await menu.locator("summary").click();
  expect(await complaintsOf(page, { within: ".top" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.getAttribute("open")).toBe(null);
  await menu.locator("summary").click();
  await page.mouse.click(600, 600);
  await expect.poll(() => menu.getAttribute("open")).toBe(null);
  await context.close();
});

/** What moved since the page began, and how far, so that a failure says it. */
const noteMoves = `const moved = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      moved.push([value, ...sources.map(({ node, previousRect, currentRect }) => [(node && node.cloneNode(false).outerHTML) || String(node), ...[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join(" "))])]);
  }).observe({ type: "layout-shift", buffered: true });
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));`;

test.each([
  ["bold", 1280],
  ["sections", 768],
])(
  "nothing moves while %s comes in pieces, however it is cut, at %i px",
  async (name, width) => {
    const { page, context } = await open("bare", { width });
    const moved = await page.evaluate(`(async () => {
    ${noteMoves}
    const whole = await (await fetch("./${name}")).text();
    document.open();
    // Browsers draw what they have whenever they like. What stands in a line of text may have to go on in the next one.
    const parts = whole.split(/(?=<body|<div\\s+class="frame"|<main|<div class="prose")/);
    const cuts = [/(?=<(?!\\/))/, /(?=<ul)/, /(?=<(?!\\/))/, /(?=<h2|<footer|<aside)/];
    document.write(parts.shift());
    for (const [at, part] of parts.entries())
      for (const piece of part.split(cuts[at])) {
        document.write(piece);
        await drawn();
      }
    document.close();
    await drawn();
    return moved;
  })()`);
    expect(moved).toEqual([]);
    await context.close();
  },
  60_000,
);

test.each(["page", "bold", "contrast", "muted"])(
  "nothing moves while %s loads, and no other host is asked",
  async (name) => {
    const { page, context } = await open(name);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload({ waitUntil: "load" });
    const moved = await page.evaluate(`(async () => {
      ${noteMoves}
      await drawn();
      return moved;
    })()`);
    expect(moved).toEqual([]);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((url) => !url.startsWith(preview.origin) && !url.startsWith("data:"))).toEqual([]);
    await context.close();
  },
);

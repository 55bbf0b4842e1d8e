/** A browser with the editor in it, under the policy that the console has. */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchBrowser } from "../../../server/test/browser.ts";
import { buildEditor, serveEditor } from "./testPage.fixture.ts";

export const KITCHEN_SINK = readFileSync(
  new URL("../../../engine/markdown/html/fixtures/kitchen-sink.md", import.meta.url),
  "utf8",
).replace(/^---\n[^]*?\n---\n/, "");

/** Serves the editor, and opens a page for each test, which has to be without complaints. */
export function useEditor() {
  let browser: Browser;
  let server: Server;
  let origin: string;
  let built: Awaited<ReturnType<typeof buildEditor>>;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    built = await buildEditor();
    ({ server, origin } = await serveEditor(built.scripts));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(async () => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    page = await context.newPage();
    complaints = [];
    page.on("console", (message) => {
      // Pictures of the page are on no server here.
      const isOurs = message.type() === "error" && !/Failed to load resource|img-src/.test(message.text());
      if (isOurs) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(origin);
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  async function edit(source: string): Promise<void> {
    await page.evaluate(`edit(${JSON.stringify(source)})`);
    await page.evaluate("editor.view.focus()");
  }

  const shown = async (): Promise<string> =>
    (await page.evaluate("editor.shown().then(({ source }) => source)")) as string;

  /** Through the view: the browser tells it of a caret that it moved itself a moment later. */
  async function caretToEnd(): Promise<void> {
    await page.evaluate(`{
      const { state } = editor.view;
      editor.view.dispatch(state.tr.setSelection(state.selection.constructor.atEnd(state.doc)));
    }`);
  }

  const select = (from: number, to = from) =>
    page.evaluate(`{
      const { state } = editor.view;
      editor.view.dispatch(state.tr.setSelection(state.selection.constructor.create(state.doc, ${from}, ${to})));
    }`);

  async function paste(data: Readonly<Record<string, string | undefined>>): Promise<void> {
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(${JSON.stringify(data)})) clipboardData.setData(type, text);
      editor.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }`);
  }

  return {
    page: () => page,
    browser: () => browser,
    origin: () => origin,
    built: () => built,
    edit,
    shown,
    caretToEnd,
    select,
    paste,
  };
}
